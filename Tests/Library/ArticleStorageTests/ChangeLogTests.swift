import FeedModel
import FoundationEssentials
import GRDB
import Testing

@testable import ArticleStorage

@Suite struct ChangeLogTests {
    let library: Library
    let store: ArticleStore

    init() throws {
        library = try Library()
        store = library.store
    }

    /// Returns the titles of all changes after a position, `-` for deleted ones.
    private func happened(after position: Int64) throws -> [String] {
        try store.logChanges()
        return try store.changes(.after(position), limit: 1_000).articles.map { $0.article?.item.title ?? "-" }
    }

    private func feeds(after position: Int64) throws -> [String] {
        try store.logChanges()
        return try store.changes(.after(position), limit: 1_000).feeds.map { $0.subscription?.feedURL ?? "-" }
    }

    @Test("A library that is not served logs nothing") func libraryThatIsNotServedLogsNothing() throws {
        let id = try library.feed("one", [item("a"), item("b")])
        try store.set(.read(true), on: [library.id("a")])
        try library.ingest([item("a, edited", guid: "guid of a")], into: id)
        let noted = try store.read {
            try $0.first("SELECT (SELECT count(*) FROM changedArticle) + (SELECT count(*) FROM changedFeed)") { $0[0] }
                as Int?
        }
        #expect(noted == 0)
        #expect(try store.changes(.after(0), limit: 10).articles.isEmpty)
    }

    @Test("Every change moves an article to a new position")
    func everyChangeMovesArticleToNewPosition() throws {
        let id = try library.feed("one", [item("b", hoursAgo: 1), item("a", hoursAgo: 2)])
        #expect(try happened(after: 0) == ["a", "b"])
        var last = try store.logChanges().last
        func step(_ expected: [String], _ change: () throws -> Void) throws {
            try change()
            #expect(try happened(after: last) == expected)
            let now = try store.logChanges().last
            #expect(now == last + Int64(expected.count))
            last = now
        }
        let a = try library.id("a")
        try step(["c"]) { try library.ingest([item("c", hoursAgo: 0)], into: id) }
        try step(["a"]) { try store.set(.read(true), on: [a]) }
        try step([]) { try store.set(.read(true), on: [a]) }
        try step(["a"]) { try store.set(.starred(true), on: [a]) }
        try step(["a"]) { try store.set(.tagged("sea", true), on: [a]) }
        try step([]) { try store.set(.tagged("sea", true), on: [a]) }
        try step(["a"]) { try store.set(.tagged("sea", false), on: [a]) }
        try step(["b, edited"]) { try library.ingest([item("b, edited", guid: "guid of b")], into: id) }
        try step(["-"]) { try library.delete([a]) }
        try step([]) { try store.purge(before: now.addingTimeInterval(1)) }
        #expect(try happened(after: 0) == ["c", "b, edited", "-"])
    }

    @Test("Positions increase, and wire ids stay the same") func positionsRiseAndWireIDsStay() throws {
        try library.feed("one", [item("b", hoursAgo: 1), item("a", hoursAgo: 2)])
        try library.feed("two", [item("other", hoursAgo: 3, guid: "guid of a")])
        try store.logChanges()
        let before = try store.changes(.after(0), limit: 10).articles
        #expect(before.map(\.position) == before.map(\.position).sorted())
        #expect(Set(before.map(\.wireID)).count == 3)
        try store.set(.read(true), on: [library.id("a")])
        try store.logChanges()
        let after = try store.changes(.after(0), limit: 10).articles
        #expect(Set(after.map(\.wireID)) == Set(before.map(\.wireID)))
        // The same feed in another library has the same names.
        let other = try Library()
        try other.feed("one", [item("a", hoursAgo: 2)])
        try other.store.logChanges()
        let wireIDs = try other.store.changes(.after(0), limit: 10).articles.map(\.wireID)
        #expect(wireIDs == before.filter { $0.article?.item.title == "a" }.map(\.wireID))
    }

