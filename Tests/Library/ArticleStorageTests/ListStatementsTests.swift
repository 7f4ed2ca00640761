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
