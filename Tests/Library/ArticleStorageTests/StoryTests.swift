import FeedModel
import FoundationEssentials
import Testing

@testable import ArticleStorage

/// The same story in several feeds.
@Suite struct StoryTests {
    private static let body = """
        <p>The night ferry to the islands leaves at ten from now on, an hour later than before, the harbour board \
        decided on Monday after a long debate about noise, tides and the last train from the city.</p>
        """

    private func entry(
        _ title: String, _ url: String?, hoursAgo: Double = 0, html: String? = nil, guid: String? = nil
    ) -> ParsedItem {
        var entry = item(title, hoursAgo: hoursAgo, html: html, guid: guid)
        entry.url = url
        return entry
    }

    private func rows(
        _ library: Library, _ scope: ArticleScope = .all, order: ArticleOrder = .newestFirst, folds: Bool = true,
        unreadOnly: Bool = false, kept: Set<ArticleID> = []
    ) throws -> [ArticleSummary] {
        let listing = ArticleListing(
            scope, order: order, unreadOnly: unreadOnly, kept: kept, foldsStories: folds, midnight: midnight)
        return try library.store.page(of: listing, at: .start, limit: 1_000).rows
    }

    private func words(_ rows: [ArticleSummary]) -> [String] {
        rows.map { $0.copies > 0 ? "\($0.title) +\($0.copies)" : $0.title }
    }

    @Test(
        "An article that is older than 30 days at its arrival is not compared with others",
        arguments: [(700.0, 1), (750, 0)])
    func age(_ hours: Double, _ copies: Int) throws {
        let library = try Library()
        for feed in ["one", "two"] {
            _ = try library.feed(feed, [entry("Ferry", "https://a.example/ferry", hoursAgo: hours)])
        }
        #expect(try rows(library).map(\.copies) == (copies > 0 ? [copies] : [0, 0]))
    }

    /// Returns three feeds with one story under three titles, and an article of its own in each.
    private func ferry() throws -> (library: Library, feeds: [SubscriptionID]) {
        let library = try Library()
        library.store.marksStoriesTogether = true
        let links = [
            "https://a.example/ferry", "https://www.a.example/ferry?utm_source=rss", "http://a.example/ferry#x",
        ]
        let feeds = try links.enumerated().map { index, link in
            try library.feed(
                "feed\(index)", folder: index == 0 ? ["One"] : ["Two"],
                [
                    entry("Ferry \(index)", link, hoursAgo: Double(index)),
                    entry("Own \(index)", "https://b.example/\(index)", hoursAgo: 10 + Double(index)),
                ])
        }
        return (library, feeds)
    }

    @Test("One address in three feeds is one row: the first that arrived, with the number of its copies")
    func oneRow() throws {
        let (library, feeds) = try ferry()
        #expect(try words(rows(library)) == ["Ferry 0 +2", "Own 0", "Own 1", "Own 2"])
        #expect(try words(rows(library, order: .oldestFirst)) == ["Own 2", "Own 1", "Own 0", "Ferry 0 +2"])
        #expect(try words(rows(library, order: .title)) == ["Ferry 0 +2", "Own 0", "Own 1", "Own 2"])
        #expect(try words(rows(library, .feed(feeds[1]))) == ["Ferry 1 +2", "Own 1"])
        #expect(try words(rows(library, .folder(["Two"]))) == ["Ferry 1 +2", "Own 1", "Own 2"])
        #expect(try rows(library, folds: false).count == 6)
    }

    @Test("The copies are distinguished by their feeds")
    func copies() throws {
        let (library, _) = try ferry()
        let id = try library.id("Ferry 1")
        let copies = try #require(try library.store.whole(id, withPage: false)).copies
        #expect(copies.map(\.title) == ["Ferry 0", "Ferry 2"])
        #expect(copies.first?.feedTitle == "https://feed0.example/feed")
        let other = try library.store.whole(library.id("Own 0"), withPage: false)
        #expect(other?.copies.isEmpty == true)
    }

    @Test("A mark applies to all articles of a story, and undo reverts all its changes")
    func marks() throws {
        let (library, feeds) = try ferry()
        let change = try library.store.set(.read(true), on: [library.id("Ferry 1")])
        #expect(change.articles.count == 3)
        #expect(try feeds.map { try library.counts($0)[0] } == [1, 1, 1])
        #expect(try words(rows(library, unreadOnly: true)) == ["Own 0", "Own 1", "Own 2"])
        try library.store.undo(change)
        #expect(try feeds.map { try library.counts($0)[0] } == [2, 2, 2])
        _ = try library.store.set(.starred(true), on: [library.id("Ferry 2")])
        #expect(try words(rows(library, .starred)) == ["Ferry 0 +2"])
        library.store.marksStoriesTogether = false
        #expect(try library.store.set(.read(true), on: [library.id("Ferry 1")]).articles.count == 1)
    }

    @Test("A row that was read stays in its position, without its copies")
    func kept() throws {
        let (library, _) = try ferry()
        let id = try library.id("Ferry 0")
        try library.store.set(.read(true), on: [id])
        #expect(try words(rows(library, .unread, kept: [id])) == ["Ferry 0 +2", "Own 0", "Own 1", "Own 2"])
    }

