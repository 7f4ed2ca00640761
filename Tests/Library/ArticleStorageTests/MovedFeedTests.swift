import FeedModel
import FoundationEssentials
import GRDB
import Testing

@testable import ArticleStorage

@Suite struct MovedFeedTests {
    let library: Library
    let store: ArticleStore

    init() throws {
        library = try Library()
        store = library.store
    }

    private func moved(_ item: ParsedItem, guid: String? = nil, _ marks: MovedMarks = MovedMarks(isRead: true))
        -> MovedArticle
    {
        MovedArticle(guid: guid ?? item.id, item: item, marks: marks)
    }

    @discardableResult
    private func move(
        _ articles: [MovedArticle], into id: SubscriptionID, isShared: Bool = true, isDryRun: Bool = false
    ) throws -> MovedCount {
        var feed = try MovedFeed(of: id, in: store, isShared: isShared, isDryRun: isDryRun, at: now)
        for article in articles { try feed.add(article) }
        return try feed.finish()
    }

    private func subscribe(_ name: String = "one") throws -> SubscriptionID {
        try store.add(NewSubscription(feedURL: "https://\(name).example/feed")).id
    }

    @Test("Moved articles keep their marks") func articlesComeWithTheirMarks() throws {
        let id = try subscribe()
        let count = try move(
            [
                moved(item("read")), moved(item("unread"), MovedMarks()),
                moved(item("starred"), MovedMarks(isRead: true, isStarred: true)),
                moved(item("deleted"), MovedMarks(isDeleted: true)),
            ], into: id)
        #expect(count.added == 4)
        #expect(try library.counts(id) == [1, 3])
        #expect(try Set(library.titles(.all)) == ["read", "unread", "starred"])
        #expect(try library.titles(.starred) == ["starred"])
        #expect(try library.ingest([item("deleted")], into: id).new == [])
    }

    @Test("Flags become tags that later documents do not remove") func flagsAreTagsThatNoDocumentRemoves() throws {
        let id = try subscribe()
        var flagged = item("flagged")
        flagged.tags = ["flag-s"]
        try move([moved(flagged, MovedMarks(isRead: true, isStarred: true))], into: id)
        var edited = item("flagged")
        (edited.contentText, edited.tags) = ("edited", ["news"])
        try library.ingest([edited], into: id)
        #expect(try store.article(library.id("flagged"))?.item.tags == ["news", "flag-s"])
        #expect(try library.titles(.search("tag:flag-s")) == ["flagged"])
    }

    @Test("An article that the library has already gets the flags") func knownArticleGetsFlags() throws {
        let id = try subscribe()
        try library.ingest([item("known")], into: id)
        var flagged = item("known")
        flagged.tags = ["flag-z"]
        try move([moved(flagged)], into: id)
        #expect(try store.article(library.id("known"))?.item.tags == ["flag-z"])
    }

    @Test("A second move adds nothing") func aSecondTimeAddsNothing() throws {
        let id = try subscribe()
        let articles = [
            moved(item("a")), moved(item("b", guid: "https://example.org/b"), guid: "https://example.org/b of a day"),
        ]
        try move(articles, into: id)
        try store.set(.read(false), on: [library.id("a")])
        let again = try move(articles, into: id)
        #expect((again.added, again.known) == (0, 2))
        #expect(try library.titles(.all, unreadOnly: true) == ["a"])
        try library.ingest([item("a"), item("b", guid: "new guid")], into: id)
        #expect(try move(articles, into: id).added == 0)
    }

    @Test("Marks are added to articles that already exist") func marksAreAddedToKnownArticles() throws {
        let id = try library.feed("one", [item("a"), item("b")])
        try store.set(.starred(true), on: [library.id("b")])
        let count = try move([moved(item("a")), moved(item("b"), MovedMarks())], into: id)
        #expect((count.added, count.known) == (0, 2))
        #expect(try library.titles(.all, unreadOnly: true) == ["b"])
        #expect(try library.titles(.starred) == ["b"])
    }

    @Test("The first move deletes an article that exists already, unless it is starred; a second move does not")
    func theFirstMoveDeletes() throws {
        let id = try library.feed("one", [item("a"), item("b"), item("c")])
        try store.set(.starred(true), on: [library.id("b")])
        let deleted = MovedMarks(isDeleted: true)
        try move([moved(item("a"), deleted), moved(item("b"), deleted)], into: id)
        #expect(try Set(library.titles(.all)) == ["b", "c"])
        #expect(try library.counts(id) == [2, 2])
        #expect(try library.ingest([item("a"), item("b"), item("c")], into: id).new == [])
        try move([moved(item("c"), deleted)], into: id)
        #expect(try Set(library.titles(.all)) == ["b", "c"])
    }

