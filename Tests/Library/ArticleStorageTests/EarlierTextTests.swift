import FeedModel
import Testing

@testable import ArticleStorage

@Suite struct EarlierTextTests {
    @Test("An edited article keeps the text with which it arrived, even after further edits")
    func keepsFirst() throws {
        let library = try Library()
        let feed = try library.feed("one", [item("News", html: "<p>first</p>"), item("Other", hoursAgo: 1)])
        let id = try library.id("News")
        #expect(try library.store.earlierText(of: id) == nil)
        #expect(try library.store.whole(id, withPage: false)?.isEdited == false)
        for text in ["<p>second</p>", "<p>third</p>"] {
            try library.ingest([item("News", html: text)], into: feed)
        }
        #expect(try library.store.earlierText(of: id)?.html == "<p>first</p>")
        #expect(try library.store.whole(id, withPage: false)?.isEdited == true)
        #expect(try library.store.beginning(of: id, withPage: false, upTo: 99)?.isEdited == true)
        #expect(try library.store.article(id)?.item.contentHTML == "<p>third</p>")
        #expect(try library.store.earlierText(of: library.id("Other")) == nil)
    }

    @Test("Very long texts are not stored twice")
    func longTexts() throws {
        let library = try Library()
        let long = "<p>" + String(repeating: "word ", count: 60_000) + "</p>"
        let feed = try library.feed("one", [item("News", html: long)])
        try library.ingest([item("News", html: "<p>short</p>")], into: feed)
        #expect(try library.store.earlierText(of: library.id("News")) == nil)
    }
}
