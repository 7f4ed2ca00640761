import FeedModel
import FoundationEssentials
import Testing

@testable import ArticleStorage

/// Marks that a server has lost: it assigns new ids, and lists its articles without them.
@Suite struct LostMarkTests {
    let library: Library
    let account: AccountID
    var store: ArticleStore { library.store }

    init() throws {
        library = try Library()
        account = try library.account(.greader)
    }

    private func feed(_ id: String) -> RemoteFeed {
        RemoteFeed(id: id, title: "Feed", feedURL: "https://one.example/feed")
    }

    private func remote(_ title: String, id: String, feed: String, isRead: Bool, labels: [String]) -> RemoteArticle {
        RemoteArticle(id: id, feed: feed, item: item(title), isRead: isRead, isStarred: false, labels: labels)
    }

    private func apply(_ feed: RemoteFeed, _ articles: [RemoteArticle]) throws {
        let page = SyncPage(feeds: [feed], articles: articles, cursor: SyncCursor(position: "1"))
        _ = try store.apply(page, to: account, at: now)
    }

    private func outgoing() throws -> Set<String> {
        Set(try store.outgoingMarks(for: account, limit: 50).map { "\($0.id) \($0.mark)" })
    }

    @Test(
        "Lost marks are kept and sent again, after a reset and after a new subscription", arguments: [true, false])
    func sentAgain(isReset: Bool) throws {
        try apply(feed("f"), ["a", "b"].map { remote($0, id: $0, feed: "f", isRead: false, labels: ["sea"]) })
        let (a, b) = (try library.id("a"), try library.id("b"))
        try store.set(.starred(true), on: [a])
        try store.set(.read(true), on: [a, b])
        try store.set(.read(false), on: [b])
        try store.set(.tagged("mine", true), on: [a])
        try store.removeOutgoing(store.outgoingMarks(for: account, limit: 50), of: account)
        #expect(try outgoing().isEmpty)

        if isReset { try store.resetAccount(account) }
        let name = isReset ? "f" : "new f"
        let articles = [
            remote("a", id: "1", feed: name, isRead: false, labels: []),
            remote("b", id: "2", feed: name, isRead: true, labels: ["sea"]),
        ]
        try apply(feed(name), articles)
        let tags = ["1 tagged(\"mine\", true)", "1 tagged(\"sea\", true)"]
        #expect(try outgoing() == Set(["1 read(true)", "1 starred(true)"] + tags))
        let article = try #require(try store.article(a))
        #expect(article.isRead && article.isStarred)
        #expect(try store.ownTags(of: a) == ["mine", "sea"])
        // This article was read on the server, and that mark arrives here.
        #expect(try store.article(b)?.isRead == true)
        #expect(try store.subscriptions().count == 1 && library.titles(.all).count == 2)
    }

    /// Returns an article of a feed whose articles all link to the home page, with the link as guid unless one is
    /// given.
    private func note(_ title: String?, hoursAgo: Double, id: String, guid: String? = nil) -> RemoteArticle {
        var item = item("home", hoursAgo: hoursAgo, guid: guid ?? "https://example.org/home")
        item.title = title
        return RemoteArticle(id: id, feed: "f", item: item, isRead: false, isStarred: false)
    }

    @Test("No mark moves to an article that has only the link in common", arguments: [true, false])
    func sharedLink(hasGuids: Bool) throws {
        let guids: [String?] = hasGuids ? ["one", "two"] : [nil, nil]
        let old = note("Old", hoursAgo: 9, id: "5", guid: guids[0])
        try apply(feed("f"), [old])
        let id = try library.id("Old")
        try store.set(.starred(true), on: [id])
        try store.removeOutgoing(store.outgoingMarks(for: account, limit: 50), of: account)
        try store.set(.read(true), on: [id])
        try store.resetAccount(account)
        try apply(feed("f"), [note("New", hoursAgo: 1, id: "7", guid: guids[1])])
        #expect(try outgoing().isEmpty)
        #expect(try Set(library.titles(.all)) == ["New", "Old"])
        var listed = old
        listed.id = "6"
        try apply(feed("f"), [listed])
        #expect(try outgoing() == ["6 read(true)", "6 starred(true)"])
        #expect(try library.titles(.all).count == 2)
    }

    @Test("An edited article is matched by its link, unless others have the link too", arguments: [true, false])
    func editedTitle(isShared: Bool) throws {
        try apply(feed("f"), [note("Old", hoursAgo: 9, id: "5")])
        if isShared { try apply(feed("f"), [note("Other", hoursAgo: 9, id: "6")]) }
        try store.set(.starred(true), on: [library.id("Old")])
        try store.resetAccount(account)
        try apply(feed("f"), [note("Edited", hoursAgo: 9, id: "8")])
        let expected: Set<String> = isShared ? [] : ["8 starred(true)"]
        #expect(try outgoing() == expected)
    }

    @Test("An article whose id stays has the server's marks, and nothing is sent")
    func sameID() throws {
        try apply(feed("f"), [remote("a", id: "a", feed: "f", isRead: true, labels: ["sea"])])
        try apply(feed("f"), [remote("a", id: "a", feed: "f", isRead: false, labels: [])])
        #expect(try outgoing().isEmpty)
        #expect(try store.article(library.id("a"))?.isRead == false)
        #expect(try store.ownTags(of: library.id("a")).isEmpty)
    }
}
