import FeedModel
import FoundationEssentials
import GRDB
import Testing

@testable import ArticleStorage

@Suite struct ListStatementsTests {
    static let scopes: [(ArticleScope, unreadOnly: Bool)] = [
        (.all, false), (.unread, false), (.starred, false), (.today, false), (.today, true), (.starred, true),
        (.feed(SubscriptionID(rawValue: 1)), false), (.feed(SubscriptionID(rawValue: 1)), true),
        (.folder(["Tech"]), false), (.folder(["Tech"]), true), (.search("word"), false),
        (.search("word feed:one"), true),
        (.search("is:starred feed:example"), false), (.search("-word"), false), (.search("word is:starred"), false),
    ]

    /// SQLite's plan for each statement of a list must read along an index, sort nothing and scan no table.
    @Test("No list needs a sort or a scan", arguments: scopes, [ArticleOrder.newestFirst, .oldestFirst])
    func noListIsSortedOrScanned(_ scope: (ArticleScope, unreadOnly: Bool), order: ArticleOrder) throws {
        let library = try Library()
        try library.feed("one", folder: ["Tech"], [item("word")])
        try library.feed("two", folder: ["Tech"], [item("word")])
        try library.indexAll()
        let listing = ArticleListing(scope.0, order: order, unreadOnly: scope.unreadOnly, midnight: midnight)
        let plans = try plans(in: library) { state in
            let list = try StoredList(listing, in: state)
            _ = try list?.rows(.down, limit: 50)
            _ = try list?.rows(.up, from: Place(firstOf: now), limit: 50)
        }
        #expect(!plans.isEmpty)
        for step in plans {
            #expect(!step.contains("TEMP B-TREE"), "\(step)")
            let isScan = step.hasPrefix("SCAN article") || step.hasPrefix("SCAN content")
            #expect(!isScan || step.contains("VIRTUAL TABLE"), "\(step)")
        }
    }

    @Test(
        "A sorted list reads all contents in one pass instead of looking up the contents of each article",
        arguments: [
            ("tag:rain", true), ("-url:rain", true), ("has:enclosure", true), ("has:picture", true),
            ("is:unread tag:rain", false),
        ])
    func sortedList(_ query: String, isOnePass: Bool) throws {
        let library = try Library()
        try library.feed("one", [item("word")])
        let listing = ArticleListing(.search(query), order: .title, midnight: midnight)
        let plans = try plans(in: library) { _ = try SortedRows(listing, in: $0) }
        #expect(plans.contains("SCAN content") == isOnePass)
        #expect(plans.contains { $0.hasPrefix("SEARCH content") } == !isOnePass)
    }

    @Test(
        "A list that looks up the contents of many articles in vain finds the rest in one pass over all contents",
        arguments: [ArticleOrder.newestFirst, .oldestFirst],
        ["url:x/2-", "url:x/2- folder:Tech", "url:nowhere", "url:x/"])
    func rareArticles(_ order: ArticleOrder, _ query: String) throws {
        let library = try Library()
        let feed = try library.feed("one", folder: ["Tech"])
        let count = 2 * Database.articlesBeforeOnePass
        try library.store.write { database in
            try database.execute(
                sql: """
                    WITH RECURSIVE number (value) AS (SELECT 0 UNION ALL SELECT value + 1 FROM number WHERE value < ?)
                    INSERT INTO article (id, subscription, place, title, guid, fingerprint, received)
                    SELECT 1 + value, ?, (1 + value * 7919 % ?) << 30, 'x', value, value, 0 FROM number
                    """, arguments: [count - 1, feed.rawValue, count])
            // Only the addresses of five articles, at the ends and in the middle, have a 2.
            try database.execute(
                sql: """
                    INSERT INTO content (article, url)
                    SELECT id, 'https://x/' || iif(place >> 30 IN (1, 2, ?, ?, ?), 2, 1) || '-' FROM article
                    """, arguments: [count / 2, count - 1, count])
        }
        let listing = ArticleListing(.search(query), order: order, midnight: midnight)
        var found: [Int64] = []
        let plans = try plans(in: library) { state in
            found = try StoredList(listing, in: state)?.rows(.down, limit: 4).map { $0.place.rawValue >> 30 } ?? []
        }
        let isRare = query != "url:x/"
        #expect(plans.contains("SCAN content") == isRare)
        let wanted: [Int64] =
            switch query {
            case "url:nowhere": []
            case "url:x/": order == .oldestFirst ? [1, 2, 3, 4] : [0, 1, 2, 3].map { Int64(count) - $0 }
            default:
                order == .oldestFirst
                    ? [1, 2, Int64(count / 2), Int64(count - 1)]
                    : [Int64(count), Int64(count - 1), Int64(count / 2), 2]
            }
        #expect(found == wanted)
    }

    @Test(
        "Counting a search and listing all its ids read all contents in one pass", arguments: ["tag:rain", "-url:rain"])
    func counted(_ query: String) throws {
        let library = try Library()
        try library.feed("one", [item("word")])
        let listing = ArticleListing(.search(query), midnight: midnight)
        let plans = try plans(in: library) { state in
            let selection = try #require(try state.database.selection(of: listing))
            _ = try state.database.count(of: selection)
            _ = try state.database.ids(of: selection, in: .everything)
        }
        #expect(plans.count { $0 == "SCAN content" } == 2)
    }

    @Test("A sorted list of a folder with few feeds reads their articles only")
    func sortedFolder() throws {
        let library = try Library()
        for name in ["one", "two"] { try library.feed(name, folder: ["Tech"], [item("word")]) }
        try library.feed("three", [item("word")])
        let listing = ArticleListing(.folder(["Tech"]), order: .title, midnight: midnight)
        let plans = try plans(in: library) { _ = try SortedRows(listing, in: $0) }
        #expect(!plans.isEmpty && !plans.contains { $0.contains("article_place") }, "\(plans)")
    }

    /// Returns the steps of SQLite's plans for the statements that read lists.
    private func plans(in library: Library, _ read: (LibraryState) throws -> Void) throws -> [String] {
        try library.store.read { database in
            var statements: [String] = []
            database.trace { event in
                if case .statement(let statement) = event { statements.append(statement.expandedSQL) }
            }
            try read(LibraryState(database))
            database.trace(options: [])
            return try statements.filter { $0.contains("isListed") || $0.contains("MATCH") }.flatMap { statement in
                try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + statement).map { $0["detail"] as String }
            }
        }
    }
}