    @Test("Articles that exist already get the marks kept under another feed")
    func articlesThatExistGetSharedMarks() throws {
        let planet = try subscribe("planet")
        let blog = try library.feed("blog", [item("read"), item("deleted"), item("own")])
        try move([moved(item("read")), moved(item("deleted"), MovedMarks(isDeleted: true))], into: planet)
        try move([moved(item("own"), MovedMarks())], into: blog)
        try store.addSharedMarks(to: [blog], at: now)
        #expect(try library.titles(.feed(blog), unreadOnly: true) == ["own"])
        #expect(try library.counts(blog) == [1, 2])
    }

    @Test(
        "A short guid does not move a mark to an article with another link",
        arguments: [true, false], ["1", "post:1", "2026-11-23T10:00:00"])
    func shortGuidsCarryNoMarks(_ isFetchedFirst: Bool, _ guid: String) throws {
        let boats = item("boats", guid: guid)
        let (apples, other) = (try subscribe("apples"), try library.feed("boats", isFetchedFirst ? [boats] : []))
        try move([moved(item("apples", guid: guid), MovedMarks(isRead: true, isDeleted: true))], into: apples)
        try move([], into: other)
        try store.addSharedMarks(to: [other], at: now)
        try library.ingest([boats], into: other)
        #expect(try library.titles(.feed(other), unreadOnly: true) == ["boats"])
    }

    @Test("An interrupted import adds shared marks when it is run again, once to each article")
    func interruptedImportsAddSharedMarks() throws {
        let planet = try subscribe("planet")
        let blog = try library.feed("blog", [item("read")])
        let article = try library.id("read")
        try move([], into: blog)
        try move([moved(item("read"))], into: planet)
        func addAgain() throws {
            let feed = try MovedFeed(of: blog, in: store, isShared: true, at: now)
            if feed.mayLackSharedMarks { try store.addSharedMarks(to: [blog], at: now) }
        }
        try addAgain()
        #expect(try library.titles(.feed(blog), unreadOnly: true) == [])
        try store.set(.read(false), on: [article])
        try addAgain()
        #expect(try library.titles(.feed(blog), unreadOnly: true) == ["read"])
    }

    @Test("Shared marks can be missing only after a move into a feed with articles, until its next document")
    func feedsThatMayLackSharedMarks() throws {
        func mayLack(_ id: SubscriptionID, isShared: Bool = true) throws -> Bool {
            try MovedFeed(of: id, in: store, isShared: isShared, at: now).mayLackSharedMarks
        }
        let (fetched, empty) = (try library.feed("fetched", [item("a")]), try subscribe("empty"))
        #expect(try mayLack(fetched))
        #expect(try mayLack(empty) == false)
        #expect(try mayLack(fetched, isShared: false) == false)
        try move([], into: fetched)
        #expect(try mayLack(fetched))
        try library.ingest([item("a")], into: fetched)
        #expect(try mayLack(fetched) == false)
    }

    @Test("An undated article matches, by link and title, one that the other reader dated by the time of its fetch")
    func undatedArticlesMatchByLinkAndTitle() throws {
        let id = try library.feed("one", [item("a", hoursAgo: nil, guid: "https://example.org/a")])
        var other = item("another title")
        other.url = "https://example.org/a"
        let count = try move([moved(item("a", guid: "/a")), moved(other, guid: "/b")], into: id)
        #expect((count.added, count.known) == (1, 1))
        #expect(try library.titles(.all, unreadOnly: true) == [])
    }

    @Test(
        "Undated articles with guids of their own are never matched by a link and a title that they share",
        arguments: ["Weather", nil] as [String?])
    func undatedArticlesWithOwnGuidsAreNeverMatched(_ title: String?) throws {
        func report(_ guid: String, hoursAgo: Double?, at link: String) -> ParsedItem {
            var report = item("report", hoursAgo: hoursAgo, guid: guid)
            (report.title, report.url) = (title, link)
            return report
        }
        func deleted(at link: String) -> MovedArticle {
            moved(report("yesterday", hoursAgo: 24, at: link), MovedMarks(isRead: true, isDeleted: true))
        }
        let fetched = try library.feed("fetched", [report("today", hoursAgo: nil, at: "https://a.example/")])
        #expect(try move([deleted(at: "https://a.example/")], into: fetched).known == 0)
        #expect(try library.counts(fetched) == [1, 1])
        let later = try subscribe("later")
        try move([deleted(at: "https://b.example/")], into: later)
        let today = report("today", hoursAgo: nil, at: "https://b.example/")
        #expect(try library.ingest([today], into: later).new.count == 1)
        #expect(try library.counts(later) == [1, 1])
    }