    @Test("A feed is reported no later than its first article") func feedIsReportedNoLaterThanItsFirstArticle() throws {
        let id = try library.feed("one", [item("b", hoursAgo: 1), item("a", hoursAgo: 2)])
        try library.feed("two", folder: ["News"])
        #expect(try feeds(after: 0) == ["https://one.example/feed", "https://two.example/feed"])
        let last = try store.logChanges().last
        #expect(try feeds(after: last) == [])
        try store.rename(id, to: "First")
        #expect(try feeds(after: last) == ["https://one.example/feed"])
        // The feed has moved to a later position; a client that pages from the start gets its articles first.
        let page = try store.changes(.after(0), limit: 1)
        #expect(page.articles.count == 1 && page.hasMore)
        #expect(page.feeds.map(\.wireID).contains(page.articles[0].feed))
    }

    @Test("A removed feed is reported alone and returns with its articles")
    func aRemovedFeedIsReportedAloneAndReturns() throws {
        let id = try library.feed("one", [item("a")])
        let last = try store.logChanges().last
        try store.remove(id, at: now)
        #expect(try feeds(after: last) == ["-"])
        #expect(try happened(after: last) == [])
        #expect(try store.changes(.newest, limit: 10).articles.isEmpty)
        let removed = try store.logChanges().last
        try store.restore(id)
        #expect(try feeds(after: removed) == ["https://one.example/feed"])
        #expect(try happened(after: removed) == ["a"])
    }

    @Test("Articles removed by retention leave a gap") func articlesRemovedByRetentionLeaveGap() throws {
        let id = try library.feed("one", (1...5).map { item("\($0)", hoursAgo: Double($0)) })
        try store.logChanges()
        #expect(try store.logChanges().oldest == 1)
        for title in ["1", "2", "3", "4", "5"] { try store.set(.read(true), on: [library.id(title)]) }
        let last = try store.logChanges().last
        try store.retain(RetentionPolicy(maximumCount: 2), in: id, at: now)
        let state = try store.logChanges()
        // The articles were stored oldest first, so 2 and 1 have the last two positions.
        #expect(state.removedThrough == last - 2 && state.last == last)
        #expect(try happened(after: 0) == ["2", "1"])
    }

    @Test("The log can be read by pages in both directions") func pagesGoBothWays() throws {
        try library.feed("one", (1...5).map { item("\($0)", hoursAgo: Double($0)) })
        try store.logChanges()
        func titles(_ page: ChangeLogPage) -> [String] { page.articles.map { $0.article?.item.title ?? "-" } }
        let first = try store.changes(.after(0), limit: 3)
        #expect(titles(first) == ["5", "4", "3"] && first.hasMore && first.end == first.articles[2].position)
        let second = try store.changes(.after(first.end!), limit: 3)
        #expect(titles(second) == ["2", "1"] && !second.hasMore && second.end == second.state.last)
        let newest = try store.changes(.newest, limit: 2)
        #expect(titles(newest) == ["1", "2"] && newest.hasMore && newest.feeds.count == 1)
        let older = try store.changes(.before(newest.articles[1].position), limit: 9)
        #expect(titles(older) == ["3", "4", "5"] && !older.hasMore && older.feeds.isEmpty && older.end == nil)
    }

    @Test("A page with long articles is short, in both directions, and has at least one article")
    func longArticles() throws {
        let long = String(repeating: "<p>rain</p>", count: 30)
        try library.feed(
            "one", (1...5).map { item("\($0)", hoursAgo: Double($0), html: $0 == 1 ? long + long + long : long) })
        try store.logChanges()
        func page(_ range: ChangeLogRange) throws -> (titles: [String], page: ChangeLogPage) {
            let page = try store.changes(range, limit: 100, bytes: 800)
            return (page.articles.map { $0.article?.item.title ?? "-" }, page)
        }
        let first = try page(.after(0))
        #expect(first.titles == ["5", "4"] && first.page.hasMore)
        #expect(first.page.end == first.page.articles[1].position)
        let second = try page(.after(first.page.end!))
        #expect(second.titles == ["3", "2"] && second.page.hasMore)
        let third = try page(.after(second.page.end!))
        #expect(third.titles == ["1"] && !third.page.hasMore && third.page.end == third.page.state.last)
        let newest = try page(.newest)
        #expect(newest.titles == ["1"] && newest.page.hasMore)
        let older = try page(.before(newest.page.articles[0].position))
        #expect(older.titles == ["2", "3"] && older.page.hasMore)
    }

