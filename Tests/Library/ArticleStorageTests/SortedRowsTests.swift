import FeedModel
import Testing

@testable import ArticleStorage

/// Lists sorted by title, feed, length and unread.
@Suite struct SortedRowsTests {
    private func library() throws -> Library {
        let library = try Library()
        let one = try library.feed(
            "one", [item("beta", html: "<p>long long long text</p>"), item("Alpha", hoursAgo: 2, html: "<p>x</p>")])
        try library.feed("two", [item("gamma", hoursAgo: 1, html: "<p>middle text</p>"), item("Delta", hoursAgo: 3)])
        try library.store.rename(one, to: "Zeitung")
        return library
    }

    private func titles(_ library: Library, _ order: ArticleOrder, kept: Set<ArticleID> = []) throws -> [String] {
        try library.titles(.all, order: order, kept: kept)
    }

    @Test("A list is sorted by title, by feed and by length")
    func orders() throws {
        let library = try library()
        #expect(try titles(library, .title) == ["Alpha", "beta", "Delta", "gamma"])
        #expect(try titles(library, .feed) == ["gamma", "Delta", "beta", "Alpha"])
        #expect(try titles(library, .length).first == "beta")
    }

    @Test("The oldest unread comes first; an article read meanwhile keeps its position")
    func unread() throws {
        let library = try library()
        let delta = try library.id("Delta")
        try library.store.set(.read(true), on: [delta])
        #expect(try titles(library, .unread) == ["Alpha", "gamma", "beta", "Delta"])
        #expect(try titles(library, .unread, kept: [delta]) == ["Delta", "Alpha", "gamma", "beta"])
    }

    @Test("Pages, the nearest unread and marks above a row follow the order", arguments: [1, 2, 3])
    func pages(_ limit: Int) throws {
        let library = try library()
        let listing = ArticleListing(.all, order: .title, midnight: midnight)
        var titles: [String] = []
        var anchor = PageAnchor.start
        while true {
            let page = try library.store.page(of: listing, at: anchor, limit: limit)
            #expect(page.hasEarlierRows == !titles.isEmpty)
            titles += page.rows.map(\.title)
            guard page.hasLaterRows, let last = page.rows.last else { break }
            anchor = .after(last.id)
        }
        #expect(titles == ["Alpha", "beta", "Delta", "gamma"])
        let beta = try library.id("beta")
        #expect(try library.store.nextUnread(in: listing, after: beta)?.title == "Delta")
        #expect(try library.store.previousUnread(in: listing, before: beta)?.title == "Alpha")
        #expect(try library.store.previousUnread(in: listing)?.title == "gamma")
        let following = try library.store.unread(in: listing, after: beta, limit: limit).map(\.title)
        #expect(following == Array(["Delta", "gamma"].prefix(limit)))
        let preceding = try library.store.unread(in: listing, before: nil, limit: limit).map(\.title)
        #expect(preceding == Array(["gamma", "Delta", "beta"].prefix(limit)))
        let around = try library.store.page(of: listing, at: .around(beta), limit: 2)
        #expect(around.rows.map(\.title).contains("beta"))
        #expect(try library.store.markRead(.above(beta), of: listing).articles == [library.id("Alpha")])
        #expect(try library.store.markRead(.below(beta), of: listing).articles.count == 2)
    }

    @Test("A search can also be sorted") func search() throws {
        let library = try library()
        try library.indexAll()
        #expect(try library.titles(.search("text"), order: .title) == ["beta", "gamma"])
    }

    @Test("Titles are sorted without regard to case, and numbers in them by value")
    func titleOrder() {
        let sorted = ["#2", "2 cats", "10 cats", "b", "Part 2", "part 02 b", "Part 10", "part 100", "Zoo"]
        #expect(sorted.reversed().sorted { TitleOrder.key($0) < TitleOrder.key($1) } == sorted)
    }
}
