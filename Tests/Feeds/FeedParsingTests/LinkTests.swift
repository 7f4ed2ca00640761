import FeedModel
import FeedParsing
import Foundation
import Testing

@Suite struct LinkTests {
    @Test(
        "The parser chooses the link of an RSS item",
        arguments: [
            ("<link>https://example.org/a</link>", "https://example.org/a"),
            ("<link>\n https://example.org/a\n</link>", "https://example.org/a"),
            ("<link><![CDATA[https://example.org/?a=1&b=2]]></link>", "https://example.org/?a=1&b=2"),
            ("<link>https://example.org/?a=1&b=2&copy=3</link>", "https://example.org/?a=1&b=2&copy=3"),
            ("<link>/a</link>", "https://example.org/a"), ("<link>a</link>", "https://example.org/dir/a"),
            ("<link>www.quay.example/a</link>", "https://www.quay.example/a"),
            ("<link href='www.quay.example'/>", "https://www.quay.example"),
            ("<link>www.html</link>", "https://example.org/dir/www.html"),
            ("<link href='https://example.org/a'/>", "https://example.org/a"),
            ("<guid>https://example.org/g</guid>", "https://example.org/g"),
            ("<guid isPermaLink='False'>https://example.org/g</guid>", nil), ("<guid>post-17</guid>", nil),
            ("<guid>https://example.org/g</guid><link>https://example.org/a</link>", "https://example.org/a"),
            ("<link>javascript:alert(1)</link>", nil), ("<link></link>", nil),
            (
                "<link>https://feeds.example/x</link><feedburner:origLink>https://example.org/a</feedburner:origLink>",
                "https://example.org/a"
            ),
            (
                "<atom:link rel='alternate' href='https://example.org/b'/><link>https://example.org/a</link>",
                "https://example.org/a"
            ),
        ])
    func ofAnRSSItem(_ source: String, _ url: String?) throws {
        #expect(try item(source)?.url == url)
    }

    @Test(
        "The parser chooses the link of an Atom entry",
        arguments: [
            ("<link href='/a'/>", "https://example.org/a"), ("<link href=''/>", nil),
            (
                "<link rel='self' href='/s'/><link rel='edit' href='/e'/><link rel='alternate' href='/a'/>",
                "https://example.org/a"
            ),
            ("<link type='application/pdf' href='/p'/><link type='text/html' href='/h'/>", "https://example.org/h"),
            ("<link rel='http://www.iana.org/assignments/relation/alternate' href='/a'/>", "https://example.org/a"),
            ("<link rel='enclosure' href='/e.mp3'/>", nil), ("<link rel='via' href='/v'/>", nil),
            ("<link/><link href='/a'/>", "https://example.org/a"),
            ("<content src='https://example.org/body'/>", "https://example.org/body"),
        ])
    func ofAnAtomEntry(_ source: String, _ url: String?) throws {
        #expect(try entry(source)?.url == url)
    }

    @Test("Each xml:base resolves against the outer one") func theBaseIsAChain() throws {
        let feed = """
            <feed xmlns="http://www.w3.org/2005/Atom" xml:base="/top/"><entry xml:base="mid/">
            <link xml:base="low/" href="leaf"/><content type="html" xml:base="../side/">&lt;img src="p.png"></content>
            </entry></feed>
            """
        let item = try FeedParser.parse(Array(feed.utf8), url: "https://example.org/dir/feed").items.first
        #expect(item?.url == "https://example.org/top/mid/low/leaf")
        #expect(item?.contentHTML == #"<img src="https://example.org/top/side/p.png">"#)
    }

    @Test(
        "In XHTML, xml:base is the base of its element and of the content of that element",
        arguments: [
            ("<p xml:base='b/'><a href='x'>1</a></p><a href='x'>2</a>", ["b/x", "x"]),
            ("<div xml:base='b/'><div><p>0</p></div><a href='x'>1</a></div><a href='x'>2</a>", ["b/x", "x"]),
            ("<p xml:base='b/'><i xml:base='c/'><a href='x'>1</a></i><a href='x'>2</a></p>", ["b/c/x", "b/x"]),
            ("<a xml:base='b/' href='x'>1</a><a href='x'>2</a>", ["b/x", "x"]),
            ("<img xml:base='b/' src='x'/><a href='x'>2</a>", ["b/x", "x"]),
            ("<p xml:base='javascript:x/'><a href='x'>1</a></p>", ["x"]),
        ])
    func basesInContent(_ content: String, _ addresses: [String]) throws {
        let feed = """
            <feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id><content type="xhtml">
            <div xmlns="http://www.w3.org/1999/xhtml">\(content)</div></content></entry></feed>
            """
        let item = try FeedParser.parse(Array(feed.utf8), url: "https://example.org/feed").items.first
        let found = try #require(item?.contentHTML).matches(of: /(?:href|src)="([^"]*)"/).map { String($0.1) }
        #expect(found == addresses.map { "https://example.org/" + $0 })
    }

