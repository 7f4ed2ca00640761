import FeedModel
import FeedParsing
import Testing

@Suite struct IdentifierTests {
    @Test(
        "The id of an RSS item is its guid, identifier or link",
        arguments: [
            ("<guid>post-17</guid><link>/a</link>", "post-17"), ("<link>/a</link>", "https://example.org/a"),
            ("<guid> spaced </guid>", "spaced"), ("<dc:identifier>d</dc:identifier><link>/a</link>", "d"),
            ("<guid/><link>/a</link>", "https://example.org/a"),
        ])
    func ofAnItem(_ source: String, _ id: String) throws {
        #expect(try item(source)?.id == id)
    }

    @Test("Atom ids are not resolved") func atomIDsAreNeverResolved() throws {
        #expect(try entry("<id>relative/id</id>")?.id == "relative/id")
    }

    @Test("An item without an id gets one from its text") func itemWithoutIdGetsOneFromItsText() throws {
        let source = rss("<item><title>a</title></item><item><title>b</title></item>")
        let first = try FeedParser.parse(source).items.map(\.id)
        #expect(Set(first).count == 2)
        #expect(try FeedParser.parse(source).items.map(\.id) == first)
    }

    @Test("Items with the same guid and different links are different")
    func itemsWithOneGuidAndOtherLinksAreOthers() throws {
        let a = "<item><guid>g</guid><link>/a</link></item>"
        let b = "<item><guid>g</guid><link>/b</link></item>"
        let ids = try FeedParser.parse(rss(a + b)).items.map(\.id)
        #expect(Set(ids).count == 2)
        #expect(try FeedParser.parse(rss(b + a)).items.map(\.id) == ids.reversed())
    }

    @Test(arguments: [
        ("<guid>k7</guid><link>https://quay.example/fog</link><title>Fog</title>", "k7"),
        ("<link>https://quay.example/fog</link><title>Fog</title>", "https://quay.example/fog"),
        ("<guid>g</guid>", "g"),
    ])
    func `An item listed several times with identical text keeps one plain id`(_ source: String, _ id: String) throws {
        let items = String(repeating: "<item>\(source)</item>", count: 3)
        #expect(try FeedParser.parse(rss(items)).items.map(\.id) == [id, id, id])
        #expect(try FeedParser.parse(rss("<item>\(source)</item>")).items.map(\.id) == [id])
    }

    @Test func `If different items share a guid, a repeated item keeps the id of its first copy`() throws {
        let a = "<item><guid>g</guid><link>/a</link></item>"
        let b = "<item><guid>g</guid><link>/b</link></item>"
        let ids = try FeedParser.parse(rss(a + b + a)).items.map(\.id)
        #expect(ids[0] == ids[2] && ids[0] != ids[1])
        #expect(try FeedParser.parse(rss(a + b)).items.map(\.id) == [ids[0], ids[1]])
    }

    @Test func `Items that differ only in their enclosures are different`() throws {
        let items = (1...3).map { "<item><title>Ep</title><enclosure url=\"/\($0).mp3\"/></item>" }.joined()
        #expect(Set(try FeedParser.parse(rss(items)).items.map(\.id)).count == 3)
    }

    private static let home = "https://quay.example/quote"

    private func ids(_ titles: String...) throws -> [String] {
        let items = titles.map { "<item><title>\($0)</title><link>\(Self.home)</link></item>" }
        return try FeedParser.parse(rss("<link>\(Self.home)</link>" + items.joined())).items.map(\.id)
    }

    @Test("Items without ids and dates that link to the home page get ids from their text, however many are listed")
    func itemsThatLinkToTheHomePage() throws {
        let listed = try ids("Fog", "Rain")
        #expect(Set(listed).count == 2 && !listed.contains(Self.home))
        #expect(try ids("Fog") == [listed[0]] && ids("Rain") == [listed[1]])
        #expect(try ids("Fog", "Fog") == [listed[0], listed[0]])
    }

    @Test(
        "A link is the id of an item with a date, and of one with its own page or fragment",
        arguments: [
            ("https://quay.example/quote", "<pubDate>Mon, 02 Mar 2026 10:00:00 GMT</pubDate>"),
            ("https://quay.example/quote/7", ""), ("https://quay.example/quote#7", ""), ("gemini://quay.example/", ""),
        ])
    func itemsWithALinkOfTheirOwn(_ link: String, _ date: String) throws {
        let item = "<item><title>Fog</title><link>\(link)</link>\(date)</item>"
        #expect(try FeedParser.parse(rss("<link>\(Self.home)</link>" + item)).items.map(\.id) == [link])
    }

    @Test func `A JSON Feed item listed twice keeps one id`() throws {
        let item = #"{"id":"k7","title":"Fog","content_text":"Thick."}"#
        let feed = #"{"version":"https://jsonfeed.org/version/1.1","items":[\#(item),\#(item)]}"#
        #expect(try FeedParser.parse(Array(feed.utf8)).items.map(\.id) == ["k7", "k7"])
    }
}
