import FeedModel
import Testing

@Suite struct TitleTests {
    @Test(
        "The parser reads titles of RSS",
        arguments: [
            ("AT&amp;amp;T", "AT&T"), ("AT&amp;T", "AT&T"), ("A &lt;b&gt;bold&lt;/b&gt; move", "A bold move"),
            ("1 &lt; 2", "1 < 2"), ("Array&lt;String&gt;", "Array<String>"), ("Q & A at AT&T", "Q & A at AT&T"),
            ("caf&eacute; &mdash; na&iuml;ve", "café — naïve"), ("<![CDATA[Fish &amp; Chips]]>", "Fish & Chips"),
            ("<![CDATA[<i>Slow</i> news]]>", "Slow news"), ("  two\n   lines ", "two lines"), ("It&#146;s", "It’s"),
            ("un<b>escaped</b>", "unescaped"), ("one<!-- not seen --> two", "one two"),
            ("<![CDATA[one ]]><![CDATA[two]]>", "one two"), ("&lt;![CDATA[wrapped]]&gt;", "wrapped"),
            ("see ?page=1&copy=2", "see ?page=1&copy=2"), ("a&amp;#27;[31mred", "a[31mred"),
            ("a&#x9b;31mred", "a›31mred"),
            ("right\u{202E}left", "rightleft"), ("Donau&#173;dampf\u{AD}schiff", "Donaudampfschiff"),
            ("The &lt;details&gt; element", "The <details> element"), ("&lt;title&gt; &amp;amp; co", "<title> & co"),
            ("<![CDATA[Use <TEMPLATE> with <slot>s]]>", "Use <TEMPLATE> with <slot>s"),
            ("How &lt;script&gt; loads", "How <script> loads"), ("&lt;script&gt;x&lt;/script&gt; y", "y"),
            ("The &lt;style&gt; and &lt;script&gt; tags", "The <style> and <script> tags"),
            ("&lt;section&gt;In&lt;/section&gt; &lt;img src=a&gt;", "In"), ("The &lt;b&gt; element", "The element"),
            ("<![CDATA[Zeit&shy;reise]]>", "Zeitreise"), ("&#173;", nil), ("東京\u{AD}タワー \u{AD} ", "東京タワー"),
        ] as [(String, String?)])
    func inRSS(_ source: String, _ title: String?) throws {
        #expect(try item("<title>\(source)</title>")?.title == title)
    }

    @Test(
        "The parser reads titles of Atom",
        arguments: [
            ("<title>&lt;b&gt; is bold</title>", "<b> is bold"),
            ("<title type='text'>&lt;b&gt; is bold</title>", "<b> is bold"),
            ("<title type='html'>&lt;b&gt;bold&lt;/b&gt; &amp;amp; brave</title>", "bold & brave"),
            (
                "<title type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'>a <em>b</em> &lt; c</div></title>",
                "a b < c"
            ),
            (
                "<title type='xhtml'><x:div xmlns:x='http://www.w3.org/1999/xhtml'>a <x:em>b</x:em></x:div></title>",
                "a b"
            ),
            ("<title type='xhtml'>no div</title>", "no div"),
            ("<title type='html'>The &lt;head> of &lt;i>a&lt;/i> page</title>", "The <head> of a page"),
            ("<title type='text/html' mode='escaped'>&lt;i&gt;old&lt;/i&gt;</title>", "old"),
            ("<title mode='base64'>cGxhaW4gPGI+</title>", "plain <b>"),
        ])
    func inAtom(_ source: String, _ title: String) throws {
        #expect(try entry(source)?.title == title)
    }

    @Test("Titles of other elements are not the item's") func titlesOfOtherThingsAreNotTheItems() throws {
        let found = try item(
            """
            <media:title>picture</media:title><itunes:title>episode</itunes:title><x:box><title>in a box</title></x:box>
            <image><title>image</title><url>https://example.org/i.png</url></image><title>The article</title>
            <source><title>elsewhere</title></source><media:content url="v.mp4"><media:title>clip</media:title></media:content>
            """)
        #expect(found?.title == "The article")
        #expect(try item("<description>no title</description>")?.title == nil)
        #expect(try item("<itunes:title>only this</itunes:title>")?.title == "only this")
    }

    @Test(
        "A title with only invisible characters counts as missing",
        arguments: ["&#8203;", "&#xFEFF; &#x2060;", "&#173; &#8204;"])
    func invisibleTitles(_ title: String) throws {
        #expect(try item("<title>\(title)</title><description>text</description>")?.title == nil)
        #expect(try item("<title>a\(title)</title>")?.title != nil)
    }

    @Test("An unclosed title ends where the next element begins")
    func unclosedTitleEndsWhereNextElementBegins() throws {
        let found = try item("<title>open <link>https://example.org/a</link><guid>7</guid>")
        #expect(found?.title == "open")
        #expect(found?.url == "https://example.org/a")
        #expect(found?.id == "7")
        #expect(try item("<title>misspelt</tilte><guid>8</guid>")?.id == "8")
    }
}