    @Test("Addresses of pictures that a script would load are resolved like any others")
    func lazyPictures() throws {
        let names = ["data-src", "data-original", "data-lazy-src", "data-srcset", "data-lazy-srcset"]
        for name in names {
            let picture = try content(base: "https://h.example/dir/", "<img \(name)='p_{w}.png'>")
            #expect(picture == "<img \(name)=\"https://h.example/dir/p_{w}.png\">")
            let script = try content(base: "https://h.example/dir/", "<img \(name)='javascript:x'>")
            #expect(script?.contains("javascript") == false)
        }
    }

    @Test("In escaped HTML, xml:base has no meaning")
    func noBasesInHTML() throws {
        let content = try content(base: "https://h.example/", "<p xml:base='b/'><a href='x'>1</a></p>")
        #expect(content?.contains("https://h.example/x") == true)
    }

    /// Namespace names are spelt in many ways.
    @Test(
        "The parser recognises namespaces in any spelling",
        arguments: [
            "http://rssnamespace.org/feedburner/ext/1.0", " http://rssnamespace.org/feedburner/ext/1.0/\n",
            "HTTPS://www.RSSnamespace.org/feedburner/ext/1.0#",
        ])
    func namespacesHoweverTheyAreWritten(_ namespace: String) throws {
        let source = "<x:origLink xmlns:x='\(namespace)'>https://example.org/a</x:origLink><link>/b</link>"
        #expect(try item(source)?.url == "https://example.org/a")
    }

    @Test("A self link names the feed, never the home page") func selfIsTheFeedAndNeverTheHomePage() throws {
        for order in [
            "<atom:link rel='self' href='/feed'/><link>/home</link>",
            "<link>/home</link><atom:link rel='self' href='/feed'/>",
        ] {
            let feed = try FeedParser.parse(rss(order), url: "https://example.org/")
            #expect(feed.homePageURL == "https://example.org/home")
            #expect(feed.feedURL == "https://example.org/feed")
        }
    }

    @Test("A script address is not a base", arguments: ["javascript:alert(1)//", "java&#10;script:x/", "vbscript:"])
    func nothingIsRelativeToAScript(_ base: String) throws {
        let feed = """
            <feed xmlns="http://www.w3.org/2005/Atom" xml:base="\(base)"><entry xml:base="\(base)"><id>1</id><link href="a"/>
            <content type="html">&lt;a href="b"></content></entry></feed>
            """
        let item = try #require(try FeedParser.parse(Array(feed.utf8), url: "https://example.org/feed").items.first)
        #expect(item.url == "https://example.org/a")
        #expect(item.contentHTML == "<a href=\"https://example.org/b\">")
    }

    @Test(
        "A script address is not a link",
        arguments: [
            "<link>java\nscript:alert(1)</link>", "<link href='java&#9;script:x'/>",
            "<comments> javascript:x</comments>",
        ])
    func scriptsAreNoLinks(_ source: String) throws {
        let item = try #require(try item("<guid>1</guid>" + source))
        #expect(item.url == nil && item.commentsURL == nil)
    }

    @Test(
        "The number of comments is that of the module slash or of the threading extensions",
        arguments: [
            ("<slash:comments>12</slash:comments><comments>https://a.example/1#c</comments>", 12 as Int?),
            ("<slash:comments> 0 </slash:comments>", 0), ("<slash:comments>-1</slash:comments>", nil),
            ("<slash:comments>many</slash:comments>", nil), ("<slash:section>4</slash:section>", nil),
            ("<s:comments xmlns:s='http://purl.org/rss/1.0/modules/slash/'>3</s:comments>", 3),
            ("<thr:total>5</thr:total>", 5), ("<comments>https://a.example/1#c</comments>", nil),
            ("<atom:link rel='replies' thr:count='7' href='https://a.example/1#c'/>", 7),
            ("<atom:link rel='replies' type='application/atom+xml' thr:count='7' href='https://a.example/f'/>", 7),
            ("<link>https://a.example/1</link><slash:comments>99999999999999999999</slash:comments>", nil),
        ] as [(String, Int?)])
    func numberOfComments(_ source: String, _ count: Int?) throws {
        let item = try #require(try item("<guid>1</guid>" + source))
        #expect(item.commentCount == count)
        #expect((item.commentsURL == "https://a.example/1#c") == source.contains("#c"))
    }

    @Test(
        "The feed of an article's comments is named by wfw:commentRss, or by a link to replies with a feed's type",
        arguments: [
            "<wfw:commentRss>https://example.org/1/feed</wfw:commentRss>",
            "<w:commentRSS xmlns:w='http://wellformedweb.org/CommentAPI/'> ../1/feed </w:commentRSS>",
            "<atom:link rel='replies' type='application/atom+xml' href='https://example.org/1/feed'/>",
            "<atom:link rel='replies' type='application/rss+xml' href='https://example.org/1/feed'/>",
        ])
    func feedOfComments(_ source: String) throws {
        let page = "<atom:link rel='replies' type='text/html' href='https://a.example/1#c'/>"
        let others = "<wfw:comment>https://a.example/post</wfw:comment>" + page
        let item = try #require(try item("<guid>1</guid>" + others + source))
        #expect(item.commentsFeedURL == "https://example.org/1/feed" && item.commentsURL == "https://a.example/1#c")
    }

