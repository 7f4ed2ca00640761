import FeedModel
import FeedRules
import FoundationEssentials
import Testing

@testable import ArticleStorage

/// Rules that mark articles as they are stored for the first time.
@Suite struct ArrivalMarkTests {
    private func arrival(_ title: String, _ marks: ArrivalMarks) throws -> ArrivalRule {
        ArrivalRule(ArticleRule([try .init(.title, title)]), marks: marks)
    }

    private func rows(_ library: Library) throws -> [ArticleSummary] {
        try library.store.page(of: ArticleListing(.all, midnight: midnight), at: .start, limit: 9).rows
    }

    @Test("A new article arrives with the marks of all rules that match it, and is counted with them")
    func marks() throws {
        let library = try Library()
        library.store.rules = RuleSet(arrivals: [
            try arrival("noise", ArrivalMarks(isRead: true, tags: ["a"])),
            try arrival("noise|news", ArrivalMarks(isStarred: true, tags: ["a", "b"])),
        ])
        let feed = try library.feed("one", [item("Noise"), item("News", hoursAgo: 1), item("Other", hoursAgo: 2)])
        let rows = try rows(library)
        #expect(rows.map(\.title) == ["Noise", "News", "Other"])
        #expect(rows.map(\.isRead) == [true, false, false])
        #expect(rows.map(\.isStarred) == [true, true, false])
        #expect(rows.map(\.tags) == [["a", "b"], ["a", "b"], []])
        #expect(try library.counts(feed) == [2, 3])
        let notice = try library.store.notice(of: rows.map(\.id))
        #expect(notice?.count == 2 && notice?.title == "News")
        // The counts stay right when the person changes such a mark.
        try library.store.set(.read(false), on: [rows[0].id])
        #expect(try library.counts(feed) == [3, 3])
    }

    @Test("An article is marked once: no edit and no change of the rules marks it again")
    func once() throws {
        let library = try Library()
        library.store.rules = RuleSet(arrivals: [try arrival("noise", ArrivalMarks(isRead: true, tags: ["a"]))])
        let feed = try library.feed("one", [item("Noise", guid: "1")])
        let id = try library.id("Noise")
        try library.store.set(.read(false), on: [id])
        try library.store.set(.tagged("a", false), on: [id])
        #expect(try library.ingest([item("Noise, edited", guid: "1")], into: feed).updated == [id])
        #expect(try library.counts(feed) == [1, 1])
        #expect(try library.store.ownTags(of: id).isEmpty)

        let other = try library.feed("two", [item("Quiet", guid: "2")])
        library.store.rules = RuleSet(arrivals: [try arrival("quiet", ArrivalMarks(isRead: true))])
        #expect(try library.store.hasAppliedRules() && !library.store.applyRules())
        try library.ingest([item("Quiet, edited", guid: "2")], into: other)
        #expect(try library.counts(other) == [1, 1])
    }

    @Test("An article that a rule hides gets no mark")
    func hidden() throws {
        let library = try Library()
        let marking = try arrival("noise", ArrivalMarks(isRead: true, isStarred: true, tags: ["a"]))
        library.store.rules = RuleSet(kills: [marking.rule], arrivals: [marking])
        try library.store.applyRules()
        let feed = try library.feed("one", [item("Noise")])
        #expect(try library.counts(feed) == [0, 0])
        library.store.rules = RuleSet()
        try library.store.applyRules()
        #expect(try library.counts(feed) == [1, 1])
        let row = try #require(try rows(library).first)
        #expect(!row.isStarred && row.tags.isEmpty)
    }

    @Test("Articles from another reader keep their marks, and later ones are marked")
    func moved() throws {
        let library = try Library()
        library.store.rules = RuleSet(arrivals: [try arrival("noise", ArrivalMarks(isRead: true))])
        let feed = try library.store.add(NewSubscription(feedURL: "https://one.example/feed")).id
        let known = item("Noise 1")
        var moving = try MovedFeed(of: feed, in: library.store, isShared: true, at: now)
        try moving.add(MovedArticle(guid: known.id, item: known, marks: MovedMarks()))
        #expect(try moving.finish().added == 1)
        #expect(try library.counts(feed) == [1, 1])
        try library.ingest([item("Noise 2"), known], into: feed)
        #expect(try library.counts(feed) == [1, 2])
        #expect(try library.titles(.feed(feed), unreadOnly: true) == ["Noise 1"])
    }

    @Test("A rule marks an article, but not a copy of it that another feed brought earlier")
    func copies() throws {
        let library = try Library()
        library.store.marksStoriesTogether = true
        library.store.rules = RuleSet(arrivals: [try arrival("noise", ArrivalMarks(isRead: true))])
        var (original, copy) = (item("Ferry", hoursAgo: 1), item("Noise"))
        original.url = "https://a.example/ferry"
        copy.url = original.url
        let feeds = [try library.feed("one", [original]), try library.feed("two", [copy])]
        let folded = ArticleListing(.all, foldsStories: true, midnight: midnight)
        #expect(try library.store.page(of: folded, at: .start, limit: 9).rows.map(\.copies) == [1])
        #expect(try feeds.map { try library.counts($0) } == [[1, 1], [0, 1]])
    }

    // MARK: - Accounts

    private func remote(_ title: String, isRead: Bool) -> RemoteArticle {
        RemoteArticle(id: title, feed: "f", item: item(title), isRead: isRead, isStarred: false)
    }

    @Test("Articles of an account that are unread on its server are marked, and the marks wait to be sent")
    func account() throws {
        let library = try Library()
        let store = library.store
        store.rules = RuleSet(arrivals: [
            try arrival("noise", ArrivalMarks(isRead: true, isStarred: true, tags: ["a"]))
        ])
        let account = try library.account(.greader)
        let page = SyncPage(
            feeds: [RemoteFeed(id: "f", title: "Feed", feedURL: "https://one.example/feed")],
            articles: [
                remote("Noise", isRead: false), remote("Old noise", isRead: true), remote("News", isRead: false),
            ],
            cursor: SyncCursor(epoch: "e", position: "1"))
        let summary = try store.apply(page, to: account, at: now)
        let feed = try #require(summary.new.keys.first)
        func outgoing() throws -> [String] {
            try store.outgoingMarks(for: account, limit: 9).map { "\($0.id) \($0.mark)" }
        }
        #expect(try outgoing() == ["Noise read(true)", "Noise starred(true)", "Noise tagged(\"a\", true)"])
        #expect(try library.counts(feed) == [1, 3])
        #expect(try library.titles(.starred) == ["Noise"])
        #expect(try store.notice(of: summary.new[feed] ?? [])?.title == "News")

        // The server's older response changes nothing; a later change by the person there does.
        #expect(try store.apply(page, to: account, at: now) == SyncSummary())
        try store.removeOutgoing(store.outgoingMarks(for: account, limit: 9), of: account)
        _ = try store.apply(page, to: account, at: now)
        #expect(try library.counts(feed) == [2, 3])
        #expect(try outgoing().isEmpty)
    }
}
