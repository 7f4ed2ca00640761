import FeedModel
import FoundationEssentials
import GRDB
import Testing

@testable import ArticleStorage

@Suite struct IngestionTests {
    let library: Library
    let store: ArticleStore

    init() throws {
        library = try Library()
        store = library.store
    }

    @Test("A stored article equals the article in the feed") func storedArticleEqualsThatOfFeed() throws {
        var offered = item("Title", hoursAgo: 5, html: "<p>Text</p>")
        offered.externalURL = "https://elsewhere.example"
        offered.imageURL = "https://example.org/picture"
        offered.commentsURL = "https://example.org/comments"
        offered.commentsFeedURL = "https://example.org/comments/feed"
        offered.commentCount = 12
        offered.contentText = "Text"
        offered.summary = "Short"
        offered.updated = now
        offered.language = "en"
        offered.tags = ["one", "two words"]
        offered.authors = [Author(name: "Ann", email: "ann@example.org"), Author(url: "https://bob.example")]
        offered.enclosures = [
            Enclosure(
                url: "https://example.org/a.mp3", mimeType: "audio/mpeg", title: "A", size: 1 << 40, duration: 61.5),
            Enclosure(url: "https://example.org/b"),
        ]
        let id = try library.feed("one", [offered])
        let stored = try #require(try store.article(library.id("Title")))
        #expect(stored.item == offered)
        #expect(stored.subscription == id)
        #expect(stored.received == now)
        #expect(!stored.isRead && !stored.isStarred)
    }

    @Test("Unchanged articles are not written") func unchangedArticlesAreNotWritten() throws {
        let id = try library.feed("one", [item("a"), item("b")])
        let summary = try library.ingest([item("a"), item("b"), item("c")], into: id)
        #expect(summary.unchanged == 2)
        #expect(summary.new == [try library.id("c")])
        #expect(summary.updated == [])
    }