    @Test("Reading all above a row leaves a story below it unread")
    func ranges() throws {
        let (library, feeds) = try ferry()
        // A later copy would be above it in the first feed's list; the row of its story is below.
        try library.ingest([entry("Late", "https://b.example/1", hoursAgo: -1, guid: "late")], into: feeds[2])
        #expect(try words(rows(library)).contains("Own 1 +1"))
        let listing = ArticleListing(.all, foldsStories: true, midnight: midnight)
        try library.store.markRead(.above(library.id("Own 1")), of: listing)
        #expect(try words(rows(library, unreadOnly: true)) == ["Own 1 +1", "Own 2"])
        try library.store.markRead(.all, of: listing)
        #expect(try rows(library, unreadOnly: true).isEmpty)
    }

    @Test("A copy that arrives later gets the marks of its story, and the counts stay correct")
    func later() throws {
        let (library, _) = try ferry()
        try library.store.set(.read(true), on: [library.id("Ferry 0")])
        let fourth = try library.feed("fourth", [entry("Ferry again", "https://a.example/ferry/", hoursAgo: 0)])
        #expect(try library.counts(fourth) == [0, 1])
        #expect(try words(rows(library)).first == "Ferry 0 +3")
    }

    @Test("Equal titles with nearly the same text within days are one story")
    func titles() throws {
        let library = try Library()
        let title = "Night ferry leaves an hour later"
        let edited = Self.body.replacing("on Monday", with: "yesterday") + "<p>Agency report.</p>"
        let teaser = "<p>The night ferry to the islands leaves at ten from now on, an hour later than before…</p>"
        try library.feed("one", [entry(title, "https://a.example/1", html: Self.body)])
        try library.feed("two", [entry("Night Ferry leaves an hour later!", "https://b.example/2", html: edited)])
        try library.feed("three", [entry(title, "https://c.example/3", html: teaser)])
        try library.feed(
            "four",
            [entry(title, "https://d.example/4", html: "<p>\(String(repeating: "Other words. ", count: 20))</p>")])
        try library.feed("five", [entry(title, "https://e.example/5", hoursAgo: 100, html: Self.body)])
        try library.feed("six", [entry(title, "https://f.example/6")])
        #expect(try words(rows(library)).sorted() == [title, title, title, title + " +2"])
    }

    @Test("An address that a feed uses twice does not identify a story, nor does a saved address")
    func noStories() throws {
        let library = try Library()
        let link = "https://a.example/show"
        try library.feed("one", [entry("One", link), entry("Two", link, hoursAgo: 1)])
        try library.feed("two", [entry("Three", link, hoursAgo: 2)])
        try library.feed("three", [entry("Four", "https://a.example/four")])
        _ = try library.store.saveAddress("https://a.example/four", at: now)
        #expect(try rows(library).allSatisfy { $0.copies == 0 })
        #expect(try rows(library).count == 5)
    }

    @Test("Two articles that arrive together with one address do not join the story of that address")
    func sharedAddress() throws {
        let library = try Library()
        let link = "https://a.example/show"
        try library.feed("one", [entry("One", link)])
        let two = try library.feed("two", [entry("Two", link), entry("Three", link, hoursAgo: 1)])
        try library.ingest(
            [entry("Four", "https://a.example/four"), entry("Five", "https://a.example/four", hoursAgo: 1)], into: two)
        #expect(try words(rows(library)).sorted() == ["Five", "Four", "One", "Three", "Two"])
    }

    @Test("The stored page shows where an address leads, and joins the article to its story")
    func redirects() throws {
        let library = try Library()
        try library.feed("one", [entry("One", "https://a.example/ferry")])
        try library.feed("two", [entry("Two", "https://short.example/x1")])
        #expect(try rows(library).count == 2)
        try library.store.setPageText(
            PageText(html: "<p>x</p>", url: "https://a.example/ferry?utm_medium=x"), for: [library.id("Two")])
        #expect(try words(rows(library)) == ["One +1"])
    }

    @Test("An article whose address changes is found by the new one; another edit keeps the address of its page")
    func movedArticle() throws {
        let library = try Library()
        let feed = try library.feed("one", [entry("Ferry", "https://a.example/old", guid: "1")])
        _ = try library.ingest([entry("Ferry", "https://a.example/new", guid: "1")], into: feed)
        try library.feed("two", [entry("Boat", "https://a.example/old")])
        #expect(try words(rows(library)).sorted() == ["Boat", "Ferry"])
        try library.feed("three", [entry("Ship", "https://a.example/new")])
        #expect(try words(rows(library)).sorted() == ["Boat", "Ferry +1"])

        let page = PageText(html: "<p>x</p>", url: "https://a.example/page")
        try library.store.setPageText(page, for: [library.id("Boat")])
        let two = try #require(try library.store.subscription(feedURL: "https://two.example/feed")).id
        _ = try library.ingest([entry("Boat", "https://a.example/old", html: "<p>y</p>")], into: two)
        try library.feed("four", [entry("Canoe", "https://a.example/page")])
        #expect(try words(rows(library)).sorted() == ["Boat +1", "Ferry +1"])
    }