    private func content(base: String, _ html: String) throws -> String? {
        let feed = """
            <feed xmlns="http://www.w3.org/2005/Atom" xml:base="\(base)"><entry><id>1</id>
            <content type="html"><![CDATA[\(html)]]></content></entry></feed>
            """
        return try FeedParser.parse(Array(feed.utf8), url: "https://example.org/feed").items.first?.contentHTML
    }

    @Test("A long base and many links lengthen an article by 4 MB at most, and no script gets through")
    func growth() throws {
        let base = "https://h.example/" + String(repeating: "d/", count: 1_000)
        let html = String(repeating: "<a href=x>", count: 2_500) + "<img srcset='javascript:x 1x, y 2x'><a href=z>"
        let content = try #require(try content(base: base, html))
        // The whole article would fill the report.
        let isAbsolute = content.hasPrefix("<a href=\"https://h.example/d/d/")
        let isRelative = content.hasSuffix("<a href=x><img srcset><a href=z>")
        #expect(isAbsolute && isRelative)
        let growth = content.utf8.count - html.utf8.count
        #expect((4_000_000...4 << 20).contains(growth))
    }

    @Test("A picture has at most 100 candidates")
    func candidates() throws {
        let content = try content(
            base: "https://h.example/", "<img srcset='" + String(repeating: "x, ", count: 500) + "'>")
        #expect(content?.components(separatedBy: "https://h.example/x").count == 101)
    }

    @Test("A link or a list of candidates that is too long is left out; a data: picture stays")
    func longAddresses() throws {
        let many = String(repeating: "x", count: 9_000)
        let data = "<img src=\"data:image/png;base64,\(many)\">"
        #expect(try content(base: "https://h.example/", "<a href=\(many)>" + data) == "<a href=\"\">" + data)
        let list = String(repeating: "x,", count: 600_000)
        #expect(try content(base: "https://h.example/", "<img srcset='\(list)'>") == "<img srcset=\"\">")
    }

    @Test("The parser finds links to older pages") func olderPagesAreNamed() throws {
        let feed = """
            <feed xmlns="http://www.w3.org/2005/Atom"><link rel="next" href="?page=2"/>
            <link rel="prev-archive" href="/2023"/></feed>
            """
        let parsed = try FeedParser.parse(Array(feed.utf8), url: "https://example.org/feed")
        #expect(parsed.nextURL == "https://example.org/feed?page=2")
        #expect(parsed.previousArchiveURL == "https://example.org/2023")
    }

    @Test(arguments: [
        ("<a href=\"/x\">", "<a href=\"https://example.org/x\">"),
        ("<a href='x&amp;y'>", "<a href=\"https://example.org/dir/x&amp;y\">"),
        ("<a href=\"#note\">", "<a href=\"#note\">"),
        ("<a href=\"https://other.example/\">", "<a href=\"https://other.example/\">"),
        ("<img src=p.png alt=x>", "<img src=\"https://example.org/dir/p.png\" alt=x>"),
        (
            "<img srcset=\"a.png 1x, /b.png 2x\">",
            "<img srcset=\"https://example.org/dir/a.png 1x, https://example.org/b.png 2x\">"
        ),
        (
            "<img srcset=\"data:image/gif;base64,R0 1x,b,c.png 2x, d.png,, e.png 3w 4h\">",
            "<img srcset=\"data:image/gif;base64,R0 1x, https://example.org/dir/b,c.png 2x, "
                + "https://example.org/dir/d.png, https://example.org/dir/e.png 3w 4h\">"
        ),
        ("<a href=\"java&#10;script:x\">", "<a href=\"\">"), ("<a href='&Tab;javascript&#9;:x'>", "<a href=\"\">"),
        ("<video poster=\"p.jpg\"></video>", "<video poster=\"https://example.org/dir/p.jpg\"></video>"),
        ("<a href=\" JavaScript:alert(1)\">", "<a href=\"\">"), ("<a href=\"java&#115;cript:x\">", "<a href=\"\">"),
        ("<object data=x.swf><p>instead</p></object>", "<p>instead</p>"),
        ("<p><Object><b>instead</b></OBJECT>", "<p><b>instead</b>"),
        (
            "<p>1 < 2<br/><script><a href=x></script></p><a href=x>",
            "<p>1 < 2<br/><script><a href=x></script></p><a href=\"https://example.org/dir/x\">"
        ),
        ("<p class=\"x\">text</p>", "<p class=\"x\">text</p>"),
        ("<a href=\"mailto:a@example.org\">", "<a href=\"mailto:a@example.org\">"),
        ("<a href=HTTPS://other.example>", "<a href=HTTPS://other.example>"),
        ("<a href=\"https\">", "<a href=\"https://example.org/dir/https\">"),
        ("<a href=\"git+ssh:x\">", "<a href=\"git+ssh:x\">"),
    ])
    func `Addresses in a body are resolved, and script addresses are removed`(_ html: String, _ resolved: String) throws
    {
        #expect(try item("<description><![CDATA[\(html)]]></description>")?.contentHTML == resolved)
    }
}
