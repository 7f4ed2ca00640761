import FeedModel
import FoundationEssentials
import GRDB
import Testing

@testable import ArticleStorage

@Suite struct RemovalTests {
    let library: Library
    let store: ArticleStore
    let feed: SubscriptionID

    /// Ten articles, titled by their age in hours; 6 is starred, 8 is unread, all others are read.
    init() throws {
        library = try Library()
        store = library.store
        feed = try library.feed("one", (0..<10).map { item("\($0)", hoursAgo: Double($0)) })
        try store.markRead(.all, of: ArticleListing(.all, midnight: midnight))
        try store.set(.starred(true), on: [library.id("6")])
        try store.set(.read(false), on: [library.id("8")])
        try library.indexAll()
    }

    @Test("Deleted articles are in no list and in no count") func deleting() throws {
        try library.delete(["6", "8"].map { try library.id($0) })
        #expect(try library.titles(.all) == ["0", "1", "2", "3", "4", "5", "7", "9"])
        #expect(try library.titles(.starred) == [])
        #expect(try library.titles(.unread) == [])
        #expect(try library.counts(feed) == [0, 8])
    }

    @Test("A purge removes only articles that were deleted before its date")
    func onlyWhatWasDeletedBeforeIsPurged() throws {
        let (a, b) = (try library.id("0"), try library.id("1"))
        try library.delete([a])
        try library.delete([b], at: now.addingTimeInterval(10))
        try store.purge(before: now.addingTimeInterval(5))
        #expect(try store.article(a) == nil)
        #expect(try store.article(b)?.item.title == "1")
        try store.purge(before: now.addingTimeInterval(15))
        #expect(try store.article(b) == nil)
    }

    static let byAge = RetentionPolicy(maximumAge: 4.5 * 3_600)
    static let byCount = RetentionPolicy(maximumCount: 7)
    static let both = RetentionPolicy(maximumAge: 100 * 3_600, maximumCount: 2)

    @Test(
        "Retention removes old read articles and keeps starred and unread ones",
        arguments: [
            (byAge, false, false, ["0", "1", "2", "3", "4", "6", "8"]),
            (byAge, true, false, ["0", "1", "2", "3", "4", "6"]),
            (byAge, false, true, ["0", "1", "2", "3", "4", "8"]),
            (byAge, true, true, ["0", "1", "2", "3", "4"]),
            (byCount, false, false, ["0", "1", "2", "3", "4", "5", "6", "8"]),
            (both, false, false, ["0", "1", "6", "8"]),
            (RetentionPolicy(), true, true, (0..<10).map(String.init)),
        ])
    func retention(_ policy: RetentionPolicy, unread: Bool, starred: Bool, _ left: [String]) throws {
        var policy = policy
        (policy.removesUnread, policy.removesStarred) = (unread, starred)
        #expect(try store.retain(policy, in: feed, at: now) == 10 - left.count)
        #expect(try library.titles(.all) == left)
        #expect(try library.ingest((0..<10).map { item("\($0)", hoursAgo: Double($0)) }, into: feed).new == [])
        #expect(
            try library.titles(.search("is:read -9 -5")).count == left.filter { !["8", "5", "9"].contains($0) }.count)
    }

    @Test("Search does not find purged articles") func searchDoesNotFindPurgedArticles() throws {
        #expect(try library.titles(.search("5")) == ["5"])
        try store.retain(Self.byAge, in: feed, at: now)
        #expect(try library.titles(.search("5")) == [])
        // A new article may reuse the row id, and must not match the old words.
        let other = try library.feed("two", [item("fresh", hoursAgo: 5)])
        try library.indexAll()
        #expect(try library.titles(.search("5")) == [])
        #expect(try library.titles(.search("fresh")) == ["fresh"])
        #expect(try library.titles(.feed(other)) == ["fresh"])
    }

    @Test("Page texts are kept with their article") func pageTextsAreKeptWithTheirArticle() throws {
        let a = try library.id("0")
        #expect(try store.pageText(for: a) == nil)
        try store.setPageText(PageText(html: "<p>long</p>", url: "https://example.org/0"), for: [a])
        try store.setPageText(PageText(html: "<p>longer</p>", url: "https://example.org/0"), for: [a])
        #expect(try store.pageText(for: a)?.html == "<p>longer</p>")
        try store.setPageText(PageText(html: "", url: ""), for: [ArticleID(rawValue: 999)])
        #expect(try store.pageText(for: ArticleID(rawValue: 999)) == nil)
    }

    @Test("Retention keeps articles that are starred while it removes others")
    func starredMeanwhile() throws {
        let many = try library.feed("two", (0..<150).map { item("old \($0)", hoursAgo: 100 + Double($0)) })
        try store.markRead(.all, of: ArticleListing(.all, midnight: midnight))
        // The first transaction removes a hundred. This stars all others between two transactions, as a person might.
        try store.write {
            try $0.execute(
                sql: """
                    CREATE TRIGGER starring AFTER DELETE ON article BEGIN
                        UPDATE article SET isStarred = 1 WHERE isStarred = 0;
                    END
                    """)
        }
        #expect(try store.retain(Self.byAge, in: many, at: now) == 100)
        #expect(try library.counts(many) == [0, 50])
    }

    @Test("After many removals the search index shrinks to the words of the articles that are left")
    func compactsTheIndex() throws {
        for round in 1...30 {
            let items = (1...10).map { number in
                let words = (1...200).map { "word\(round)x\(number)x\($0)" }.joined(separator: " ")
                return item("round \(round) number \(number)", hoursAgo: Double(-round), html: words)
            }
            try library.ingest(items, into: feed, at: now.addingTimeInterval(Double(round) * 3_600))
            try library.indexAll()
            var policy = RetentionPolicy(maximumCount: 10)
            (policy.removesUnread, policy.removesStarred) = (true, true)
            try store.retain(policy, in: feed, at: now)
        }
        let before = try indexBytes()
        try store.compactSearch(until: .now + .seconds(600), least: 100)
        #expect(try indexBytes() < before / 4)
        #expect(try store.read { try $0.isSearchCompactionDue(least: 100) } == false)
        #expect(try library.titles(.search("word30x7x150")) == ["round 30 number 7"])
        #expect(try library.titles(.search("word29x7x150")) == [])
    }

    private func indexBytes() throws -> Int {
        try store.read { try $0.first("SELECT sum(length(block)) FROM search_data") { $0[0] } } ?? 0
    }
}
