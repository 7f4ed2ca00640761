import FeedModel
import FeedParsing
import Foundation
import Testing

/// Text that a failure report shows only in part: megabytes of it would hide the failure.
struct LongText: CustomTestStringConvertible {
    let text: String

    var testDescription: String { "\(text.prefix(60))… (\(text.utf8.count) bytes)" }
}

@Suite struct SafetyTests {
    private static let many = 50_000

    private static func repeated(_ piece: String, _ count: Int = many) -> String {
        String(repeating: piece, count: count)
    }

    /// Documents that make a careless parser recurse, backtrack or grow: a quadratic algorithm needs minutes for them.
    @Test(
        "Hostile documents are read in linear time",
        .timeLimit(.minutes(1)),
        arguments: [
            "<item>" + repeated("<a>") + repeated("</a>") + "</item>",
            "<item><description>" + repeated("<a>") + repeated("</a>") + "</description></item>",
            repeated("<item><title>t"), repeated("<item>") + repeated("</item>"),
            "<item>" + repeated("<media:group>") + "</item>", "<item><link \(repeated("a='b' "))>x</link></item>",
            "<item><title>\(repeated("<"))</title></item>", "<item><title>\(repeated("&"))</title></item>",
            "<item><title>\(repeated("&lt;"))</title></item>", repeated("<item><description><![CDATA[", 10_000),
            repeated("<item><description><![CDATA[x</item>"),
            "<item>" + repeated("<author>a@b.c (d), ") + "</author></item>",
            repeated("<item><description><![CDATA[x</description>", 20_000),
            repeated("<a>") + repeated("</b>") + repeated("</channel>"), "<item><link>\(repeated("../"))</link></item>",
            repeated("<item>", 2_000) + repeated("<x xml:base='aaaaaaaaaaaaaaaa/'>", 5_000),
            "<item>" + repeated("<author>a@b.c (d)</author>", 5_000) + repeated("<enclosure url='x'/>", 5_000)
                + "</item>",
            "<item>" + (0..<5_000).map { "<link rel='enclosure' href='/\($0)'/>" }.joined() + "</item>",
            "<item><description><![CDATA[<a \(repeated("href=x ", 5_000))>]]></description></item>",
            repeated("<a>", 10_000) + "<item>" + repeated("</item>", 300_000),
            "<item>" + (0..<999).map { "<media:content url='/\($0)'/>" }.joined()
                + repeated("<enclosure url='/999'/>", 100_000) + "</item>",
        ].map(LongText.init))
    func hostileDocumentsCostLinearTime(_ content: LongText) throws {
        _ = try FeedParser.parse(rss(content.text), url: "https://example.org/")
    }

    @Test("The number of items is limited") func itemsAreBounded() throws {
        let nested = Self.repeated("<item>", FeedParser.maximumItems + 10)
        #expect(try FeedParser.parse(rss(nested)).items.count == FeedParser.maximumItems)
        let list = Self.repeated("{},", FeedParser.maximumItems + 10)
        #expect(try FeedParser.parse(Array("{\"items\":[\(list)]}".utf8)).items.count == FeedParser.maximumItems)
    }

    @Test("Deeply nested JSON is refused, and the message says so") func deepJSONIsRefused() throws {
        let error = FeedParsingError.deepJSON(limit: 64)
        #expect("\(error)" == "not a feed: its JSON nests more than 64 deep")
        #expect(throws: error) { try FeedParser.parse(Array(Self.repeated("[", 100_000).utf8)) }
        let hidden = "{\"version\":\"https://jsonfeed.org/version/1\",\"items\":" + Self.repeated("[", 100_000)
        #expect(throws: error) { try FeedParser.parse(Array(hidden.utf8)) }
        let extra = Self.repeated("[", 62) + Self.repeated("]", 62)
        #expect(try FeedParser.parse(Array("{\"items\":[{\"id\":\"1\"}],\"x\":\(extra)}".utf8)).items.count == 1)
    }

    @Test("An entity cannot read a file or an address") func entitiesReadNoFileOrAddress() throws {
        let source = """
            <!DOCTYPE rss [<!ENTITY file SYSTEM "file:///etc/hostname"><!ENTITY own "mine"> %outside;]>
            <rss><channel><title>&file; is not &own;</title></channel></rss>
            """
        #expect(try FeedParser.parse(Array(source.utf8)).title == "&file; is not mine")
    }

    @Test("Compression bombs are refused") func bombsAreRefused() throws {
        let bomb = try Fixture.bytes("bomb.gz")
        #expect(throws: FeedParsingError.tooLarge(limit: FeedParser.inflatedLimit)) { try FeedParser.parse(bomb) }
        #expect(throws: FeedParsingError.brokenCompression) { try FeedParser.parse([0x1F, 0x8B, 0xFF, 0x00, 0x41]) }
    }

    @Test("The first bytes identify gzip") func firstBytesIdentifyGzip() throws {
        let whole = try Fixture.bytes("compressed.rss.gz")
        #expect(try FeedParser.parse(Array(whole.dropLast(6))).title == "Pressed flat")
        #expect(try Fixture.feed("compressed.rss.gz").title == "Pressed flat")
    }

    @Test("Unsafe characters are removed") func unsafeCharactersAreRemoved() throws {
        let feeds = try Fixture.feeds
        #expect(feeds.count > 20)
        for feed in feeds {
            let json = String(decoding: JSONFeedWriter.write(feed), as: UTF8.self)
            #expect(
                !json.unicodeScalars.contains {
                    $0.value < 0x20 || 0x7F...0x9F ~= $0.value || 0x202A...0x202E ~= $0.value
                })
        }
    }

    @Test(
        "Input that is not a feed is refused",
        arguments: [
            ("", FeedParsingError.empty), ("  \n", .empty), ("<!DOCTYPE html><p>Log in", .html),
            ("<HTML><body>", .html),
            ("<p>Not found</p>", .html), ("<opml version='2.0'><body/></opml>", .otherMarkup(root: "opml")),
            ("<urlset><url/></urlset>", .otherMarkup(root: "urlset")),
            ("<own><root/></own>", .otherMarkup(root: "own")),
            ("<tv><channel id='1'><title>One</title></channel></tv>", .otherMarkup(root: "tv")),
            ("{}", .otherJSON), ("{\"items\":1}", .otherJSON), ("[1]", .otherJSON), ("{\"version\": \"x", .otherJSON),
            ("\u{1}\u{2}\u{3}PNG", .unknownForm), ("just words", .unknownForm),
        ])
    func whatIsNoFeedIsRefused(_ source: String, _ error: FeedParsingError) {
        #expect(throws: error) { try FeedParser.parse(Array(source.utf8)) }
        #expect(!error.description.contains("\n"))
        #expect(FeedParser.looksLikeHTML(Array(source.utf8)) == (error == .html))
        #expect(!FeedParser.looksLikeFeed(Array(source.utf8)))
    }

    @Test("Binary data is refused even if it begins like a feed")
    func binaryDataIsRefused() {
        let noise = (0..<4000).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ ($0 >> 3) &* 41) }
        #expect(throws: FeedParsingError.unknownForm) {
            try FeedParser.parse(Array("<rss><channel><item><title>".utf8) + noise)
        }
    }

    @Test("Errors are safe to show") func errorsAreSafeToShow() {
        #expect(throws: FeedParsingError.otherMarkup(root: "a[31m")) {
            try FeedParser.parse(Array("<a\u{1B}[31m>".utf8))
        }
    }
}