    @Test(
        "A link with another scheme or tracking parameter is the same article, if the date is the same",
        arguments: [
            ("https://example.org/a", 0.0, 1), ("http://www.example.org/a?utm_source=x", 0, 1),
            ("http://example.org/a", 2, 0), ("http://example.org/a?page=2", 0, 0), ("http://example.org/a#2", 0, 0),
        ])
    func similarLinks(_ link: String, _ hoursAgo: Double, _ known: Int) throws {
        let id = try library.feed("one", [item("a", hoursAgo: 0)])
        var starred = moved(item("of a service", hoursAgo: hoursAgo), guid: link, MovedMarks(isStarred: true))
        starred.item.url = link
        starred.ownTags = ["sea"]
        var feed = try MovedFeed(of: id, in: store, isShared: false, addsMarks: true, at: now)
        try feed.add(starred)
        #expect(try feed.finish().known == known)
        #expect(try library.titles(.starred) == [known == 1 ? "a" : "of a service"])
        #expect(try library.titles(.search("tag:sea")) == [known == 1 ? "a" : "of a service"])
    }

    @Test("The first document matches articles by link and date")
    func theFirstDocumentFindsArticlesByLinkAndDate() throws {
        let id = try subscribe()
        try move([moved(item("a", guid: "old guid"))], into: id)
        let summary = try library.ingest([item("other", hoursAgo: 1), item("a", guid: "new guid")], into: id)
        #expect(summary.new.count == 1)
        #expect(try library.titles(.all, unreadOnly: true) == ["other"])
    }

    @Test("The first document matches articles by title") func theFirstDocumentFindsArticlesByTitle() throws {
        let id = try subscribe()
        var kept = item("Only a title", guid: "Only a title")
        kept.url = nil
        try move([moved(kept)], into: id)
        var offered = item("Only a title", hoursAgo: nil, guid: "urn:lede:1234")
        offered.url = nil
        #expect(try library.ingest([offered], into: id).new == [])
        #expect(try library.titles(.all, unreadOnly: true) == [])
    }

    @Test("The first document's version of an imported article is not an edit; a later version is")
    func theFirstVersionIsNoEdit() throws {
        let id = try subscribe()
        try move([moved(item("a", html: "imported"))], into: id)
        let article = try library.id("a")
        var summary = try library.ingest([item("a", html: "offered")], into: id)
        #expect(summary.updated == [])
        #expect(summary.unchanged == 1)
        #expect(try store.article(article)?.item.contentHTML == "offered")
        #expect(try store.earlierText(of: article) == nil)
        summary = try library.ingest([item("a", html: "edited")], into: id)
        #expect(summary.updated == [article])
        #expect(try store.earlierText(of: article)?.html == "offered")
    }

    @Test("The feed's version of an imported article is not an edit if it first appears in a later document")
    func theVersionOfAnOlderPageIsNoEdit() throws {
        let id = try subscribe()
        try move([moved(item("a", html: "imported"))], into: id)
        let article = try library.id("a")
        try library.ingest([item("new")], into: id)
        #expect(try library.ingest([item("a", html: "offered")], into: id).updated == [])
        #expect(try store.article(article)?.item.contentHTML == "offered")
        #expect(try store.earlierText(of: article) == nil)
        #expect(try library.ingest([item("a", html: "edited")], into: id).updated == [article])
    }

    @Test("The first version of an article imported by an earlier lede is not an edit")
    func earlierImport() throws {
        let id = try subscribe()
        try move([moved(item("a"))], into: id)
        try store.write { database in
            try database.execute(
                sql: "UPDATE article SET fingerprint = 7; DELETE FROM grdb_migrations WHERE identifier LIKE '29 %'")
        }
        _ = try ArticleStore(path: library.path)
        var edited = item("a")
        edited.contentText = "more"
        #expect(try library.ingest([edited], into: id).updated == [])
    }

    @Test("After an import, an article that the feed itself brought before can be edited")
    func articlesOfTheFeedAreEdited() throws {
        let id = try subscribe()
        let health = FeedHealth(lastSuccess: now.addingTimeInterval(-3_600))
        var document = ParsedFeed()
        document.items = [item("a", html: "before")]
        _ = try store.ingest(
            document, into: id, state: PollingState(subscription: id, health: health),
            at: now.addingTimeInterval(-3_600))
        try move([moved(item("a")), moved(item("b", html: "imported"))], into: id)
        let (a, b) = (try library.id("a"), try library.id("b"))
        let summary = try library.ingest([item("a", html: "after"), item("b", html: "offered")], into: id)
        #expect(summary.updated == [a])
        #expect(try store.earlierText(of: a)?.html == "before")
        #expect(try store.earlierText(of: b) == nil)
    }

