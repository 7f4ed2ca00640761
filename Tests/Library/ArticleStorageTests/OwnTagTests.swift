import FeedModel
import Testing

@testable import ArticleStorage

@Suite struct OwnTagTests {
    @Test("Tags are added, listed, found and removed; an edit of the article keeps them")
    func tags() throws {
        let library = try Library()
        var story = item("News", html: "<p>first</p>")
        story.tags = ["Weather"]
        let feed = try library.feed("one", [story, item("Other", hoursAgo: 1)])
        let id = try library.id("News")
        let change = try library.store.set(.tagged("night train", true), on: [id])
        #expect(change.articles == [id])
        #expect(try library.store.set(.tagged("night train", true), on: [id]).articles.isEmpty)
        _ = try library.store.set(.tagged("a", true), on: [id])
        story.contentHTML = "<p>second</p>"
        try library.ingest([story], into: feed)
        #expect(try library.store.ownTags(of: id) == ["a", "night train"])
        let listing = ArticleListing(.all, midnight: midnight)
        #expect(
            try library.store.page(of: listing, at: .start, limit: 9).rows.map(\.tags) == [["a", "night train"], []])
        #expect(try library.titles(.search("tag:train")) == ["News"])
        #expect(try library.titles(.search("tag:weather")) == ["News"])
        #expect(try library.titles(.search("-tag:\"night train\"")) == ["Other"])
        #expect(try library.titles(.search("tag:100%")) == [])
        try library.store.undo(change)
        #expect(try library.store.ownTags(of: id) == ["a"])
        #expect(try library.store.whole(id, withPage: false)?.tags == ["a"])
    }

    @Test("The tags of all articles are listed once each, in alphabetical order")
    func tagsOfAllArticles() throws {
        let library = try Library()
        _ = try library.feed("one", [item("News"), item("Other", hoursAgo: 1)])
        let (news, other) = (try library.id("News"), try library.id("Other"))
        _ = try library.store.set(.tagged("sea", true), on: [news, other])
        _ = try library.store.set(.tagged("later", true), on: [other])
        #expect(try library.store.ownTags() == ["later", "sea"])
    }

    @Test(
        "A tag with any characters survives in the journal of marks",
        arguments: ["sea", "a b, c", "%41 ü 東", "-x", "tag:1"])
    func journal(_ name: String) throws {
        for isAdded in [true, false] {
            let mark = JournalEntry(number: 7, change: .mark(.tagged(name, isAdded)), ids: [ArticleID(rawValue: 3)])
            let line = mark.line
            #expect(JournalEntry(line.dropLast()) == mark)
        }
    }

    @Test(
        "A typed line is read as a list of names",
        arguments: [
            ("sea, night train", ["sea", "night train"]), ("#sea,#sea, ,", ["sea"]), ("a\u{1B}[m", ["a[m"]), ("", []),
            (String(repeating: "x", count: 61), []),
        ])
    func names(_ line: String, _ names: [String]) {
        #expect(OwnTag.names(in: line) == names)
    }

    @Test("A minus removes a name")
    func changes() {
        let changes = OwnTag.changes(in: "sea, -rain, -")
        #expect(changes.map(\.name) == ["sea", "rain"] && changes.map(\.isAdded) == [true, false])
    }
}
