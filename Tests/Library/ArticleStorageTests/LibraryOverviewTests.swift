import FeedModel
import FoundationEssentials
import GRDB
import SeededNumbers
import Testing

@testable import ArticleStorage

@Suite struct LibraryOverviewTests {
    @Test("The overview has the totals and the counts of each feed") func totalsAndCountsOfEachFeed() throws {
        let library = try Library()
        let one = try library.feed("one", (0..<4).map { item("\($0)", hoursAgo: Double($0) * 5) })
        let two = try library.feed("two", [item("x")])
        try library.store.set(.read(true), on: [library.id("0"), library.id("3")])
        try library.store.set(.starred(true), on: [library.id("3"), library.id("x")])
        let overview = try library.store.overview(midnight: midnight)
        #expect(overview.feeds.map(\.id) == [one, two])
        #expect(overview.feeds.map(\.unreadCount) == [2, 1])
        #expect(try library.store.subscriptions().map(\.articleCount) == [4, 1])
        #expect(overview.unreadCount == 3)
        #expect(overview.articleCount == 5)
        #expect(overview.starredCount == 2)
        #expect(overview.unreadTodayCount == 3)
    }

    @Test("A start reads with the writer's connection while another process writes") func starting() throws {
        let library = try Library()
        try library.feed("one", (0..<4).map { item("\($0)") })
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: library.path, configuration: configuration)
        try other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE; DELETE FROM subscription") }
        let started = try ArticleStore(path: library.path)
        started.beginStartup()
        #expect(try started.overview(midnight: midnight).articleCount == 4)
        #expect(try connections(to: library.path) == 3)
        started.endStartup()
        #expect(try started.overview(midnight: midnight).articleCount == 4)
        #expect(try connections(to: library.path) == 4)
        try other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    }

    /// Returns the number of this process's open descriptors of the file.
    private func connections(to path: String) throws -> Int {
        let folder = "/proc/self/fd/"
        return try FileManager.default.contentsOfDirectory(atPath: folder).count {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: folder + $0)) == path
        }
    }

    @Test("The overview of an empty library is empty") func anEmptyLibraryHasNothing() throws {
        let library = try Library()
        let overview = try library.store.overview(midnight: midnight)
        #expect(overview.feeds == [])
        #expect(
            [overview.unreadCount, overview.articleCount, overview.starredCount, overview.unreadTodayCount] == [
                0, 0, 0, 0,
            ])
    }

    @Test("Feeds are in the person's order, with their names or addresses")
    func feedsAreInThePersonsOrder() throws {
        let library = try Library()
        let ids = try library.store.add([
            NewSubscription(feedURL: "https://me:secret@a.example/feed", folder: ["News", "Local"]),
            NewSubscription(feedURL: "https://b.example", customTitle: "B", folder: ["News", "Local"]),
            NewSubscription(feedURL: "https://c.example", customTitle: "C"),
        ]).map(\.id)
        var hidden = FeedPreferences()
        hidden.isHidden = true
        try library.store.setPreferences(hidden, of: ids[2])
        try library.store.reorder([ids[1], ids[0]])
        let overview = try library.store.overview(midnight: midnight)
        #expect(
            overview.feeds == [
                FeedSummary(id: ids[1], title: "B", folder: ["News", "Local"]),
                FeedSummary(id: ids[0], title: "https://a.example/feed", folder: ["News", "Local"]),
                FeedSummary(id: ids[2], title: "C", preferences: hidden),
            ])
        #expect(
            try Set(library.store.subscriptions([ids[2], SubscriptionID(rawValue: 99), ids[0]]).map(\.id)) == [
                ids[2], ids[0],
            ])
    }

    @Test("The overview has the time of the last response from any server")
    func overviewHasTimeOfLastResponseFromAnyServer() throws {
        let library = try Library()
        let ids = try library.store.add(["a", "b", "c"].map { NewSubscription(feedURL: "https://\($0).example") }).map(
            \.id)
        #expect(try library.store.overview(midnight: midnight).lastSuccess == nil)
        try library.store.record(
            zip(ids, [60, 30, nil]).map { id, ago in
                PollingState(subscription: id, health: FeedHealth(lastSuccess: ago.map { now - $0 }))
            })
        #expect(try library.store.overview(midnight: midnight).lastSuccess == now - 30)
        try library.store.remove(ids[1], at: now)
        #expect(try library.store.overview(midnight: midnight).lastSuccess == now - 60)
    }

    /// Compares the counts kept by triggers with real counts after actions of a person and of a server, in random order.
    @Test("The counts always match the articles", arguments: 1...5) func countsMatchTheArticles(_ seed: UInt64) throws {
        let library = try Library()
        let store = library.store
        var random = SplitMix(seed: seed)
        let account = try library.account(.since)
        let articles = ["a", "b"].flatMap { (feed: String) in
            (0..<8).map {
                RemoteArticle(id: "\(feed)\($0)", feed: feed, item: item("\(feed)\($0)", hoursAgo: Double($0)))
            }
        }
        let remoteFeeds = ["a", "b"].map { RemoteFeed(id: $0, title: $0, feedURL: "https://\($0).example/feed") }
        _ = try store.apply(SyncPage(feeds: remoteFeeds, articles: articles), to: account, at: now)
        let feeds = try store.subscriptions().map(\.id)
        let ids = (1...20).map { ArticleID(rawValue: $0) }
        for turn in 0..<120 {
            let some = ids.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
            let remote = articles.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
            let feed = feeds.randomElement(using: &random)!
            switch Int.random(in: 0..<11, using: &random) {
            case 0: try store.set(.read(true), on: some)
            case 1: try store.set(.read(false), on: some)
            case 2: try store.set(.starred(true), on: some)
            case 3: try store.set(.starred(false), on: some)
            case 4:
                let deleted = remote.map { RemoteArticle(id: $0.id) }
                _ = try store.apply(SyncPage(articles: deleted), to: account, at: now)
            case 5, 6: _ = try store.apply(SyncPage(articles: remote), to: account, at: now)
            case 7: try store.remove(feed, at: now)
            case 8, 9: try store.restore(feed)
            default: try library.ingest([item("new \(turn)"), item("a1", hoursAgo: Double(turn))], into: feed)
            }
        }
        try store.purge(before: now)
        let (kept, counted) = try store.read { database in
            (
                try Row.fetchAll(database, sql: "SELECT articles, unread, starred FROM tally ORDER BY subscription"),
                try Row.fetchAll(
                    database,
                    sql: """
                        SELECT sum(isListed) AS articles, sum(isListed AND NOT isRead) AS unread,
                            sum(isListed AND isStarred) AS starred
                        FROM article GROUP BY subscription ORDER BY subscription
                        """)
            )
        }
        #expect(kept == counted)
    }
}