    @Test("A matching title alone is not enough") func aTitleAloneIsNoProof() throws {
        let id = try subscribe()
        try move([moved(item("Weekly", hoursAgo: 200, guid: "w-1"))], into: id)
        var next = item("Weekly", guid: "w-2")
        next.url = "https://example.org/weekly/2"
        #expect(try library.ingest([next], into: id).new.count == 1)
    }

    @Test("Among two equal articles, the article with the link gets the marks")
    func linkDecidesBetweenTwoEqualArticles() throws {
        let id = try subscribe()
        var kept = item("later", guid: "same")
        kept.url = "https://example.org/b"
        try move([moved(kept)], into: id)
        var twins = [
            item("later", guid: "same#https://example.org/b"), item("earlier", guid: "same#https://example.org/a"),
        ]
        twins[0].url = "https://example.org/b"
        twins[1].url = "https://example.org/a"
        #expect(try library.ingest(twins, into: id).new.count == 1)
        #expect(try library.titles(.all, unreadOnly: true) == ["earlier"])
    }

    @Test("An article in two feeds gets its marks in both") func anArticleOfTwoFeedsHasItsMarksInBoth() throws {
        let (planet, blog) = (try subscribe("planet"), try subscribe("blog"))
        try move([moved(item("shared"), MovedMarks(isRead: true, isStarred: true))], into: planet)
        try move([], into: blog)
        #expect(try library.ingest([item("shared"), item("own")], into: blog).new.count == 2)
        #expect(try library.titles(.feed(blog), unreadOnly: true) == ["own"])
        #expect(try library.counts(blog) == [1, 2])
        #expect(try library.titles(.starred) == ["shared", "shared"])
    }

    @Test("Marks of a reader that keeps them per feed stay in that feed")
    func marksOfAReaderThatKeepsThemByFeedStayThere() throws {
        let (planet, blog) = (try subscribe("planet"), try subscribe("blog"))
        try move([moved(item("shared"))], into: planet, isShared: false)
        try move([], into: blog, isShared: false)
        try library.ingest([item("shared")], into: blog)
        #expect(try library.counts(blog) == [1, 1])
    }

    @Test(
        "Marks of an edited address apply to the new one",
        arguments: [
            "https://example.org/?p=1", "tag:example.org,2026:1", "yt:video:dQw4w9WgXcQ",
            "0a1b2c3d-1111-4222-8333-444455556666", "d41d8cd98f00b204e9800998ecf8427e",
        ])
    func marksOfAnEditedAddressAreFoundUnderTheNewOne(_ guid: String) throws {
        let id = try subscribe()
        try move([], into: id)
        let read = item("a", guid: guid)
        try store.keepMarks(of: [moved(read), moved(item("b", guid: "1"))])
        try library.ingest([read, item("b", guid: "1")], into: id)
        #expect(try library.titles(.all, unreadOnly: true) == ["b"])
    }

    @Test("After the first document no article is matched") func afterFirstDocumentNoArticleIsMatched() throws {
        let id = try subscribe()
        try move([moved(item("a", guid: "old guid"))], into: id)
        try library.ingest([item("other")], into: id)
        #expect(try store.read { try $0.first("SELECT count(*) FROM movedMark") { $0[0] as Int } } == 0)
        var titled = item("a", guid: "new guid")
        titled.url = "https://example.org/elsewhere"
        #expect(try library.ingest([titled, item("other")], into: id).new.count == 1)
    }

    @Test("Several articles with the same link all stay") func severalArticlesWithOneLinkAreKept() throws {
        let id = try subscribe()
        let articles = (1...3).map { number in
            var same = item("part \(number)", hoursAgo: Double(number), guid: "https://example.org/home")
            same.url = "https://example.org/home"
            return moved(same, guid: "https://example.org/home \(number)")
        }
        #expect(try move(articles, into: id).added == 3)
        #expect(try move(articles, into: id).added == 0)
        let offered = (1...3).map { number in
            var same = item("part \(number)", hoursAgo: Double(number), guid: "https://example.org/home#home#\(number)")
            same.url = "https://example.org/home"
            return same
        }
        #expect(try library.ingest(offered, into: id).new == [])
        #expect(try library.counts(id) == [0, 3])
    }

    @Test("A dry run changes nothing") func aDryRunChangesNothing() throws {
        let id = try library.feed("one", [item("a")])
        let count = try move([moved(item("a")), moved(item("b"))], into: id, isDryRun: true)
        #expect((count.added, count.known) == (1, 1))
        #expect(try library.counts(id) == [1, 1])
    }

    @Test("Purged articles do not return") func purgedArticlesDoNotReturn() throws {
        let id = try library.feed("one", [item("a")])
        try library.delete([library.id("a")])
        try store.purge(before: now.addingTimeInterval(1))
        #expect(try move([moved(item("a"))], into: id).added == 0)
    }
}
