import FeedModel
import FoundationEssentials
import Testing

@testable import ArticleStorage

/// Other processes, such as a refresh or a second move, change a feed while its articles are moved in.
@Suite struct MovedMeanwhileTests {
    let library: Library
    let store: ArticleStore

    init() throws {
        library = try Library()
        store = library.store
    }

    private func flagged(_ title: String) -> MovedArticle {
        var flagged = item(title)
        flagged.tags = ["flag-s"]
        return MovedArticle(guid: flagged.id, item: flagged, marks: MovedMarks(isRead: true))
    }

    @Test("An article that a refresh stores meanwhile is not stored twice, and gets its marks")
    func articlesStoredMeanwhile() throws {
        let id = try library.feed()
        var feed = try MovedFeed(of: id, in: store, isShared: true, at: now)
        for title in ["a", "b"] { try feed.add(flagged(title)) }
        try library.ingest([item("a"), item("c")], into: id)
        let count = try feed.finish()
        #expect((count.added, count.known) == (1, 1))
        #expect(try library.titles(.all, unreadOnly: true) == ["c"])
        #expect(try library.counts(id) == [1, 3])
        #expect(try store.article(library.id("a"))?.item.tags == ["flag-s"])
    }

    @Test("A later move does not add marks to an article that a refresh stores meanwhile")
    func laterMovesAddNoMarks() throws {
        let id = try library.feed()
        var first = try MovedFeed(of: id, in: store, isShared: true, at: now)
        _ = try first.finish()
        var later = try MovedFeed(of: id, in: store, isShared: true, at: now)
        try later.add(flagged("a"))
        try library.ingest([item("a")], into: id)
        let count = try later.finish()
        #expect((count.added, count.known) == (0, 1))
        #expect(try library.titles(.all, unreadOnly: true) == ["a"])
    }

    @Test("An article that is removed meanwhile does not stop the move")
    func articlesRemovedMeanwhile() throws {
        let id = try library.feed("one", [item("a"), item("b")])
        var feed = try MovedFeed(of: id, in: store, isShared: true, at: now)
        for title in ["a", "b"] { try feed.add(flagged(title)) }
        try library.delete([library.id("a")])
        try store.purge(before: now.addingTimeInterval(1))
        let count = try feed.finish()
        #expect(count.known == 2)
        #expect(try library.titles(.all) == ["b"])
        #expect(try library.counts(id) == [0, 1])
    }
}
