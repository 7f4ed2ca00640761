import FeedModel
import FoundationEssentials
import Testing

@testable import ArticleStorage

@Suite struct ArticlePagesTests {
    let library: Library
    let store: ArticleStore

    init() throws {
        library = try Library()
        store = library.store
    }

    /// Makes feeds whose titles are ages in hours: `a` (in Tech) 0, 3, 6 …; `b` (in Tech/Swift) 1, 4, 7 …; `c` 2, 5, 8
    /// …
    func threeFeeds(of count: Int = 10) throws -> [SubscriptionID] {
        try ["a", "b", "c"].enumerated().map { number, name in
            try library.feed(
                name, folder: [["Tech"], ["Tech", "Swift"], []][number],
                (0..<count).map { turn in
                    let hours = turn * 3 + number
                    return item("\(hours)", hoursAgo: Double(hours), guid: "\(hours)")
                })
        }
    }

    static let scopes: [(ArticleScope, [Int])] = [
        (.all, Array(0..<30)),
        (.unread, (0..<30).filter { $0 % 2 == 1 }),
        (.starred, (0..<30).filter { $0 % 5 == 0 }),
        (.today, Array(0...12)),
        (.feed(SubscriptionID(rawValue: 2)), stride(from: 1, to: 30, by: 3).map { $0 }),
        (.folder(["Tech"]), (0..<30).filter { $0 % 3 != 2 }),
        (.folder(["Tech", "Swift"]), (0..<30).filter { $0 % 3 == 1 }),
        (.folder([]), Array(0..<30)),
        (.search("is:read"), (0..<30).filter { $0 % 2 == 0 }),
        (.search("article"), Array(0..<30)),
        (.search("article is:unread"), (0..<30).filter { $0 % 2 == 1 }),
        (.search("feed:a.example is:starred"), [0, 15]),
        (.search("article feed:b.example -feed:a.example"), stride(from: 1, to: 30, by: 3).map { $0 }),
        (.filtered(.feed(SubscriptionID(rawValue: 2)), "article"), stride(from: 1, to: 30, by: 3).map { $0 }),
        (.filtered(.folder(["Tech"]), "is:starred feed:b.example"), [10, 25]),
        (.filtered(.today, "article"), Array(0...12)),
        (.filtered(.unread, "is:read"), []),
        (.filtered(.search("is:unread"), "article feed:a.example"), [3, 9, 15, 21, 27]),
        (.filtered(.feed(SubscriptionID(rawValue: 2)), "feed:a.example"), []),
        (.guide, []), (.filtered(.guide, "x"), []),
        (.folder(["Nowhere"]), []),
        (.search(""), []),
    ]

    @Test("A hidden feed is left out of the lists of all feeds and their counts")
    func aHiddenFeedIsLeftOutOfTheListsOfAllAndTheirCounts() throws {
        let feeds = try threeFeeds(of: 4)
        var preferences = FeedPreferences()
        preferences.isHidden = true
        try store.setPreferences(preferences, of: feeds[1])
        #expect(try library.titles(.all) == ["0", "2", "3", "5", "6", "8", "9", "11"])
        #expect(try library.titles(.unread) == ["0", "2", "3", "5", "6", "8", "9", "11"])
        #expect(try library.titles(.today).count == 8)
        #expect(try library.titles(.feed(feeds[1])) == ["1", "4", "7", "10"])
        #expect(try library.titles(.folder(["Tech"])).count == 8)
        let overview = try store.overview(midnight: midnight)
        #expect([overview.articleCount, overview.unreadCount, overview.unreadTodayCount] == [8, 8, 8])
        try store.remove(feeds[1], at: now)
        #expect(try library.titles(.all).count == 8)
    }