    @Test("An episode whose transcript is stored is found by the address of its page")
    func transcript() throws {
        let library = try Library()
        let address = "https://cdn.example/t.vtt"
        var episode = entry("One", "https://a.example/ferry")
        episode.enclosures = [Enclosure(url: address, mimeType: "text/vtt", title: Enclosure.transcriptTitle)]
        try library.feed("one", [episode])
        try library.store.setPageText(PageText(html: "<p>x</p>", url: address), for: [library.id("One")])
        try library.feed("two", [entry("Two", "https://a.example/ferry")])
        #expect(try words(rows(library)) == ["One +1"])
    }

    @Test("A page that turns out not to be an article is removed, with the story that its address led to")
    func wrongPage() throws {
        let library = try Library()
        let urls = ["One": "https://a.example/ferry", "Two": "https://b.example/tide"]
        for (title, url) in urls.sorted(by: { $0.key < $1.key }) {
            try library.feed(title, [entry(title, url)])
            try library.store.setPageText(
                PageText(html: "<p>x</p>", url: "https://portal.example/welcome"), for: [library.id(title)])
        }
        #expect(try rows(library).count == 1)
        try library.store.removePageText(of: [library.id("One"), library.id("Two")])
        #expect(try rows(library).allSatisfy { $0.copies == 0 } && rows(library).count == 2)
        #expect(try library.store.pageText(for: library.id("One")) == nil)
        try library.feed("three", [entry("Three", urls["Two"])])
        #expect(try rows(library).count == 2, "the article's own address finds its copies again")
    }

    @Test("A wrong page does not remove an article from the story that its own address or its title gives it")
    func wrongPageOfStory() throws {
        let library = try Library()
        let title = "Night ferry leaves an hour later"
        let link = "https://a.example/ferry"
        let entries = [
            "one": entry("One", link), "two": entry("Two", link),
            "three": entry(title, "https://c.example/3", hoursAgo: 1, html: Self.body),
            "four": entry(title, "https://d.example/4", hoursAgo: 1, html: Self.body),
            "five": entry("Five", "https://e.example/5", hoursAgo: 2),
        ]
        for (feed, entry) in entries.sorted(by: { $0.key < $1.key }) { try library.feed(feed, [entry]) }
        let before = try words(rows(library)).sorted()
        #expect(before == ["Five", title + " +1", "One +1"])
        let ids = try rows(library, folds: false).map(\.id)
        #expect(ids.count == 5)
        for id in ids {
            try library.store.setPageText(PageText(html: "<p>x</p>", url: "https://portal.example/welcome"), for: [id])
        }
        #expect(try words(rows(library)).sorted() != before, "the page's address leads to a story")
        try library.store.removePageText(of: ids)
        #expect(try words(rows(library)).sorted() == before)
        #expect(try ids.allSatisfy { try library.store.pageText(for: $0) == nil })
    }

    @Test("If the feed of a story's listed row is removed, another row is listed for the story")
    func removal() throws {
        let (library, feeds) = try ferry()
        try library.store.remove(feeds[0], at: now)
        #expect(try words(rows(library)) == ["Ferry 1 +1", "Own 1", "Own 2"])
    }

    @Test("A search that finds only a copy lists the copy; a search that finds several copies lists one")
    func search() throws {
        let (library, _) = try ferry()
        try library.indexAll()
        #expect(try words(rows(library, .search("ferry"))) == ["Ferry 0 +2"])
        #expect(try words(rows(library, .search("ferry 2"))) == ["Ferry 2 +2"])
        #expect(try words(rows(library, .search("title:ferry is:unread"))) == ["Ferry 0 +2"])
    }

    @Test("Pages of a folded list join without gaps or repetitions, and the next unread row is a listed one")
    func paging() throws {
        let library = try Library()
        library.store.marksStoriesTogether = true
        for feed in 0..<4 {
            try library.feed(
                "feed\(feed)",
                (0..<40).map { entry("Story \($0) \(feed)", "https://a.example/\($0)", hoursAgo: Double($0)) })
        }
        let listing = ArticleListing(.all, foldsStories: true, midnight: midnight)
        var titles: [String] = []
        var anchor = PageAnchor.start
        while true {
            let page = try library.store.page(of: listing, at: anchor, limit: 7)
            titles += page.rows.map(\.title)
            guard page.hasLaterRows, let last = page.rows.last else { break }
            anchor = .after(last.id)
        }
        #expect(titles == (0..<40).map { "Story \($0) 0" })
        let back = try library.store.page(of: listing, at: .end, limit: 7)
        #expect(back.rows.map(\.title) == (33..<40).map { "Story \($0) 0" } && back.hasEarlierRows)
        try library.store.set(.read(true), on: [library.id("Story 1 3")])
        let next = try library.store.nextUnread(in: listing, after: library.id("Story 0 0"))
        #expect(next?.title == "Story 2 0")
    }
}
