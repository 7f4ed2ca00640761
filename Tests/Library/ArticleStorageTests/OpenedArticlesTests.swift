import FeedModel
import FoundationEssentials
import GRDB
import Testing

@testable import ArticleStorage

/// The history: the articles that the person opened last.
@Suite struct OpenedArticlesTests {
    private let library: Library
    private let store: ArticleStore
    private let feed: SubscriptionID

    init() throws {
        library = try Library()
        store = library.store
        let titles = ["harbour", "ferry", "rain", "snow"]
        feed = try library.feed(
            "one",
            titles.enumerated().map { index, title in
                item(title, hoursAgo: Double(index), html: "<p>The text of \(title)</p>")
            })
    }

    /// Opens articles one after the other, a second apart.
    private func open(_ titles: String..., at start: Date = now) throws {
        for (index, title) in titles.enumerated() {
            try store.recordOpening(of: library.id(title), at: start + Double(index))
        }
    }

    private var listing: ArticleListing { ArticleListing(.history, midnight: midnight) }

    @Test("The history lists the opened articles, the last one first, and none that was only marked read")
    func order() throws {
        try open("harbour", "rain", "ferry")
        try store.set(.read(true), on: [library.id("snow")])
        #expect(try library.titles(.history) == ["ferry", "rain", "harbour"])
        #expect(try library.titles(.history, order: .oldestFirst) == ["harbour", "rain", "ferry"])
        #expect(try library.titles(.history, order: .title) == ["ferry", "harbour", "rain"])
        let rows = try store.page(of: listing, at: .start, limit: 10).rows
        #expect(rows.map(\.opened) == [now + 2, now + 1, now])
        let all = try store.page(of: ArticleListing(.all, midnight: midnight), at: .start, limit: 10).rows
        #expect(all.count == 4 && all.allSatisfy { $0.opened == nil })
        #expect(try store.count(of: listing) == 3)
        #expect(try store.ids(of: listing).count == 3)
    }

    @Test("An article that is opened again comes first, without reloading a list")
    func openedAgain() throws {
        let token = try store.changeToken()
        try open("harbour", "rain", "harbour")
        #expect(try library.titles(.history) == ["harbour", "rain"])
        #expect(try store.changeToken() == token)
    }

    @Test("A deleted article leaves the history and returns when it is restored; a missing article is not an error")
    func deleted() throws {
        try open("harbour", "rain")
        let rain = try library.id("rain")
        try library.delete([rain])
        #expect(try library.titles(.history) == ["harbour"])
        _ = try store.restore([rain])
        #expect(try library.titles(.history) == ["rain", "harbour"])
        try store.recordOpening(of: ArticleID(rawValue: 99), at: now)
        #expect(try store.count(of: listing) == 2)
    }

    @Test("A filter of the history keeps its order")
    func filter() throws {
        try library.feed("two", [item("boat", hoursAgo: 9, html: "<p>The text of boat</p>")])
        try library.indexAll()
        try open("harbour", "boat", "rain")
        try store.set(.read(true), on: [library.id("rain")])
        let filters: [(String, [String])] = [
            ("text", ["rain", "boat", "harbour"]), ("feed:example", ["rain", "boat", "harbour"]),
            ("boat", ["boat"]), ("-boat", ["rain", "harbour"]), ("snow", []),
            ("is:unread", ["boat", "harbour"]), ("text is:unread", ["boat", "harbour"]),
        ]
        for (words, titles) in filters {
            #expect(try library.titles(.filtered(.history, words)) == titles, "\(words)")
            let listing = ArticleListing(.filtered(.history, words), midnight: midnight)
            #expect(try store.count(of: listing) == titles.count, "\(words)")
            #expect(try store.ids(of: listing).count == titles.count, "\(words)")
        }
    }

    @Test("Pages, the nearest unread and marks follow the order of the history")
    func pages() throws {
        try open("harbour", "rain", "ferry")
        let rain = try library.id("rain")
        #expect(try store.page(of: listing, at: .after(rain), limit: 9).rows.map(\.title) == ["harbour"])
        #expect(try store.page(of: listing, at: .before(rain), limit: 9).rows.map(\.title) == ["ferry"])
        #expect(try store.nextUnread(in: listing, after: rain)?.title == "harbour")
        #expect(try store.markRead(.above(rain), of: listing).articles == [library.id("ferry")])
        #expect(try store.markRead(.all, of: listing).articles.count == 2)
        #expect(try library.counts(feed) == [1, 4])
    }

    @Test("Every opened article of a story is listed")
    func copies() throws {
        try library.feed("two", [item("harbour", hoursAgo: 0, html: "<p>The text of harbour</p>", guid: "copy")])
        for row in try store.page(of: ArticleListing(.all, midnight: midnight), at: .start, limit: 9).rows {
            try store.recordOpening(of: row.id, at: now)
        }
        var folded = listing
        folded.foldsStories = true
        let rows = try store.page(of: folded, at: .start, limit: 9).rows
        #expect(rows.map(\.copies).sorted() == [0, 0, 0, 1, 1])
    }

    @Test("The history has the 1,000 articles opened last, and can be cleared")
    func limit() throws {
        let most = ArticleStore.maximumOpened
        try library.ingest((0...most).map { item("\($0)", hoursAgo: 10 + Double($0)) }, into: feed)
        let all = ArticleListing(.all, midnight: midnight)
        let rows = try store.page(of: all, at: .start, limit: 2 * most).rows.suffix(most + 1)
        for (index, row) in rows.enumerated() { try store.recordOpening(of: row.id, at: now + Double(index)) }
        let kept = try store.page(of: listing, at: .start, limit: 2 * most).rows
        #expect(kept.map(\.title) == (1...most).reversed().map(String.init))
        try store.clearHistory()
        #expect(try library.titles(.history) == [])
        #expect(try store.count(of: all) == 4 + most + 1)
    }

    /// True if the library's file or its log has the time as SQLite stores it.
    private func holds(_ time: Date) -> Bool {
        let bytes = withUnsafeBytes(of: time.timeIntervalSince1970.bitPattern.bigEndian) { Array($0) }
        return ["", "-wal"].contains { suffix in
            let file = FileManager.default.contents(atPath: library.path + suffix) ?? Data()
            return Array(file).firstRange(of: bytes) != nil
        }
    }

    @Test("A cleared history leaves nothing in the library's file and its log", arguments: ["OFF", "FAST", "ON"])
    func cleared(_ setting: String) throws {
        try store.write { try $0.execute(sql: "PRAGMA secure_delete = \(setting)") }
        let time = Date(timeIntervalSince1970: 1_234_567_890.123)
        try open("harbour", at: time)
        // The row is in the file, and its page is in the log, too.
        store.emptyLog()
        try open("rain", at: now)
        #expect(holds(time))
        try store.clearHistory()
        #expect(!holds(time))
        let after = try store.write { try Int.fetchOne($0, sql: "PRAGMA secure_delete") }
        #expect(after == ["OFF": 0, "FAST": 2, "ON": 1][setting])
    }
}