    @Test(
        "Every list can be read by pages in both directions", arguments: scopes,
        [ArticleOrder.newestFirst, .oldestFirst])
    func everyListPagesThroughInBothDirections(_ expected: (ArticleScope, [Int]), order: ArticleOrder) throws {
        let ids = try threeFeeds().flatMap { feed in
            try store.page(of: ArticleListing(.feed(feed), midnight: midnight), at: .start, limit: 100).rows
        }
        for row in ids {
            let hours = Int(row.title)!
            if hours % 2 == 0 { try store.set(.read(true), on: [row.id]) }
            if hours % 5 == 0 { try store.set(.starred(true), on: [row.id]) }
        }
        // Every article contains the word: a search in titles alone would not find them.
        for feed in try store.subscriptions() {
            let edited = (0..<30).map { item("\($0)", hoursAgo: Double($0), html: "an article", guid: "\($0)") }
            try library.ingest(edited.filter { Int($0.title!)! % 3 == Int(feed.id.rawValue) - 1 }, into: feed.id)
        }
        try library.indexAll()

        let titles = (order == .newestFirst ? expected.1 : expected.1.reversed()).map(String.init)
        let listing = ArticleListing(expected.0, order: order, midnight: midnight)
        let whole = try store.page(of: listing, at: .start, limit: 100)
        #expect(whole.rows.map(\.title) == titles)
        #expect(!whole.hasEarlierRows && !whole.hasLaterRows)

        var page = try store.page(of: listing, at: .start, limit: 4)
        var seen = page.rows
        while page.hasLaterRows {
            page = try store.page(of: listing, at: .after(page.rows.last!.id), limit: 4)
            #expect(page.hasEarlierRows)
            seen += page.rows
        }
        #expect(seen == whole.rows)

        page = try store.page(of: listing, at: .end, limit: 4)
        seen = page.rows
        while page.hasEarlierRows {
            page = try store.page(of: listing, at: .before(page.rows.first!.id), limit: 4)
            #expect(page.hasLaterRows)
            seen = page.rows + seen
        }
        #expect(seen == whole.rows)
    }

    @Test(
        "A page can surround an article",
        arguments: [
            (around: 14, shown: 12...16, earlier: true, later: true),
            (around: 0, shown: 0...4, earlier: false, later: true),
            (around: 1, shown: 0...4, earlier: false, later: true),
            (around: 29, shown: 25...29, earlier: true, later: false),
        ])
    func aPageAroundAnArticle(_ hours: Int, _ shown: ClosedRange<Int>, earlier: Bool, later: Bool) throws {
        _ = try threeFeeds()
        let listing = ArticleListing(.all, midnight: midnight)
        let page = try store.page(of: listing, at: .around(library.id("\(hours)")), limit: 5)
        #expect(page.rows.map(\.title) == shown.map(String.init))
        #expect(page.hasEarlierRows == earlier)
        #expect(page.hasLaterRows == later)
    }

    @Test("The neighbours of the last row can be read") func theLastRowsNeighboursAreKnown() throws {
        _ = try threeFeeds(of: 1)
        let listing = ArticleListing(.all, midnight: midnight)
        let behind = try store.page(of: listing, at: .after(library.id("2")), limit: 5)
        #expect(behind == ArticlePage(rows: [], hasEarlierRows: true, hasLaterRows: false))
        let before = try store.page(of: listing, at: .before(library.id("0")), limit: 5)
        #expect(before == ArticlePage(rows: [], hasEarlierRows: false, hasLaterRows: true))
    }

