import FeedModel
import FoundationEssentials
import Testing

@testable import ArticleStorage

/// Articles that the person deletes, and restores.
@Suite struct DeletedArticlesTests {
    private static let items = ["harbour", "ferry", "rain"].enumerated().map { index, title in
        item(title, hoursAgo: Double(index + 1), html: "<p>The text of \(title)</p>")
    }

    let library: Library
    let store: ArticleStore
    let feed: SubscriptionID
    let ferry: ArticleID

    init() throws {
        library = try Library()
        store = library.store
        feed = try library.feed("one", Self.items)
        ferry = try library.id("ferry")
        try library.indexAll()
    }

    /// Returns the lists that hold the article, and the counts.
    private func shown() throws -> [String] {
        let searches: [ArticleScope] = [.search("ferry"), .search("tag:sea"), .filtered(.all, "ferry")]
        let lists = try ([.all, .unread, .starred, .today, .feed(feed)] + searches).map { scope in
            try library.titles(scope).joined(separator: " ")
        }
        let overview = try store.overview(midnight: midnight)
        let counts = [overview.unreadCount, overview.starredCount, overview.articleCount] + (try library.counts(feed))
        return lists + [counts.map(String.init).joined(separator: " ")]
    }

    @Test("A deleted article leaves every list, count and search, and returns to all of them with its marks")
    func undo() throws {
        try store.set(.starred(true), on: [ferry])
        try store.set(.tagged("sea", true), on: [ferry])
        let before = try shown()
        #expect(before.last == "3 1 3 3 3" && before.allSatisfy { !$0.isEmpty }, "\(before)")
        #expect(try store.delete([ferry], at: now) == ArticleDeletion(articles: [ferry], starred: 1))
        let left = "harbour rain"
        #expect(try shown() == [left, left, "", left, left, "", "", "", "2 0 2 2 2"])
        #expect(try store.listedMarks(of: [ferry]).isEmpty, "a full pack store removes it")
        #expect(try store.delete([ferry], at: now).articles == [])
        #expect(try store.restore([ferry]) == [ferry])
        #expect(try shown() == before)
        #expect(try store.restore([ferry]) == [])
    }

    @Test("No refresh brings a deleted article back: not unchanged, not edited, not after the purge")
    func refresh() throws {
        try store.delete([ferry], at: now)
        var edited = Self.items
        edited[1].contentHTML = "<p>Another text</p>"
        for items in [Self.items, edited] {
            let summary = try library.ingest(items, into: feed)
            #expect(summary.new == [] && summary.updated == [])
        }
        try store.purge(before: now.addingTimeInterval(1))
        #expect(try store.article(ferry) == nil)
        #expect(try library.ingest(edited, into: feed).new == [])
        #expect(try library.titles(.all) == ["harbour", "rain"])
    }

    @Test("An article whose feed has been removed meanwhile returns only with the feed")
    func removedFeed() throws {
        try store.delete([ferry], at: now)
        try store.remove(feed, at: now.addingTimeInterval(1))
        try store.restore([ferry])
        #expect(try library.titles(.all) == [])
        try store.restore(feed)
        #expect(try library.titles(.all) == ["harbour", "ferry", "rain"])
    }

    @Test("Deleted articles are listed with the time of deletion, the last one first, until restored or purged")
    func list() throws {
        #expect(try store.deletedArticles(limit: 9).isEmpty)
        let (harbour, rain) = (try library.id("harbour"), try library.id("rain"))
        try store.set(.tagged("sea", true), on: [rain])
        try store.set(.read(true), on: [ferry])
        try store.delete([rain, ferry], at: now)
        try store.delete([harbour], at: now.addingTimeInterval(1))
        let rows = try store.deletedArticles(limit: 9)
        #expect(rows.map(\.title) == ["harbour", "ferry", "rain"])
        #expect(rows.map(\.deleted) == [now.addingTimeInterval(1), now, now])
        #expect(rows.map(\.tags) == [[], [], ["sea"]])
        #expect(try store.deletedArticles(limit: 2).map(\.title) == ["harbour", "ferry"])
        #expect(try store.deletedArticles(unreadOnly: true, limit: 9).map(\.title) == ["harbour", "rain"])
        try store.restore([rain])
        try store.purge(before: now.addingTimeInterval(1))
        #expect(try store.deletedArticles(limit: 9).map(\.title) == ["harbour"])
        try store.remove(feed, at: now)
        #expect(try store.deletedArticles(limit: 9).isEmpty, "lede mark undelete would not bring any back")
    }

    @Test("If marks apply to whole stories, deletions do, too")
    func story() throws {
        store.marksStoriesTogether = true
        try library.feed("two", [item("ferry", hoursAgo: 1)])
        let deletion = try store.delete([ferry], at: now)
        #expect(deletion.articles.count == 2 && deletion.copies == 1)
        #expect(try library.titles(.all) == ["harbour", "rain"])
        #expect(try store.restore([ferry]).count == 2)
        #expect(try library.titles(.all).count == 4)
        #expect(try store.delete([ferry], at: now).articles.count == 2)
        store.marksStoriesTogether = false
        #expect(try store.restore([ferry]) == [ferry])
    }

