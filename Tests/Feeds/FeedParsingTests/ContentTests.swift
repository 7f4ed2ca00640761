import FeedModel
import FeedParsing
import Testing

@Suite struct ContentTests {
    @Test(
        "The content of an RSS item comes from its best element",
        arguments: [
            (
                "<description>&lt;p&gt;short&lt;/p&gt;</description><content:encoded>&lt;p&gt;long&lt;/p&gt;</content:encoded>",
                "<p>long</p>", "short"
            ),
            (
                "<content:encoded><![CDATA[<p>long</p>]]></content:encoded><description>short</description>",
                "<p>long</p>",
                "short"
            ),
            (
                "<content:encoded> </content:encoded><description>&lt;p&gt;only&lt;/p&gt;</description>", "<p>only</p>",
                nil
            ),
            ("<description><p>naked</p><br/><x:y>z</x:y></description>", "<p>naked</p><br><y>z</y>", nil),
            ("<description>&lt;![CDATA[&lt;p&gt;twice&lt;/p&gt;]]&gt;</description>", "<p>twice</p>", nil),
            (
                "<description>&amp;lt;p&amp;gt;more &amp;amp; once&amp;lt;/p&amp;gt;</description>",
                "<p>more & once</p>", nil
            ),
            ("<description><![CDATA[&lt;p&gt;a&lt;/p&gt;]]></description>", "&lt;p&gt;a&lt;/p&gt;", nil),
            (
                "<description>&amp;lt;p&amp;gt; ends with &amp;lt;/p&amp;gt;.</description>",
                "&lt;p&gt; ends with &lt;/p&gt;.", nil
            ),
            (
                "<description>&amp;lt;b&amp;gt; is bold&amp;lt;/b&amp;gt;</description>", "&lt;b&gt; is bold&lt;/b&gt;",
                nil
            ),
            ("<description><![CDATA[a <b>b</b> ]]]]><![CDATA[>c]]></description>", "a <b>b</b> ]]>c", nil),
            ("<description>&lt;b&gt;a<!-- gone -->b<?gone too?>&lt;/b&gt;</description>", "<b>ab</b>", nil),
            (
                "<xhtml:body xmlns:xhtml='http://www.w3.org/1999/xhtml'><xhtml:p>x</xhtml:p></xhtml:body>", "<p>x</p>",
                nil
            ),
            ("<body xmlns='http://www.w3.org/1999/xhtml'><p>x</p></body>", "<p>x</p>", nil),
            ("<fullitem>&lt;p&gt;full&lt;/p&gt;</fullitem>", "<p>full</p>", nil),
            (
                """
                <description>short</description><yandex:full-text xmlns:yandex='http://news.yandex.ru'>&lt;p&gt;long&lt;/p&gt;
                </yandex:full-text>
                """, "<p>long</p>", "short"
            ),
            (
                "<turbo:content><![CDATA[<p>long</p>]]></turbo:content><content:encoded><![CDATA[<p>all</p>]]></content:encoded>",
                "<p>all</p>", nil
            ),
            (
                """
                <description>short</description><content:items><rdf:Bag><rdf:li><content:item>
                <content:format rdf:resource='http://www.w3.org/1999/xhtml'/>
                <rdf:value rdf:parseType='Literal'><p>long</p></rdf:value></content:item></rdf:li></rdf:Bag></content:items>
                """, "<p>long</p>", "short"
            ),
            (
                "<media:group><media:description>&lt;i&gt;said&lt;/i&gt;</media:description></media:group>",
                "<i>said</i>",
                nil
            ),
            (
                "<description>&lt;p&gt;x&lt;/p&gt;</description><media:content><media:description>a boat</media:description></media:content>",
                "<p>x</p>", nil
            ),
        ])
    func bodiesOfRSS(_ source: String, _ html: String, _ summary: String?) throws {
        let found = try item(source)
        #expect(found?.contentHTML == html)
        #expect(found?.summary == summary)
    }

    @Test("Plain descriptions stay text") func plainDescriptionsStayText() throws {
        let found = try item("<description>1 &lt; 2,\nsays Array&lt;String&gt;</description>")
        #expect(found?.contentText == "1 < 2,\nsays Array<String>")
        #expect(found?.contentHTML == nil)
    }