    @Test("A new number of comments is stored, and is no edit of the article")
    func numberOfComments() throws {
        var article = item("a")
        article.commentCount = 1
        let id = try library.feed("one", [article])
        article.commentCount = 2
        let summary = try library.ingest([article], into: id)
        #expect(summary.unchanged == 1 && summary.updated == [])
        article.commentCount = nil
        _ = try library.ingest([article], into: id)
        for withPage in [true, false] {
            let shown = try #require(try store.whole(library.id("a"), withPage: withPage))
            #expect(shown.article.item.commentCount == 2 && !shown.isEdited)
        }
        #expect(
            try store.beginning(of: library.id("a"), withPage: false, upTo: 100)?.article.item.commentCount == 2)
    }

    @Test("An edited article keeps its marks and its position")
    func anEditedArticleKeepsItsMarksAndItsPosition() throws {
        let id = try library.feed("one", [item("new", hoursAgo: 1), item("old", hoursAgo: 2)])
        let old = try library.id("old")
        try store.set(.read(true), on: [old])
        try store.set(.starred(true), on: [old])
        var edited = item("old, edited", hoursAgo: 0, guid: "guid of old")
        edited.contentHTML = "better"
        let summary = try library.ingest([edited], into: id)
        #expect(summary.updated == [old])
        #expect(try library.titles(.all) == ["new", "old, edited"])
        let article = try #require(try store.article(old))
        #expect(article.isRead && article.isStarred)
        #expect(article.item == edited)
    }

    @Test("Two feeds with the same guid stay separate") func twoFeedsWithTheSameGuidStaySeparate() throws {
        let one = try library.feed("one", [item("a", guid: "1")])
        let two = try library.feed("two", [item("b", guid: "1")])
        #expect(try library.titles(.feed(one)) == ["a"])
        #expect(try library.titles(.feed(two)) == ["b"])
    }

    @Test("A repeated guid in a document is stored once") func aRepeatedGuidIsStoredOnce() throws {
        let id = try library.feed("one", [item("first", guid: "1"), item("second", guid: "1")])
        #expect(try library.titles(.feed(id)) == ["first"])
        #expect(try library.ingest([item("first", guid: "1"), item("second", guid: "1")], into: id).unchanged == 1)
    }

    @Test(
        "The date is never later than the time of receipt",
        arguments: [
            (hoursAgo: 30.0, shown: 30.0),
            (hoursAgo: -48, shown: 0),
            (hoursAgo: nil, shown: 0),
        ])
    func theDateIsNeverLaterThanReceived(_ hoursAgo: Double?, _ shown: Double) throws {
        try library.feed("one", [item("a", hoursAgo: hoursAgo)])
        let row = try store.page(of: ArticleListing(.all, midnight: midnight), at: .start, limit: 1).rows[0]
        #expect(row.date == now.addingTimeInterval(-shown * 3_600))
    }

    @Test("Without a published date the updated date counts")
    func withoutPublishedDateUpdatedDateCounts() throws {
        var updated = item("a", hoursAgo: nil)
        updated.updated = now.addingTimeInterval(-7_200)
        try library.feed("one", [updated])
        let row = try store.page(of: ArticleListing(.all, midnight: midnight), at: .start, limit: 1).rows[0]
        #expect(row.date == updated.updated)
    }

    @Test(
        "An article with an extreme date is stored and listed",
        arguments: [
            Date(timeIntervalSince1970: -1e18), Date(timeIntervalSince1970: 1e18), .distantPast, .distantFuture,
        ])
    func extremeDatesAreStored(_ date: Date) throws {
        var absurd = item("absurd")
        absurd.published = date
        try library.feed("one", [item("sane", hoursAgo: 1), absurd])
        #expect(Set(try library.titles(.all)) == ["sane", "absurd"])
        #expect(try store.article(library.id("absurd"))?.item.published == date)
    }

    @Test("Documents without dates keep their order") func documentsWithoutDatesKeepTheirOrder() throws {
        let id = try library.feed(
            "one", [item("c", hoursAgo: nil), item("b", hoursAgo: nil), item("a", hoursAgo: nil)])
        #expect(try library.titles(.all) == ["c", "b", "a"])
        try library.ingest([item("d", hoursAgo: nil)], into: id)
        #expect(try library.titles(.all) == ["d", "c", "b", "a"])
    }

    @Test("If all positions of a second are taken, an article gets a position in the next second")
    func aFullSecondOverflowsIntoTheNext() throws {
        let id = try library.feed("one", [item("last of the second", hoursAgo: 1), item("next", hoursAgo: 0.5)])
        let next = Place(firstOf: now.addingTimeInterval(-3_600)).firstOfNextSecond
        try store.write { database in
            for (title, place) in [("last of the second", next.rawValue - 1), ("next", next.rawValue)] {
                try database.run("UPDATE article SET place = ? WHERE title = ?", [place, title])
            }
        }
        try library.ingest([item("one more", hoursAgo: 1)], into: id)
        #expect(try library.titles(.all) == ["one more", "next", "last of the second"])
        #expect(try store.article(library.id("one more"))?.item.contentHTML == nil)
    }

    @Test(
        "A list title is never empty",
        arguments: [
            (title: "A  title\nin two lines ", html: nil, url: nil, shown: "A title in two lines"),
            (title: "日本\u{3000}語\u{A0} é", html: nil, url: nil, shown: "日本 語 é"),
            (title: "日本 語 é", html: nil, url: nil, shown: "日本 語 é"),
            (title: " ", html: "<p>The <b>be</b>ginning</p> of it", url: nil, shown: "The beginning of it"),
            (title: nil, html: "<img src=x>", url: "https://example.org/1", shown: "https://example.org/1"),
            (title: nil, html: nil, url: nil, shown: "…"),
        ])
    func aListTitleIsNeverEmpty(_ title: String?, _ html: String?, _ url: String?, _ shown: String) throws {
        var untitled = ParsedItem(id: "1")
        (untitled.title, untitled.contentHTML, untitled.url) = (title, html, url)
        try library.feed("one", [untitled])
        #expect(try library.titles(.all) == [shown])
        #expect(try store.article(library.id(shown))?.item.title == title)
    }

    @Test("A huge title is shortened in lists only") func aHugeTitleIsCutInListsOnly() throws {
        let huge = String(repeating: "é", count: 100_000)
        try library.feed("one", [item(huge, guid: "1")])
        let shown = try library.titles(.all)[0]
        #expect(shown.utf8.count <= 402 && shown.utf8.count >= 400)
        #expect(try store.article(library.id(shown))?.item.title == huge)
    }

    @Test("Deleted articles do not return") func deletedArticlesDoNotReturn() throws {
        let id = try library.feed("one", [item("a"), item("b")])
        try library.delete([library.id("a")])
        #expect(try library.ingest([item("a"), item("b")], into: id).new == [])
        try store.purge(before: now.addingTimeInterval(1))
        #expect(try library.ingest([item("a"), item("b")], into: id).new == [])
        #expect(try library.titles(.all) == ["b"])
    }

    @Test("An article that was deleted in one feed may arrive in another")
    func anotherFeedMayOfferADeletedArticle() throws {
        try library.feed("one", [item("a")])
        try library.delete([library.id("a")])
        try store.purge(before: now.addingTimeInterval(1))
        let two = try library.feed("two", [item("a")])
        #expect(try library.titles(.feed(two)) == ["a"])
    }

    // MARK: - Validators

    @Test("The digest and the validators are stored with the articles")
    func digestAndValidatorsComeWithTheArticles() throws {
        let id = try library.feed("one")
        var state = PollingState(subscription: id, digest: [1, 2, 255, 0], etag: "\"a\"", lastModified: "yesterday")
        state.health.lastSuccess = now
        var document = ParsedFeed()
        document.title = "Feed"
        document.homePageURL = "https://one.example"
        document.items = [item("a")]
        _ = try store.ingest(document, into: id, state: state, at: now)
        #expect(try store.pollingState(of: id) == state)
        let subscription = try #require(try store.subscription(id))
        #expect(subscription.name == "Feed")
        #expect(subscription.homePageURL == "https://one.example")
        #expect(subscription.health.lastSuccess == now)
    }

    @Test("The feed's language is that of articles that name none, and a document without one keeps it")
    func languageOfTheFeed() throws {
        let id = try library.feed("one")
        var document = ParsedFeed()
        document.language = "de-CH"
        document.items = [item("a"), item("b")]
        document.items[1].language = "fr"
        _ = try store.ingest(document, into: id, state: PollingState(subscription: id), at: now)
        document.language = nil
        _ = try store.ingest(document, into: id, state: PollingState(subscription: id), at: now)
        let shown = try store.completeArticles([library.id("a"), library.id("b")])
        #expect(shown.map(\.language) == ["de-CH", "fr"])
        #expect(shown.map(\.article.item.language) == [nil, "fr"])
    }

    @Test("The digest of an empty document is stored") func digestOfEmptyDocumentIsStored() throws {
        let id = try library.feed("one")
        let state = PollingState(subscription: id, digest: [7])
        _ = try store.ingest(ParsedFeed(), into: id, state: state, at: now)
        #expect(try store.pollingState(of: id)?.digest == [7])
    }

    @Test("A large document is written in batches and completely")
    func aLargeDocumentIsWrittenInBatches() throws {
        let id = try library.feed("one")
        let token = try store.changeToken()
        let summary = try library.ingest((0..<4_201).map { item("\($0)", hoursAgo: Double($0)) }, into: id)
        #expect(summary.new.count == 4_201)
        #expect(summary.new == summary.new.sorted())
        #expect(try library.counts(id) == [4_201, 4_201])
        #expect(try store.changeToken() != token)
        #expect(try library.titles(.feed(id)).first == "0")
    }

    @Test("Concurrent documents share transactions and are split only if needed")
    func concurrentDocumentsShareTransactions() throws {
        let counts = [800, 800, 800, 2_400]
        let ids = try counts.indices.map { try library.feed("\($0)") }
        let documents = try zip(ids, counts).map { id, count in
            var feed = ParsedFeed()
            feed.items = (0..<count).map { item("\($0)", hoursAgo: Double($0)) }
            let state = PollingState(subscription: id, digest: [UInt8(id.rawValue)])
            return try store.document(feed, for: id, state: state, at: now)
        }
        #expect(
            documents.transactions().map { $0.map(\.articles) }
                == [[0..<800, 0..<800], [0..<800], [0..<2_000], [2_000..<2_400]])
        #expect(documents.transactions().map { $0.map(\.isLast) } == [[true, true], [true], [false], [true]])
        let summaries = try store.ingest(documents)
        #expect(summaries.map(\.new.count) == counts)
        for (id, count) in zip(ids, counts) {
            #expect(try library.counts(id) == [count, count])
            #expect(try store.pollingState(of: id)?.digest == [UInt8(id.rawValue)])
        }
    }

    @Test("The log restarts during large writes")
    func logStartsOver() throws {
        let html = String(repeating: "<p>long</p>", count: 100_000)
        for number in 0..<100 { try library.feed("\(number)", [item("\(number)", html: html)]) }
        // The log restarts after 48 MiB of text, which take 66.1 MiB in the log after the migrations; without the
        // restart the 110 MB would take 134 MiB.
        #expect(try library.logBytes() < 70 << 20)
    }

    @Test("A large log is shortened after a checkpoint") func largeLogIsShortenedAfterCheckpoint() throws {
        let html = String(repeating: "<p>long</p>", count: 1_200_000)
        try library.feed("one", [item("a", html: html)])
        try store.setSetting("committed", for: "meanwhile")
        try store.shortenLog()
        #expect(try library.logBytes() < 1 << 20)
    }

    @Test("Articles from the same second keep the order of their arrival")
    func articlesOfOneSecondKeepTheirOrder() throws {
        let id = try library.feed("one", [item("b"), item("a")])
        try library.ingest([item("d"), item("c")], into: id)
        try library.feed("two", [item("e")])
        #expect(try library.titles(.all) == ["e", "d", "c", "b", "a"])
    }

    @Test("A removed feed ingests nothing") func removedFeedIngestsNothing() throws {
        let id = try library.feed("one", [item("a")])
        try store.remove(id, at: now)
        #expect(try library.ingest([item("b")], into: id).new == [])
        #expect(try library.titles(.all) == [])
        try store.purge(before: now.addingTimeInterval(1))
        #expect(try library.ingest([item("b")], into: id).new == [])
    }
}