    @Test("An article that has left the list still determines its position")
    func articleThatHasLeftListStillMarksItsPosition() throws {
        _ = try threeFeeds()
        try store.set(.read(true), on: [library.id("5")])
        let listing = ArticleListing(.unread, midnight: midnight)
        #expect(try store.page(of: listing, at: .after(library.id("5")), limit: 2).rows.map(\.title) == ["6", "7"])
        #expect(try store.page(of: listing, at: .before(library.id("5")), limit: 2).rows.map(\.title) == ["3", "4"])
        #expect(
            try store.page(of: listing, at: .around(library.id("5")), limit: 4).rows.map(\.title) == [
                "3", "4", "6", "7",
            ])
    }

    @Test("Without its anchor article, a request returns the first page") func withoutItsAnchorPageIsFirst() throws {
        _ = try threeFeeds()
        let gone = ArticleID(rawValue: 999)
        for anchor in [PageAnchor.after(gone), .before(gone), .around(gone)] {
            let page = try store.page(of: ArticleListing(.all, midnight: midnight), at: anchor, limit: 2)
            #expect(page.rows.map(\.title) == ["0", "1"])
        }
    }

    @Test("Kept articles stay in the list at their positions") func keptArticlesStayListedInTheirPositions() throws {
        let feeds = try threeFeeds(of: 2)
        let kept: Set = [try library.id("2"), try library.id("5")]
        for id in try ["1", "2", "5"].map({ try library.id($0) }) { try store.set(.read(true), on: [id]) }
        #expect(try library.titles(.unread) == ["0", "3", "4"])
        #expect(try library.titles(.unread, kept: kept) == ["0", "2", "3", "4", "5"])
        #expect(try library.titles(.unread, order: .oldestFirst, kept: kept) == ["5", "4", "3", "2", "0"])
        #expect(try library.titles(.all, unreadOnly: true, kept: kept) == ["0", "2", "3", "4", "5"])
        #expect(try library.titles(.feed(feeds[0]), unreadOnly: true, kept: kept) == ["0", "3"])
        #expect(try library.titles(.feed(feeds[2]), unreadOnly: true, kept: kept) == ["2", "5"])
        #expect(try library.titles(.folder(["Tech"]), unreadOnly: true, kept: kept) == ["0", "3", "4"])

        let listing = ArticleListing(.unread, kept: kept, midnight: midnight)
        let page = try store.page(of: listing, at: .after(library.id("0")), limit: 2)
        #expect(page.rows.map(\.title) == ["2", "3"])
        #expect(page.hasLaterRows)
        #expect(try store.page(of: listing, at: .after(library.id("4")), limit: 2).rows.map(\.title) == ["5"])
    }

    @Test("A search keeps only articles that its words still match")
    func aSearchKeepsOnlyMatchingArticles() throws {
        try library.feed(
            "one", [item("apple one", hoursAgo: 1), item("apple two", hoursAgo: 2), item("pear", hoursAgo: 3)])
        try library.indexAll()
        let kept: Set = [try library.id("apple one"), try library.id("pear")]
        try store.set(.read(true), on: Array(kept))
        #expect(try library.titles(.search("apple is:unread"), kept: kept) == ["apple one", "apple two"])
    }

    /// The folder's rows are among the latest of all, far below them, or mixed with others.
    @Test("A folder of many feeds can be read page by page") func aFolderOfManyFeeds() throws {
        let feeds = try (0..<12).map { number in
            let hours = [0.2, 30, 31, 90].map { $0 + Double(number) }
            return try library.feed(
                "\(number)", folder: ["Many"], hours.map { item("\($0)", hoursAgo: $0, guid: "\($0)") })
        }
        try library.feed("other", (0..<80).map { item("other \($0)", hoursAgo: Double($0)) })
        let all = try store.page(of: ArticleListing(.all, midnight: midnight), at: .start, limit: 200).rows
        try store.set(.read(true), on: all.filter { $0.id.rawValue % 3 == 0 }.map(\.id))
        for (order, unreadOnly) in [
            (ArticleOrder.newestFirst, false), (.oldestFirst, false), (.newestFirst, true), (.oldestFirst, true),
        ] {
            let listing = ArticleListing(.folder(["Many"]), order: order, unreadOnly: unreadOnly, midnight: midnight)
            let wanted = all.filter { feeds.contains($0.subscription) && !(unreadOnly && $0.id.rawValue % 3 == 0) }
            let titles = (order == .newestFirst ? wanted : wanted.reversed()).map(\.title)
            #expect(titles.count == (unreadOnly ? 32 : 48))
            for limit in [1, 3, 11, 20] {
                var paged = try store.page(of: listing, at: .start, limit: limit).rows
                while let last = paged.last, paged.count < titles.count {
                    let next = try store.page(of: listing, at: .after(last.id), limit: limit).rows
                    try #require(!next.isEmpty)
                    paged += next
                }
                #expect(paged.map(\.title) == titles)
            }
        }
    }

    /// If many articles have the mark, the matches of the words are checked for the mark in batches.
    @Test("A search for a common mark can be read by pages") func aSearchForAMarkThatManyHave() throws {
        try library.feed(
            "one", (0..<1_500).map { item("\($0)", hoursAgo: Double($0), html: $0 < 800 ? "word" : "other") })
        try library.indexAll()
        let all = try store.page(of: ArticleListing(.all, midnight: midnight), at: .start, limit: 2_000).rows
        let read = all.filter { row in (10..<400).contains(Int(row.title)!) || Int(row.title)! % 2 == 0 }
        try store.set(.read(true), on: read.map(\.id))
        let titles = (0..<800).filter { ($0 < 10 || $0 >= 400) && $0 % 2 == 1 }.map(String.init)
        let listing = ArticleListing(.search("word is:unread"), midnight: midnight)
        let reader = InterruptibleReader(of: store)
        for _ in 0..<2 {
            for limit in [3, 7, 300] {
                #expect(
                    try store.page(of: listing, at: .start, limit: limit).rows.map(\.title)
                        == Array(titles.prefix(limit)))
                #expect(
                    try reader.page(of: listing, at: .start, limit: limit).rows.map(\.title)
                        == Array(titles.prefix(limit)))
                #expect(
                    try reader.page(of: listing, at: .end, limit: limit).rows.map(\.title)
                        == Array(titles.suffix(limit)))
            }
            #expect(
                try reader.nextUnread(in: ArticleListing(.search("word"), midnight: midnight), after: all[9].id)?.title
                    == "401")
        }
        let change = try store.markRead(.below(all[700].id), of: listing)
        #expect(change.articles.count == 50)
    }

    @Test("The nearest unread article is found in both directions")
    func theNearestUnreadArticleInBothDirections() throws {
        let feeds = try threeFeeds(of: 2)
        let listing = ArticleListing(.all, midnight: midnight)
        for id in try ["1", "2", "3"].map({ try library.id($0) }) { try store.set(.read(true), on: [id]) }
        #expect(try store.nextUnread(in: listing)?.title == "0")
        #expect(try store.nextUnread(in: listing, after: library.id("0"))?.title == "4")
        #expect(try store.nextUnread(in: listing, after: library.id("2"))?.title == "4")
        #expect(try store.nextUnread(in: listing, after: library.id("5")) == nil)
        #expect(try store.previousUnread(in: listing)?.title == "5")
        #expect(try store.previousUnread(in: listing, before: library.id("3"))?.title == "0")
        #expect(try store.previousUnread(in: listing, before: library.id("0")) == nil)
        let feed = ArticleListing(.feed(feeds[1]), order: .oldestFirst, midnight: midnight)
        #expect(try store.nextUnread(in: feed)?.title == "4")
        #expect(try store.nextUnread(in: feed, after: library.id("4")) == nil)
    }

    @Test("A list of articles that are both read and unread is empty") func listOfArticlesBothReadAndUnreadIsEmpty()
        throws
    {
        _ = try threeFeeds()
        #expect(try library.titles(.search("is:read"), unreadOnly: true) == [])
    }

    @Test("Articles are returned in the requested order") func articlesComeInTheOrderAsked() throws {
        _ = try threeFeeds()
        let ids = try ["7", "3", "5"].map { try library.id($0) }
        let found = try store.articles([ids[0], ArticleID(rawValue: 999), ids[1], ids[2]])
        #expect(found.map(\.id) == ids)
    }
}
