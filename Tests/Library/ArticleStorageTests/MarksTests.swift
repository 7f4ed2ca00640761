import FeedModel
import FoundationEssentials
import Testing

@testable import ArticleStorage

@Suite struct MarksTests {
    let library: Library
    let store: ArticleStore
    let feed: SubscriptionID

    /// Five articles, titled by their age in hours, and one in another feed.
    init() throws {
        library = try Library()
        store = library.store
        feed = try library.feed("one", (0..<5).map { item("\($0)", hoursAgo: Double($0)) })
        try library.feed("two", [item("other", hoursAgo: 2.5)])
    }

    func unread() throws -> [String] {
        try library.titles(.unread)
    }

    @Test("Marking reports only the articles that it changes") func markReportsOnlyArticlesThatItChanges() throws {
        let (a, b) = (try library.id("0"), try library.id("1"))
        #expect(try store.set(.read(true), on: [a]).articles == [a])
        #expect(try store.set(.read(true), on: [a, b, ArticleID(rawValue: 999)]).articles == [b])
        #expect(try store.article(a)?.isRead == true)
        #expect(try library.counts(feed) == [3, 5])
    }

    @Test("Undo leaves other articles unchanged") func undoLeavesOtherArticlesUnchanged() throws {
        let (a, b) = (try library.id("0"), try library.id("1"))
        try store.set(.starred(true), on: [a])
        let change = try store.set(.starred(true), on: [a, b])
        try store.undo(change)
        #expect(try library.titles(.starred) == ["0"])
        try store.undo(MarkChange(mark: .starred(false), articles: [b]))
        #expect(try library.titles(.starred) == ["0", "1"])
    }

    @Test("Read and starred are independent") func readAndStarredAreIndependent() throws {
        let a = try library.id("0")
        try store.set(.read(true), on: [a])
        try store.set(.starred(true), on: [a])
        try store.set(.read(false), on: [a])
        let article = try #require(try store.article(a))
        #expect(!article.isRead && article.isStarred)
    }

    @Test(
        "Marks apply above or below an article",
        arguments: [
            (ArticleOrder.newestFirst, "above", ["2", "other", "3", "4"]),
            (.newestFirst, "below", ["0", "1", "2"]),
            (.oldestFirst, "above", ["0", "1", "2"]),
            (.oldestFirst, "below", ["2", "other", "3", "4"]),
        ])
    func markingAboveAndBelowAnArticle(_ order: ArticleOrder, _ side: String, _ left: [String]) throws {
        let id = try library.id("2")
        try store.markRead(
            side == "above" ? .above(id) : .below(id), of: ArticleListing(.all, order: order, midnight: midnight))
        #expect(try unread() == left)
    }

    @Test("Undo restores a list marked as read") func undoRestoresListMarkedAsRead() throws {
        try store.set(.read(true), on: [library.id("1")])
        let change = try store.markRead(.all, of: ArticleListing(.feed(feed), midnight: midnight))
        #expect(try unread() == ["other"])
        #expect(change.articles.count == 4)
        try store.undo(change)
        #expect(try unread() == ["0", "2", "other", "3", "4"])
    }

    @Test("Marks apply to articles older than a date") func markingOlderArticles() throws {
        let moment = now.addingTimeInterval(-2.7 * 3_600)
        try store.markRead(.olderThan(moment), of: ArticleListing(.all, midnight: midnight))
        #expect(try unread() == ["0", "1", "2", "other"])
    }

    @Test("Marks apply to a folder and to a search") func markingAFolderAndASearch() throws {
        try library.feed("three", folder: ["F"], [item("three")])
        try library.feed("four", folder: ["F"], [item("four")])
        try library.indexAll()
        try store.markRead(.all, of: ArticleListing(.search("three"), midnight: midnight))
        #expect(try library.titles(.folder(["F"]), unreadOnly: true) == ["four"])
        try store.markRead(.all, of: ArticleListing(.folder(["F"]), midnight: midnight))
        #expect(try library.titles(.folder(["F"]), unreadOnly: true) == [])
        #expect(try unread().count == 6)
    }

    @Test("A range that starts at a missing article is empty") func rangeFromMissingArticleIsEmpty() throws {
        let gone = ArticleID(rawValue: 999)
        #expect(try store.markRead(.above(gone), of: ArticleListing(.all, midnight: midnight)).articles == [])
        #expect(try store.markRead(.below(gone), of: ArticleListing(.all, midnight: midnight)).articles == [])
    }

    @Test("Undo restores thousands of marks") func undoRestoresThousandsOfMarks() throws {
        let many = try library.feed("many", (0..<2_500).map { item("\($0) of many", hoursAgo: Double($0)) })
        let change = try store.markRead(.all, of: ArticleListing(.feed(many), midnight: midnight))
        #expect(change.articles.count == 2_500)
        #expect(try library.counts(many) == [0, 2_500])
        try store.undo(change)
        #expect(try library.counts(many) == [2_500, 2_500])
    }

    @Test("Marks are written while another process writes") func marksAreWrittenWhileAnotherProcessWrites() async throws
    {
        let other = try ArticleStore(path: library.path)
        let id = try other.add(NewSubscription(feedURL: "https://busy.example")).id
        let ids = try store.page(of: ArticleListing(.feed(feed), midnight: midnight), at: .start, limit: 5).rows.map(
            \.id)
        async let refresh: Void = {
            for turn in 0..<20 {
                var document = ParsedFeed()
                document.items = (0..<50).map { item("\(turn) \($0)") }
                _ = try other.ingest(document, into: id, state: PollingState(subscription: id), at: now)
            }
        }()
        for turn in 0..<20 {
            try store.set(.starred(turn % 2 == 0), on: ids)
        }
        try await refresh
        #expect(try library.titles(.starred) == [])
        #expect(try library.counts(id) == [1_000, 1_000])
    }
}