    @Test(
        "The content of an Atom entry depends on its type",
        arguments: [
            ("<content type='html'>&lt;p&gt;x&lt;/p&gt;</content>", "<p>x</p>"),
            (
                "<content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'><p>x &lt; y</p><i/></div></content>",
                "<div><p>x &lt; y</p><i></i></div>"
            ),
            (
                "<content type='xhtml'><h:div xmlns:h='http://www.w3.org/1999/xhtml'><h:p>x</h:p></h:div></content>",
                "<div><p>x</p></div>"
            ),
            ("<content type='application/octet-stream'>PHA+eDwvcD4=</content>", "<p>x</p>"),
            (
                "<content type='multipart/alternative'><content type='text/plain'>x</content><content type='text/html' mode='escaped'>&lt;i&gt;x&lt;/i&gt;</content></content>",
                "<i>x</i>"
            ),
            (
                "<content type='multipart/alternative'><content type='xhtml' xml:base='/b/'><a href='c'>x</a></content><content type='image/png' mode='base64'>iVBORw0KGgo=</content></content>",
                "<a href=\"https://example.org/b/c\">x</a>"
            ),
            (
                "<content type='multipart/mixed'><content type='text/plain'>x</content><content type='text/html' mode='escaped'>&lt;i&gt;y&lt;/i&gt;</content></content>",
                "<i>y</i>"
            ),
            (
                "<content type='multipart/related'><content type='text/html' mode='escaped'>&lt;i&gt;x&lt;/i&gt;</content><content type='image/png' mode='base64'>iVBORw0KGgo=</content></content>",
                "<i>x</i>"
            ),
            (
                "<content src='https://example.org/body'/><summary type='html'>&lt;b&gt;s&lt;/b&gt;</summary>",
                "<b>s</b>"
            ),
        ])
    func bodiesOfAtom(_ source: String, _ html: String) throws {
        #expect(try entry(source)?.contentHTML == html)
    }

    @Test("All inline parts of content with other types are shown") func allPartsOfAMixture() throws {
        let parts = "<content type='xhtml'><p>one</p></content><content type='xhtml'><p>two</p></content>"
        let html = try entry("<content type='multipart/mixed'>\(parts)</content>")?.contentHTML
        #expect(html?.contains("one") == true && html?.contains("two") == true)
    }

    @Test("Text constructs of Atom are literal") func atomTextIsLiteral() throws {
        #expect(try entry("<content type='text'>&lt;p&gt;</content>")?.contentText == "<p>")
        let escaped = "<content type='text'>&amp;lt;p&amp;gt;x&amp;lt;/p&amp;gt;</content>"
        #expect(try entry(escaped)?.contentText == "&lt;p&gt;x&lt;/p&gt;")
        #expect(try entry("<summary>&lt;p&gt;</summary>")?.contentText == "<p>")
    }

    @Test(arguments: [
        ("<author>a@example.org (Ann)</author>", [Author(name: "Ann", email: "a@example.org")]),
        ("<author>Ann &lt;a@example.org&gt;</author>", [Author(name: "Ann", email: "a@example.org")]),
        ("<author>Ann (a@example.org)</author>", [Author(name: "Ann", email: "a@example.org")]),
        ("<author>a@example.org</author>", [Author(email: "a@example.org")]),
        ("<author>Ann</author>", [Author(name: "Ann")]),
        ("<dc:creator>Ann</dc:creator><dc:creator>Ben</dc:creator>", [Author(name: "Ann"), Author(name: "Ben")]),
        ("<dc:creator>&lt;b&gt;Ann&lt;/b&gt;</dc:creator>", [Author(name: "Ann")]),
        ("<itunes:author>Ann</itunes:author>", [Author(name: "Ann")]),
        ("<itunes:author>Show</itunes:author><author>Ann</author>", [Author(name: "Ann")]),
        (
            "<atom:author><atom:name>Ann</atom:name><atom:uri>/ann</atom:uri></atom:author>",
            [Author(name: "Ann", url: "https://example.org/ann")]
        ),
        ("<author></author>", []),
        (
            "<author>a@example.org (Ann), b@example.org (Ben)</author>",
            [Author(name: "Ann", email: "a@example.org"), Author(name: "Ben", email: "b@example.org")]
        ),
        ("<author>Ann (of the North), Ben</author>", [Author(name: "Ann (of the North), Ben")]),
    ])
    func `The names and addresses of authors are told apart`(_ source: String, _ authors: [Author]) throws {
        #expect(try item(source)?.authors == authors)
    }

    /// Neither the section nor its element is closed: both end with the item.
    @Test("An unclosed section ends with its item") func anOpenSectionEndsWithItsItem() throws {
        let open = "<item><guid>1</guid><description><![CDATA[<p>One</p></item><item><guid>2</guid></item>"
        let items = try FeedParser.parse(rss(open)).items
        #expect(items.map(\.id) == ["1", "2"] && items.first?.contentHTML == "<p>One</p>")
    }

    @Test("An entry inherits the authors of its source") func anEntryTakesTheAuthorsOfItsSource() throws {
        #expect(
            try entry("<source><title>t</title><author><name>Ann</name></author></source>")?.authors == [
                Author(name: "Ann")
            ])
    }

    @Test("Tags come from every kind of element") func tagsOfAllKinds() throws {
        let found = try item(
            """
            <category>one</category><category> </category><category>one</category><dc:subject>two</dc:subject>
            <media:category>three</media:category><itunes:keywords>four, five,</itunes:keywords>
            """)
        #expect(found?.tags == ["one", "two", "three", "four", "five"])
        #expect(
            try entry("<category term='t' label='L'/><category term='u'/><category term=' '/>")?.tags == ["L", "u"])
    }
}
