import FeedModel
import FeedParsing
import Testing

@Suite struct IdentifierTests {
    @Test(arguments: [
        ("<guid>post-17</guid><link>/a</link>", "post-17"), ("<link>/a</link>", "https://example.org/a"),
        ("<guid> spaced </guid>", "spaced"), ("<dc:identifier>d</dc:identifier><link>/a</link>", "d"),
        ("<guid/><link>/a</link>", "https://example.org/a"),
    ])
    func ofAnItem(_ source: String, _ id: String) throws {
        #expect(try item(source)?.id == id)
    }

    @Test func atomIDsAreNeverResolved() throws {
        #expect(try entry("<id>relative/id</id>")?.id == "relative/id")
    }

    @Test func whereNothingNamesItTheTextDoes() throws {
        let source = rss("<item><title>a</title></item><item><title>b</title></item>")
        let first = try FeedParser.parse(source).items.map(\.id)
        #expect(Set(first).count == 2)
        #expect(try FeedParser.parse(source).items.map(\.id) == first)
    }

    @Test func itemsWithOneGuidAndOtherLinksAreOthers() throws {
        let a = "<item><guid>g</guid><link>/a</link></item>"
        let b = "<item><guid>g</guid><link>/b</link></item>"
        let ids = try FeedParser.parse(rss(a + b)).items.map(\.id)
        #expect(Set(ids).count == 2)
        #expect(try FeedParser.parse(rss(b + a)).items.map(\.id) == ids.reversed())
    }

    @Test func twinsAreKeptApart() throws {
        let ids = try FeedParser.parse(rss(String(repeating: "<item><guid>g</guid></item>", count: 5))).items.map(\.id)
        #expect(Set(ids).count == 5)
    }
}
