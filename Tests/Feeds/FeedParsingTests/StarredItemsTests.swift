import FeedModel
import FeedParsing
import Testing

@Suite struct StarredItemsTests {
    @Test("Labels become tags, states become marks")
    func labels() throws {
        let text = """
            {"items": [
            {"title": "A", "published": 1767225600, "canonical": [{"href": "https://a.example/1"}],
             "categories": ["user/1/state/com.google/read", "user/1/label/Sea", "user/-/label/Night train", "user/1/label/",
                "rain"],
             "origin": {"streamId": "feed/https://a.example/feed", "title": "Feed"}},
            {"alternate": [{"href": "https://a.example/2"}]}, {"title": "no link"}
            ]}
            """
        let starred = try #require(StarredItems(parsing: Array(text.utf8)))
        #expect(starred.items.map(\.article.ownTags) == [["Sea", "Night train"], []])
        #expect(starred.items.map(\.article.marks.isRead) == [true, false])
        #expect(starred.items.map(\.feedURL) == ["https://a.example/feed", nil])
        #expect(starred.withoutLink == 1)
    }

    @Test("The address of a feed has no tab and no line break") func breaksInAddress() throws {
        let text = #"""
            {"items": [{"canonical": [{"href": "https://a.example/1"}],
             "origin": {"streamId": "feed/https://a.example/\n9\tBank"}}]}
            """#
        let starred = try #require(StarredItems(parsing: Array(text.utf8)))
        #expect(starred.items.map(\.feedURL) == ["https://a.example/9Bank"])
    }

    @Test("A label with a comma becomes one tag") func commas() throws {
        let text = """
            {"items": [{"canonical": [{"href": "https://a.example/1"}],
             "categories": ["user/-/label/Food, Drink", "user/-/label/a,b"]}]}
            """
        let starred = try #require(StarredItems(parsing: Array(text.utf8)))
        #expect(starred.items.map(\.article.ownTags) == [["Food Drink", "a b"]])
    }

    @Test(
        "A title in HTML becomes text",
        arguments: [
            ("Ships &amp;amp; <i>Boats</i>", "Ships &amp; Boats"), ("Bits &amp; Bobs", "Bits & Bobs"),
            ("a < b", "a < b"),
        ])
    func titles(written: String, shown: String) throws {
        let text = #"{"items": [{"title": "\#(written)", "canonical": [{"href": "https://a.example/1"}]}]}"#
        let starred = try #require(StarredItems(parsing: Array(text.utf8)))
        #expect(starred.items.map(\.article.item.title) == [shown])
    }

    @Test("A byte order mark is not part of the file's text") func marks() throws {
        let text = #"{"items": [{"title": "é", "canonical": [{"href": "https://a.example/1"}]}]}"#
        let marked: [UInt8] = [0xEF, 0xBB, 0xBF] + Array(text.utf8)
        let wide: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { unit in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        for bytes in [marked, wide] {
            let starred = try #require(StarredItems(parsing: bytes))
            #expect(starred.items.map(\.article.item.title) == ["é"])
            #expect(starred.isWhole)
        }
    }

    @Test("A truncated file is recognised") func truncated() throws {
        let text = #"{"items": [{"title": "a", "canonical": [{"href": "https://a.example/1"}]}, {"title": "b"#
        let starred = try #require(StarredItems(parsing: Array(text.utf8)))
        #expect(starred.items.map(\.article.item.title) == ["a"])
        #expect(!starred.isWhole)
    }
}
