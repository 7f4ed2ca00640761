import FeedModel
import FeedParsing
import Testing

/// The documents of the since-id endpoint.
@Suite struct SinceDocumentTests {
    @Test("The parser reads back a complete page")
    func page() throws {
        let page = try SinceDocument(parsing: Fixture.bytes("since-page.json"), url: nil)
        #expect(page.epoch == "5f5c59d40162" && page.oldest == 1 && page.last == 4 && page.hasMore && page.hasGap)
        #expect(
            page.feeds == [
                RemoteFeed(
                    id: "urn:f:1", position: "1", title: "Wire", feedURL: "https://a.example/feed",
                    homePageURL: "https://a.example/", folder: ["News", "A/B"]),
                RemoteFeed(id: "urn:f:2", position: "2", isDeleted: true),
            ])
        #expect(page.articles.map(\.id) == ["urn:x:3", "urn:x:9"] && page.articles.map(\.position) == ["3", "4"])
        #expect(page.articles[0].item?.title == "Three" && page.articles[0].feed == "urn:f:1")
        #expect(page.articles[0].isRead == false && page.articles[0].isStarred == true)
        #expect(page.articles[0].labels == ["far away", "sea"])
        #expect(page.articles[1].item == nil && page.articles[1].labels == nil)
        #expect(try SinceDocument(parsing: page.written(), url: nil) == page)
    }

    @Test("The parser refuses a document that is truncated anywhere")
    func cutOff() throws {
        for name in ["since-page.json", "since-marks.json", "since-answer.json"] {
            let bytes = try Fixture.bytes(name).trimmed
            for end in bytes.indices {
                let part = Array(bytes[..<end])
                #expect((try? SinceDocument(parsing: part, url: nil)) == nil)
                #expect(SinceStates.marks(in: part) == nil && SinceStates.results(in: part) == nil, "\(end)")
            }
        }
    }

    @Test("Raw and escaped control characters give the same id")
    func controlCharacters() {
        let marks = [
            #"{"ops":[{"id":"urn:\u0000\u202e1","read":true}]}"#,
            "{\"ops\":[{\"id\":\"urn:\u{0}\u{202E}1\",\"read\":true}]}",
        ]
        #expect(marks.map { SinceStates.marks(in: Array($0.utf8))?.map(\.id) } == [["urn:1"], ["urn:1"]])
        let answer = "{\"done\":[],\"gone\":[\"ur\u{0}n:1\"]}"
        #expect(SinceStates.results(in: Array(answer.utf8))?.gone == ["urn:1"])
    }

    @Test("The parser reads back marks and their results")
    func states() throws {
        let marks = try #require(SinceStates.marks(in: Fixture.bytes("since-marks.json")))
        #expect(marks.map(\.id) == ["urn:x:3", "urn:x:5", "urn:x:5", "urn:x:7", "urn:x:7", "urn:x:7"])
        let tags: [Mark] = [.tagged("far away", true), .tagged("sea", true), .tagged("land", false)]
        #expect(marks.map(\.mark) == [.read(true), .read(true), .starred(false)] + tags)
        #expect(SinceStates.marks(in: SinceStates.writtenMarks(marks))?.map(\.mark) == marks.map(\.mark))
        let answer = try #require(SinceStates.results(in: Fixture.bytes("since-answer.json")))
        #expect(answer.done == ["urn:x:3"] && answer.gone == ["urn:x:5", "urn:x:9"])
    }
}

extension [UInt8] {
    /// The file without its final newline.
    fileprivate var trimmed: [UInt8] {
        last == 0x0A ? Array(dropLast()) : self
    }
}
