import FeedModel
import FoundationEssentials
import Testing

@testable import ArticleStorage

/// The ids, the cursor and the waiting marks of an account.
@Suite struct RemoteStatesTests {
    let library: Library
    var store: ArticleStore { library.store }

    init() throws {
        library = try Library()
    }

    /// Returns an account whose server has a feed with these articles.
    private func account(
        _ kind: ServerKind, with ids: [String], isStarred: Bool = false, cursor: String = "1"
    ) throws -> AccountID {
        let account = try library.account(kind)
        let feed = RemoteFeed(id: "f", title: "Feed", feedURL: "https://one.example/feed")
        let articles = ids.map {
            RemoteArticle(id: $0, feed: "f", item: item($0), isRead: false, isStarred: isStarred)
        }
        let page = SyncPage(
            feeds: [feed], articles: articles, cursor: SyncCursor(epoch: "e", position: cursor))
        _ = try store.apply(page, to: account, at: now)
        return account
    }

    private func send(_ account: AccountID) throws {
        try store.removeOutgoing(store.outgoingMarks(for: account, limit: 9), of: account)
    }

    @Test(
        "The id of an article that was deleted for good is kept, unless the server lists no ids",
        arguments: [(ServerKind.miniflux, true), (.since, false)])
    func deletedID(_ kind: ServerKind, _ isKept: Bool) throws {
        let account = try account(kind, with: ["1", "2"])
        try library.delete([library.id("1")])
        try store.purge(before: now.addingTimeInterval(1))
        let known = try store.knownArticles(of: account)
        #expect(known.refused == (isKept ? ["1"] : []) && Set(known.marks.keys) == ["2"])
    }

    @Test("A deleted article is not purged before its marks are sent")
    func purge() throws {
        let account = try account(.miniflux, with: ["1"])
        let id = try library.id("1")
        try store.set(.starred(true), on: [id])
        try library.delete([id])
        try store.purge(before: now.addingTimeInterval(1))
        #expect(try store.article(id)?.isStarred == true)
        try send(account)
        try store.purge(before: now.addingTimeInterval(1))
        #expect(try store.article(id) == nil)
    }

    @Test("A starred article that the server has deleted keeps its id until its marks are sent")
    func starOfDeleted() throws {
        let account = try account(.miniflux, with: ["1"], isStarred: true)
        let id = try library.id("1")
        try store.set(.read(true), on: [id])
        try store.keepStars(ofDeleted: ["1"], of: account)
        #expect(try store.outgoingMarks(for: account, limit: 9).map(\.id) == ["1"])
        try send(account)
        try store.keepStars(ofDeleted: ["1"], of: account)
        #expect(try store.knownArticles(of: account).marks.isEmpty && store.article(id)?.isStarred == true)
    }

    @Test("The server's list of a label undoes neither a waiting change of the tag nor one that was just sent")
    func tags() throws {
        let account = try account(.greader, with: ["1"])
        let id = try library.id("1")
        func list(_ ids: Set<String>, sent: [OutgoingMark] = []) throws -> [String] {
            let label = RemoteLabel("sea", ids: ids, isComplete: true)
            _ = try store.apply([label], to: account, sent: sent, listed: ["1", "2"], at: now)
            return try store.ownTags(of: id)
        }
        for isAdded in [true, false] { try store.set(.tagged("sea", isAdded), on: [id]) }
        #expect(try list(["1"]) == [], "the removal waits")
        try store.set(.tagged("sea", true), on: [id])
        #expect(try list([]) == ["sea"], "the tag waits")
        let sent = try store.outgoingMarks(for: account, limit: 9)
        try send(account)
        #expect(try list(["1"]) == ["sea"])
        #expect(try list([], sent: sent) == ["sea"], "the list may be older than the mark")
        #expect(try list([]) == [])
    }

    @Test(
        "The cursor moves back to a lower id, never forward; ids are compared as numbers",
        arguments: [("12", "10", "10"), ("10", "9", "9"), ("9", "10", "9"), ("10", "10", "10")])
    func cursor(_ position: String, _ newest: String, _ expected: String) throws {
        let account = try account(.miniflux, with: ["1"], cursor: position)
        try store.moveCursor(of: account, backTo: newest)
        #expect(try store.account(account)?.cursor == SyncCursor(epoch: "e", position: expected))
    }
}