    @Test("Marks are applied by wire id") func marksComeByWireID() throws {
        try library.feed("one", [item("b", hoursAgo: 1), item("a", hoursAgo: 2)])
        try store.logChanges()
        let ids = try store.changes(.after(0), limit: 10).articles.map(\.wireID)
        #expect(
            try store.set([(ids[0], .read(true)), ("urn:nothing", .read(true)), (ids[1], .starred(true))]) == [
                true, false, true,
            ])
        #expect(try store.article(library.id("a"))?.isRead == true)
        #expect(try store.loggedArticles(withMark: .read(false)).wireIDs == [ids[1]])
        #expect(try store.loggedArticles(withMark: .starred(true)).wireIDs == [ids[1]])
    }

    @Test("Marks that arrive while a feed is removed are there when it returns, until it is purged")
    func marksOfRemovedFeed() throws {
        let feed = try library.feed("one", [item("a")])
        try store.logChanges()
        let id = try #require(try store.changes(.after(0), limit: 1).articles.first).wireID
        try store.remove(feed, at: now)
        #expect(try store.set([(id, .starred(true)), (id, .tagged("sea", true))]) == [true, true])
        try store.restore(feed)
        try store.logChanges()
        #expect(try store.changes(.after(0), limit: 1).articles.map(\.tags) == [["sea"]])
        #expect(try store.loggedArticles(withMark: .starred(true)).wireIDs == [id])
        try store.remove(feed, at: now)
        try store.purge(before: now.addingTimeInterval(1))
        try store.logChanges()
        #expect(try store.set([(id, .read(true))]) == [false])
    }

    @Test("The log shows the tags of an article, and sets and removes them by wire id")
    func tags() throws {
        try library.feed("one", [item("a")])
        try store.set(.tagged("sea", true), on: [library.id("a")])
        try store.logChanges()
        let first = try #require(try store.changes(.newest, limit: 1).articles.first)
        #expect(first.tags == ["sea"])
        let marks: [Mark] = [.tagged("far away", true), .tagged("sea", false)]
        #expect(try store.set(marks.map { (first.wireID, $0) }) == [true, true])
        #expect(try happened(after: first.position) == ["a"])
        #expect(try store.changes(.after(0), limit: 1).articles.map(\.tags) == [["far away"]])
        #expect(try store.ownTags(of: library.id("a")) == ["far away"])
    }

    @Test("Tags added in an earlier version enter the log when the library is opened")
    func earlierTags() throws {
        try library.feed("one", [item("b", hoursAgo: 1), item("a", hoursAgo: 2)])
        let last = try store.logChanges().last
        try store.write { database in
            try database.execute(
                sql: """
                    DROP TRIGGER tag_added;
                    DROP TRIGGER tag_removed;
                    DELETE FROM grdb_migrations WHERE identifier LIKE '28 %';
                    """)
        }
        try store.set(.tagged("sea", true), on: [library.id("a")])
        #expect(try happened(after: last) == [])
        _ = try ArticleStore(path: library.path)
        #expect(try happened(after: last) == ["a"])
    }

    @Test("Many changes are logged in batches") func manyChangesAreLoggedInBatches() throws {
        try library.feed("one", (0..<2_500).map { item("\($0)", hoursAgo: Double($0)) })
        #expect(try store.logChanges().last == 2_501)
        #expect(try store.changes(.after(0), limit: 5_000).articles.count == 2_500)
    }
}
