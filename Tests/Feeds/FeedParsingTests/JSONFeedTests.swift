import FeedModel
import FeedParsing
import Foundation
import Testing

@Suite struct JSONFeedTests {
    private func feed(_ content: String) throws -> ParsedFeed {
        let source = "\u{FEFF}{\"version\":\"https://jsonfeed.org/version/1.1\",\(content)}"
        return try FeedParser.parse(
            Array(source.utf8), url: "https://example.org/dir/feed.json", contentType: "text/html")
    }

    @Test(arguments: [
        (#""author":{"name":"Ann"}"#, [Author(name: "Ann")]),
        (#""authors":[{"name":"Ann"},{"name":"Ben"}]"#, [Author(name: "Ann"), Author(name: "Ben")]),
        (#""authors":{"name":"Ann"}"#, [Author(name: "Ann")]),
        (#""authors":[{"name":"Ann"}],"author":{"name":"Ann"}"#, [Author(name: "Ann")]),
        (#""authors":"Ann""#, [Author(name: "Ann")]),
        (#""authors":[null,7.5e,{}]"#.replacing("7.5e", with: "true"), []),
        (#""author":{"url":"mailto:a@example.org"}"#, [Author(email: "a@example.org")]),
    ])
    func `Authors are read in any form that feeds use`(_ source: String, _ authors: [Author]) throws {
        #expect(try feed(source).authors == authors)
    }

    @Test("A value of the wrong type loses only itself") func aValueOfTheWrongTypeLosesOnlyItself() throws {
        let items = try feed(
            #"""
            "items":[{"id":7,"title":["x"],"content_text":"a","tags":"t","attachments":{}},"no",null,
            {"id":null,"url":"/b","content_html":"<img src='p.png'>","date_published":3,"attachments":[{"url":"/f.mp3",
            "mime_type":"audio/mpeg","size_in_bytes":"12","duration_in_seconds":1.5},{"url":5}]}]
            """#
        ).items
        #expect(items.map(\.id) == ["7", "https://example.org/b"])
        #expect(items.first?.tags == ["t"])
        #expect(items.last?.contentHTML == #"<img src="https://example.org/dir/p.png">"#)
        let file = Enclosure(url: "https://example.org/f.mp3", mimeType: "audio/mpeg", size: 12, duration: 1.5)
        #expect(items.last?.enclosures == [file])
    }

    @Test(arguments: [
        (#"a\u001b[31mb"#, "a[31mb"), (#"\ud83d\ude82"#, "🚂"), (#"\ud83dx"#, "x"), (#"a\/b\"c\\d"#, "a/b\"c\\d"),
        (#"&amp; <b>"#, "&amp; <b>"), (#"one\r\n two"#, "one two"), (#"\u202eleft"#, "left"),
        (#"Zeit\u00adreise"#, "Zeitreise"),
    ])
    func `Escapes in a string are decoded, and control characters are dropped`(_ source: String, _ title: String) throws
    {
        #expect(try feed("\"title\":\"\(source)\"").title == title)
    }

    @Test("A document with too many values keeps the articles before the limit")
    func maximumValues() throws {
        let many = String(repeating: "[],", count: 2_000_000)
        #expect(try feed(#""items":[{"id":"1"},{"id":"2","x":[\#(many)1]},{"id":"3"}]"#).items.map(\.id) == ["1"])
        let members = String(repeating: "\"\":1,", count: 2_000_000)
        #expect(try feed(#""items":[{"id":"1"},{\#(members)"id":"2"},{"id":"3"}]"#).items.map(\.id) == ["1"])
    }

    @Test("An article keeps its first 1,000 attachments") func maximumAttachments() throws {
        let files = (0..<1_500).map { #"{"url":"/\#($0)"}"# }.joined(separator: ",")
        let enclosures = try feed(#""items":[{"id":"1","attachments":[\#(files)]}]"#).items.first?.enclosures
        #expect(enclosures?.count == 1_000 && enclosures?.last?.url == "https://example.org/999")
    }

    /// A truncated document keeps its complete items; without any it is not a feed.
    @Test("A truncated document keeps complete items") func truncatedDocumentKeepsCompleteItems() throws {
        let whole = Array(
            #"{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","tags":["a"]},{"id":"2","title":"x\u0041"}]}"#
                .utf8)
        let first = try #require(whole.firstIndex(of: UInt8(ascii: "]")))
        for length in 2..<whole.count {
            let items = try? FeedParser.parse(Array(whole.prefix(length))).items.map(\.id)
            let expected: [String]? = length <= first + 1 ? nil : length < whole.count - 2 ? ["1"] : ["1", "2"]
            #expect(items == expected, "truncated after \(length)")
        }
    }

    @Test(
        "Markup after a document does not matter, but other text does",
        arguments: [("\n<!-- Dynamic page in 0.2 s. -->\n", true), ("<script>x</script>", true), (" x", false)])
    func markupAfterTheDocument(_ end: String, _ isRead: Bool) throws {
        let source = #"{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1"}]}"# + end
        let parsed = try? FeedParser.parse(Array(source.utf8))
        #expect(parsed?.items.map(\.id) == (isRead ? ["1"] : nil) && parsed?.isTruncated != true)
    }

    @Test("The parser reads pages, icons and other addresses") func pagesAndOtherAddresses() throws {
        let parsed = try feed(
            #""home_page_url":"/","feed_url":"feed.json","next_url":"?p=2","icon":"i.png","description":"d","language":"de""#
        )
        #expect(parsed.homePageURL == "https://example.org/")
        #expect(parsed.feedURL == "https://example.org/dir/feed.json")
        #expect(parsed.nextURL == "https://example.org/dir/feed.json?p=2")
        #expect(parsed.iconURL == "https://example.org/dir/i.png")
        #expect(parsed.summary == "d")
        #expect(parsed.language == "de")
    }

    /// A round trip keeps these fields.
    @Test("The parser reads back every feed that the writer writes") func writtenFeedsAreReadBack() throws {
        let feeds = try Fixture.feeds
        #expect(feeds.count > 20)
        for parsed in feeds {
            let again = try FeedParser.parse(JSONFeedWriter.write(parsed))
            #expect(again.title ?? "" == parsed.title ?? "")
            #expect(again.items.map(\.id) == parsed.items.map(\.id))
            #expect(again.items.map(\.contentHTML) == parsed.items.map(\.contentHTML))
            #expect(again.items.map(\.title) == parsed.items.map(\.title))
            #expect(
                again.items.map(\.published)
                    == parsed.items.map {
                        $0.published.map { Date(timeIntervalSince1970: $0.timeIntervalSince1970.rounded(.down)) }
                    })
            #expect(again.items.map(\.tags) == parsed.items.map(\.tags))
        }
    }

    @Test("The writer writes valid JSON") func writerWritesValidJSON() throws {
        var parsed = ParsedFeed()
        parsed.title = "\"quoted\" \\ \n\t 日本 🚂"
        parsed.items = [ParsedItem(id: "1")]
        let data = Data(JSONFeedWriter.write(parsed))
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(object["title"] as? String == parsed.title)
        let item = try #require((object["items"] as? [[String: Any]])?.first)
        #expect(item["content_text"] as? String == "")
    }
}
