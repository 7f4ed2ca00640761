import FeedModel
import FeedParsing
import Foundation
import Testing

/// Mistakes of real feeds, each with the interpretation that other readers agree on.
@Suite struct ToleranceTests {
    // MARK: Document types

    @Test(arguments: [
        #"<?xml version="1.0"?><!DOCTYPE html>"#, "<!DOCTYPE html>", "<!doctype HTML>\n<!-- made by hand -->",
        #"<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">"#,
    ])
    func `A feed with an HTML doctype is a feed`(_ head: String) throws {
        for root in [
            #"<rss version="2.0"><channel><title>Quay</title></channel></rss>"#,
            #"<feed xmlns="http://www.w3.org/2005/Atom"><title>Quay</title></feed>"#,
            ##"<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><channel><title>Quay</title></channel></rdf:RDF>"##,
            "<channel><title>Quay</title></channel>",
            #"{"version":"https://jsonfeed.org/version/1.1","title":"Quay","items":[{"id":"1","content_html":"<p>a"}]}"#,
        ] {
            #expect(try FeedParser.parse(Array((head + root).utf8)).title == "Quay")
        }
    }

    @Test(arguments: [
        "<!DOCTYPE html><html><body><rss><channel/></rss></body></html>", "<!DOCTYPE html>",
        "<!DOCTYPE html><title>Login</title><feed/>", "<!DOCTYPE html><p>Hello", "<!DOCTYPE html><head><link></head>",
        "<!DOCTYPE html>[a] <p>Hello", "<!DOCTYPE html>{\"version\":1}<html>",
        "<!DOCTYPE html><pre>{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[]}</pre>",
    ])
    func `A web page stays a web page`(_ page: String) {
        #expect(throws: FeedParsingError.html) { try FeedParser.parse(Array(page.utf8)) }
    }

    // MARK: Dates

    @Test(arguments: [
        ("Fri, 6 Mar 2026 09:00:00 ET", 14.0), ("Fri, 6 Mar 2026 09:00:00 CT", 15), ("Fri, 6 Mar 2026 09:00 MT", 16),
        ("Fri, 6 Mar 2026 09:00:00 PT", 17), ("Fri, 6 Mar 2026 09:00:00 AT", 13), ("6 Mar 2026 9:00 NT", 12.5),
        ("Fri, 6 Mar 2026 09:00:00 at sea", 9),
    ])
    func `North American time zones may lack their middle letter`(_ text: String, _ hour: Double) {
        #expect(FeedDate.parse(text) == FeedDate.parse("2026-03-06T00:00:00Z")?.addingTimeInterval(hour * 3_600))
    }

    @Test(arguments: ["1767225600", " 1767225600\n", "1767225600000"])
    func `A date may be a count since 1970`(_ text: String) throws {
        #expect(try item("<pubDate>\(text)</pubDate>")?.published == FeedDate.parse("2026-01-01T00:00:00Z"))
    }

    @Test(arguments: ["176722560", "17672256001", "1767225600 or so", "x1767225600"])
    func `Other numbers are not dates`(_ text: String) {
        #expect(FeedDate.parse(text) == nil)
    }

