import FeedModel
import Testing

@testable import ArticleStorage

@Suite struct NoteTests {
    let library: Library
    let store: ArticleStore

    init() throws {
        library = try Library()
        store = library.store
    }

    @Test("A note is stored with its article, replaced and removed")
    func stored() throws {
        try library.feed("one", [item("a"), item("b")])
        let (id, other) = (try library.id("a"), try library.id("b"))
        #expect(try store.setNote("read\n again\u{1B}[31m ", of: id) == "")
        #expect(try store.article(id)?.note == "read again[31m")
        #expect(try store.whole(id, withPage: true)?.article.note == "read again[31m")
        #expect(try store.beginning(of: id, withPage: false, upTo: 100)?.article.note == "read again[31m")
        #expect(try store.article(other)?.note == nil)
        #expect(try store.setNote(String(repeating: "x", count: 5_000), of: id) == "read again[31m")
        #expect(try store.article(id)?.note?.utf8.count == 4_000)
        try store.setNote(" ", of: id)
        #expect(try store.article(id)?.note == nil)
    }

    @Test("An edit of the article keeps its note, and so does retention")
    func kept() throws {
        let id = try library.feed("one", [item("old", hoursAgo: 2), item("other", hoursAgo: 2), item("new")])
        try store.setNote("mine", of: library.id("old"))
        try library.ingest([item("newer", hoursAgo: 2, guid: "guid of old")], into: id)
        var policy = RetentionPolicy(maximumAge: 3_600)
        (policy.removesUnread, policy.removesStarred) = (true, true)
        #expect(try store.retain(policy, in: id, at: now) == 1)
        #expect(try library.titles(.all) == ["new", "newer"])
        #expect(try store.article(library.id("newer"))?.note == "mine")
    }

    @Test("An article with a note stays when its server has deleted it", arguments: [ServerKind.miniflux, .since])
    func deletedByServer(_ kind: ServerKind) throws {
        let account = try library.account(kind)
        let feed = RemoteFeed(id: "f", title: "Feed", feedURL: "https://one.example/feed")
        let articles = ["a", "b"].map {
            RemoteArticle(id: $0, feed: "f", item: item($0), isRead: true, isStarred: false)
        }
        let cursor = SyncCursor(epoch: "e", position: "1")
        _ = try store.apply(SyncPage(feeds: [feed], articles: articles, cursor: cursor), to: account, at: now)
        let id = try library.id("a")
        try store.setNote("mine", of: id)
        for _ in 1...2 { _ = try store.apply([.gone("a"), .gone("b")], to: account, at: now) }
        #expect(try library.titles(.all) == ["a"] && store.article(id)?.note == "mine")
        // The person no longer wants it.
        try store.setNote("", of: id)
        _ = try store.apply([.gone("a")], to: account, at: now)
        #expect(try library.titles(.all).isEmpty)
    }

    @Test(
        "note: finds a part of a note, has:note any note",
        arguments: [
            ("note:again", ["a"]), ("note:\"read again\"", ["a"]), ("note:AGA", ["a"]), ("note:nothing", []),
            ("has:note", ["b", "a"]), ("-has:note", ["c"]), ("-note:again", ["c", "b"]),
            ("note:again or note:later", ["b", "a"]),
        ])
    func searched(_ query: String, _ titles: [String]) throws {
        try library.feed("one", [item("c"), item("b", hoursAgo: 1), item("a", hoursAgo: 2)])
        try store.setNote("read again", of: library.id("a"))
        try store.setNote("later", of: library.id("b"))
        try library.indexAll()
        #expect(try library.titles(.search(query)) == titles)
    }
}