    @Test("An article of an account is deleted only here: its marks go out, and no sync brings it back")
    func served() throws {
        let account = try library.account(.since)
        let remote = RemoteArticle(id: "a", feed: "f", item: item("a"), isRead: false, isStarred: false)
        func sync() throws {
            let cursor = SyncCursor(epoch: "e", position: "1")
            let feeds = [RemoteFeed(id: "f", title: "Feed", feedURL: "https://hub.example/feed")]
            _ = try store.apply(SyncPage(feeds: feeds, articles: [remote], cursor: cursor), to: account, at: now)
        }
        try sync()
        let id = try library.id("a")
        try store.set(.read(true), on: [id])
        #expect(try store.delete([id], at: now).served == 1)
        try sync()
        #expect(try library.titles(.all) == ["harbour", "ferry", "rain"])
        #expect(try store.outgoingMarks(for: account, limit: 9).count == 1)
        try store.purge(before: now.addingTimeInterval(1))
        #expect(try store.restore([id]) == [id], "a purge waits for the mark")
        #expect(try store.article(id)?.isRead == true)
    }

    // MARK: - Saved pages

    private func saved() throws -> SubscriptionID {
        try #require(try store.subscriptions().first { $0.feedURL == SavedFeed.address }).id
    }

    @Test("An article that was marked on its server while it was deleted here returns with that mark")
    func markedElsewhere() throws {
        let account = try library.account(.since)
        let feed = RemoteFeed(id: "f", title: "Feed", feedURL: "https://two.example/feed")
        var article = RemoteArticle(id: "1", feed: "f", item: item("storm"), isRead: false, isStarred: false)
        _ = try store.apply(SyncPage(feeds: [feed], articles: [article]), to: account, at: now)
        let id = try library.id("storm")
        try store.delete([id], at: now)
        article.isRead = true
        #expect(try store.apply(SyncPage(articles: [article]), to: account, at: now) == SyncSummary())
        #expect(try store.restore([id]) == [id])
        #expect(try store.article(id)?.isRead == true)
    }

    @Test("Articles that left with their account return with it, even if their feed stayed for its starred ones")
    func accountAddedAgain() throws {
        let feed = RemoteFeed(id: "f", title: "Feed", feedURL: "https://two.example/feed")
        let articles = ["calm", "storm"].map {
            RemoteArticle(id: $0, feed: "f", item: item($0), isRead: false, isStarred: $0 == "storm")
        }
        let page = SyncPage(feeds: [feed], articles: articles)
        let account = try library.account(.fever)
        _ = try store.apply(page, to: account, at: now)
        try store.removeAccount(account, keepsStarred: true, at: now)
        let kept = try #require(try store.subscriptions().first { $0.title == "Feed" })
        #expect(try library.titles(.feed(kept.id)) == ["storm"])
        try store.remove(kept.id, at: now)
        _ = try store.apply(page, to: library.account(.fever), at: now)
        #expect(try library.titles(.unread).contains("calm"))
    }

    @Test(
        "A feed that stayed for its starred articles belongs to the account that is added again, even after a purge",
        arguments: [false, true])
    func starsKept(isPurged: Bool) throws {
        let feed = RemoteFeed(id: "f", title: "Feed", feedURL: "https://two.example/feed")
        let articles = ["calm", "gale", "storm"].map {
            RemoteArticle(id: $0, feed: "f", item: item($0), isRead: false, isStarred: $0 == "storm")
        }
        let page = SyncPage(feeds: [feed], articles: articles)
        let account = try library.account(.fever)
        _ = try store.apply(page, to: account, at: now)
        if !isPurged { try store.delete([library.id("gale")], at: now.addingTimeInterval(-60)) }
        try store.removeAccount(account, keepsStarred: true, at: now)
        if isPurged { try store.purge(before: now.addingTimeInterval(1)) }
        _ = try store.apply(page, to: library.account(.fever), at: now)
        let feeds = try store.subscriptions().filter { $0.title == "Feed" }
        #expect(feeds.count == 1 && feeds[0].health.problem == nil)
        #expect(try store.account(of: feeds[0].id) != nil)
        let titles = try library.titles(.feed(feeds[0].id)).sorted()
        #expect(titles == (isPurged ? ["calm", "gale", "storm"] : ["calm", "storm"]))
        #expect(try library.titles(.starred) == ["storm"])
    }

    @Test("A deleted page returns when it is saved again, before the purge and after it")
    func savedAgain() throws {
        let url = "https://a.example/page"
        let id = try store.saveAddress(url, at: now).id
        try store.queue(.page(id), at: now)
        try store.delete([id], at: now)
        #expect(try !store.isSaved(url))
        #expect(try store.queueCount() == 0)
        let again = try store.saveAddress(url, at: now)
        #expect(again.id == id && again.isNew)
        #expect(try library.counts(saved()) == [1, 1])
        try store.delete([id], at: now)
        try store.purge(before: now.addingTimeInterval(1))
        #expect(try store.saveAddress(url, at: now).isNew)
        #expect(try library.counts(saved()) == [1, 1])
    }

    @Test("A page saved after the feed Saved was removed is alone there; undoing the removal brings the others back")
    func savedAfterRemoval() throws {
        let (old, new) = ("https://a.example/old", "https://a.example/new")
        _ = try store.saveAddress(old, at: now)
        let feed = try saved()
        try store.remove(feed, at: now)
        _ = try store.saveAddress(new, at: now.addingTimeInterval(1))
        #expect(try !store.isSaved(old))
        #expect(try store.isSaved(new))
        #expect(try library.counts(feed) == [1, 1])
        try store.restore(feed, removedAt: now)
        #expect(try store.isSaved(old))
        #expect(try library.counts(feed) == [2, 2])
    }
}