    @Test func `A JSON Feed may count its dates in seconds`() throws {
        let feed = #"{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","date_published":1767225600}]}"#
        #expect(
            try FeedParser.parse(Array(feed.utf8)).items.first?.published == FeedDate.parse("2026-01-01T00:00:00Z"))
    }

    // MARK: Text

    @Test(arguments: [
        (
            #"<content type="html"><div xmlns="http://www.w3.org/1999/xhtml">A &lt;em&gt;late&lt;/em&gt; boat</div></content>"#,
            "A <em>late</em> boat"
        ),
        (
            "<content type='html'> <div><span>&lt;p&gt;In two wrappers&lt;/p&gt;</span></div> </content>",
            "<p>In two wrappers</p>"
        ),
        (
            "<summary type='text/html'><x:div xmlns:x='http://www.w3.org/1999/xhtml'><![CDATA[<b>x</b>]]></x:div></summary>",
            "<b>x</b>"
        ),
        // Other elements stay.
        ("<content type='html'><div>A <em>late</em> boat</div></content>", "<div>A <em>late</em> boat</div>"),
        ("<content type='html'><div>1 &lt; 2</div></content>", "<div>1 &lt; 2</div>"),
        ("<content type='html'><p>&lt;i&gt;</p><p>&lt;b&gt;</p></content>", "<p>&lt;i&gt;</p><p>&lt;b&gt;</p>"),
        (
            "<content type='xhtml'><div>The &lt;em&gt; element</div></content>", "<div>The &lt;em&gt; element</div>"
        ),
    ])
    func `Escaped HTML in a wrapper is HTML if the type says so`(_ source: String, _ html: String) throws {
        #expect(try entry(source)?.contentHTML == html)
    }

    @Test(arguments: [
        ("caf&#195;&#169;", "café"), ("It&#226;&#128;&#153;s", "It’s"), ("caf&#xC3;&#xA9;", "café"),
        ("It&acirc;&#128;&#153;s caf&Atilde;&copy;", "It’s café"), ("voil&#195;&#160;", "voil\u{E0}"),
        ("&#240;&#159;&#154;&#162; sails", "🚢 sails"),
        // These are not UTF-8, or are more likely Latin-1.
        ("&#195;rea &#169;", "Ãrea ©"), ("&#233;&#232;", "éè"), ("caf&#233;&#160;&#187;", "café\u{A0}»"),
        ("caf&eacute;&nbsp;&raquo;", "café\u{A0}»"), ("&#195;&#169;&#169;", "Ã©©"), ("&#195; &#169;", "Ã ©"),
        ("&#226;&#8364;&#8482;", "â€™"),
    ])
    func `UTF-8 escaped byte by byte is decoded as UTF-8`(_ source: String, _ title: String) throws {
        #expect(try item("<title>\(source)</title>")?.title == title)
    }

    @Test func `Bytes escaped twice are decoded, too, and controls among them are dropped`() throws {
        #expect(try item("<title>caf&amp;#195;&amp;#169;</title>")?.title == "café")
        #expect(try item("<title>a&#194;&#155;b&#226;&#128;&#174;c</title>")?.title == "a›bc")
    }

    @Test func `A long run of references takes linear time`() throws {
        let run = String(repeating: "&#195;", count: 300_000)
        let time = try ContinuousClock().measure { _ = try item("<title>\(run)</title>") }
        #expect(time < .seconds(10))
    }

    @Test(arguments: [
        ("<title type='application/vnd.quay'>news</title>", "news"),
        ("<title type='x/y'>Fog tonight</title>", "Fog tonight"),
        ("<title mode='base64'>Rm9nIHRvbmlnaHQ=</title>", "Fog tonight"),
    ])
    func `A title is decoded as Base64 only if that gives text`(_ source: String, _ title: String) throws {
        #expect(try entry(source)?.title == title)
    }

    // MARK: People, links, structure

    @Test func `Authors has priority over author in JSON Feed`() throws {
        let people = #""authors":[{"name":"Ann Reed"}],"author":{"name":"A. Reed"}"#
        let feed = try FeedParser.parse(
            Array(#"{"version":"https://jsonfeed.org/version/1.1",\#(people),"items":[{"id":"1",\#(people)}]}"#.utf8))
        #expect(feed.authors.map(\.name) == ["Ann Reed"])
        #expect(feed.items.first?.authors.map(\.name) == ["Ann Reed"])
        let empty =
            #"{"version":"https://jsonfeed.org/version/1","items":[{"id":"1","authors":[],"author":{"name":"B"}}]}"#
        #expect(try FeedParser.parse(Array(empty.utf8)).items.first?.authors.map(\.name) == ["B"])
    }

    @Test(arguments: [
        ("<id>https://quay.example/2026/fog</id>", "https://quay.example/2026/fog"),
        ("<id>https://quay.example/2026/fog</id><link href='/a'/>", "https://example.org/a"),
        ("<id>tag:quay.example,2026:fog</id>", nil), ("<id>mailto:ann@quay.example</id>", nil),
        ("<id>urn:uuid:1225c695-cfb8-4ebb-aaaa-80da344efa6a</id>", nil),
    ])
    func `An entry without a link is opened at its id`(_ source: String, _ url: String?) throws {
        #expect(try entry("<title>Fog</title>" + source)?.url == url)
    }

    @Test(arguments: [
        (#""id":"https://quay.example/fog""#, "https://quay.example/fog"),
        (#""id":"https://quay.example/fog","url":"/a""#, "https://example.org/a"),
        (#""id":"https://quay.example/fog","external_url":"/a""#, nil), (#""id":"tag:quay.example,2026:fog""#, nil),
    ])
    func `An item of a JSON Feed without an address is opened at its id`(_ source: String, _ url: String?) throws {
        let feed = #"{"version":"https://jsonfeed.org/version/1.1","items":[{\#(source),"title":"Fog"}]}"#
        #expect(try FeedParser.parse(Array(feed.utf8), url: "https://example.org/").items.first?.url == url)
    }

    @Test func `The id of a feed is not its home page`() throws {
        let feed = "<feed xmlns='http://www.w3.org/2005/Atom'><id>https://quay.example/feed</id><title>Q</title></feed>"
        #expect(try FeedParser.parse(Array(feed.utf8)).homePageURL == nil)
        #expect(try item("<guid isPermaLink='false'>https://quay.example/x</guid>")?.url == nil)
    }

    @Test(arguments: [
        "<q:archive xmlns:q='urn:quay'><entry><title>hidden</title></entry></q:archive><entry><title>shown</title></entry>",
        "<archive xmlns='urn:quay'><entry><title>hidden</title></entry></archive><entry><title>shown</title></entry>",
        "<q:a xmlns:q='urn:quay'><q:b><entry><title>hidden</title></entry></q:b><entry><title>hidden</title></entry></q:a><entry><title>shown</title></entry>",
        "<entry><title>shown</title></entry><q:archive xmlns:q='urn:quay'><entry><title>hidden</title></entry></q:archive>",
        // An unclosed extension does not hide the entries after it.
        "<q:archive xmlns:q='urn:quay'><entry><title>shown</title></entry>",
    ])
    func `Entries inside an extension do not belong to the feed`(_ source: String) throws {
        let feed = "<feed xmlns='http://www.w3.org/2005/Atom'><title>Q</title>\(source)</feed>"
        #expect(try FeedParser.parse(Array(feed.utf8)).items.map(\.title) == ["shown"])
    }

    // MARK: Media

    @Test(arguments: [
        "<media:content url='/low.mp4'/><enclosure url='/high.mp4'/>",
        "<enclosure url='/high.mp4'/><media:content url='/low.mp4'/>",
        "<media:group><media:content url='/low.mp4'/><media:content url='/high.mp4' duration='9'/></media:group><enclosure url='/high.mp4'/>",
    ])
    func `The enclosure comes before its other renditions`(_ source: String) throws {
        let found = try item(source)
        #expect(
            found?.enclosures.map(\.url) == ["https://example.org/high.mp4", "https://example.org/low.mp4"])
        if source.contains("duration") { #expect(found?.enclosures.first?.duration == 9) }
    }

    @Test(arguments: [
        "<itunes:category text='Arts'><itunes:category text='Books'/></itunes:category>",
        "<itunes:category text='Arts'/><itunes:category text='Books'></itunes:category>",
        "<googleplay:category text='Arts'/><category>Books</category>",
    ])
    func `Podcast categories are tags`(_ source: String) throws {
        #expect(try item(source)?.tags == ["Arts", "Books"])
    }

    @Test func `A link to a picture is the podcast's picture`() throws {
        let link = "<itunes:link rel='image' type='video/jpeg' href='/cover.jpg'>cover</itunes:link>"
        #expect(
            try FeedParser.parse(rss(link), url: "https://example.org/f").iconURL == "https://example.org/cover.jpg")
        #expect(try item(link)?.imageURL == "https://example.org/cover.jpg")
        #expect(try item("<itunes:link rel='home' href='/a'/>")?.imageURL == nil)
    }

    // MARK: Limits

    @Test(arguments: ["99999999999999999999", "1e300", "99999999999999999999:00:00", "-5", "nan", "inf"])
    func `An unrealistically long duration is ignored`(_ text: String) throws {
        let found = try item("<enclosure url='/a.mp3'/><itunes:duration>\(text)</itunes:duration>")
        #expect(found?.enclosures.first?.duration == nil)
    }

    @Test(arguments: ["1e300", "-1", "99999999999999999999", "\"nan\""])
    func `Numbers of a JSON Feed are checked`(_ number: String) throws {
        let attachment = #"{"url":"/a.mp3","duration_in_seconds":\#(number),"size_in_bytes":\#(number)}"#
        let feed =
            #"{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","attachments":[\#(attachment)]}]}"#
        let parsed = try FeedParser.parse(Array(feed.utf8), url: "https://example.org/")
        #expect(parsed.items.first?.enclosures == [Enclosure(url: "https://example.org/a.mp3")])
        #expect(!JSONFeedWriter.write(parsed).isEmpty)
    }

    @Test(arguments: [
        ("<rss><channel><item><title>a</title></item></channel></rss>", false),
        ("<rss><channel><item><title>a</title></item></channel></rss><img src='x'>", false),
        ("<rss><channel><item><title>a</title></item></rss>", false), ("<rss/>", false),
        ("<rss><channel><item><title>a</title></item><item><title>b</tit", true),
        ("<rss><channel><item><title>a</title></item></channel>", true),
        ("<feed><entry><content><![CDATA[a</content></entry></feed>", false), ("<feed><entry><title>a", true),
        (#"{"items":[{"id":"1"}]}"#, false), (#"{"items":[{"id":"1"},{"id":"2"#, true),
    ])
    func `A document that ends before its root is truncated`(_ document: String, _ isTruncated: Bool) throws {
        #expect(try FeedParser.parse(Array(document.utf8)).isTruncated == isTruncated)
    }

    @Test func `Excessive polling hints are limited`() throws {
        let feed = try FeedParser.parse(
            rss("<ttl>9223372036854775807</ttl><skipHours><hour>9223372036854775807</hour></skipHours>"))
        #expect(feed.hints.ttl == 525_600)
        #expect(feed.hints.skipHours.isEmpty)
    }

    @Test func `Text and addresses have a maximum length`() throws {
        let long = String(repeating: "né ", count: 20_000)
        let address = "https://example.org/" + String(repeating: "a", count: 10_000)
        let found = try #require(
            try item(
                """
                <title>\(long)</title><author>\(long)</author><category>\(long)</category><guid>\(long)</guid>
                <link>\(address)</link><enclosure url="\(address)"/><enclosure url="/a.mp3"/>
                """))
        #expect(found.title?.utf8.count ?? 0 <= 4_000 && found.title?.hasPrefix("né né") == true)
        #expect(try #require(found.authors.first?.name).utf8.count <= 400)
        #expect(try #require(found.tags.first).utf8.count <= 200)
        #expect(found.id.utf8.count <= 300 && found.url == nil)
        #expect(found.enclosures.map(\.url) == ["https://example.org/a.mp3"])
    }

    @Test func `An item has at most 100 authors and 200 tags`() throws {
        let authors = (0...100).map { "{\"name\":\"n\($0)\"}" }.joined(separator: ",")
        let tags = (0...200).map { "\"t\($0)\"" }.joined(separator: ",")
        let feed = """
            {"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","authors":[\(authors)],"tags":[\(tags)]}]}
            """
        let found = try #require(try FeedParser.parse(Array(feed.utf8)).items.first)
        #expect(found.authors.map(\.name) == (0..<100).map { "n\($0)" } && found.tags == (0..<200).map { "t\($0)" })
    }

    @Test func `Long ids that differ at their end stay different`() throws {
        let long = String(repeating: "g", count: 9_000)
        let ids = try FeedParser.parse(rss("<item><guid>\(long)1</guid></item><item><guid>\(long)2</guid></item>"))
            .items.map(\.id)
        #expect(Set(ids).count == 2)
    }
}
