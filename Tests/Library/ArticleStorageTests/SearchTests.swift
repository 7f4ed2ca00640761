import FeedModel
import FoundationEssentials
import GRDB
import Testing

@testable import ArticleStorage

@Suite struct SearchTests {
    let library: Library
    let store: ArticleStore

    init() throws {
        library = try Library()
        store = library.store
    }

    static let found: [(String, [String])] = [
        ("night", ["Trains at night", "Night sky"]),
        ("NIGHT trains ", ["Trains at night"]),
        ("tra", ["Trains at night", "Travel by rail"]),
        ("tr", []),
        ("at", ["Trains at night"]),
        ("tra ", []),
        ("\"trains at\"", ["Trains at night"]),
        ("\"at trains\"", []),
        ("platform", ["Trains at night", "Travel by rail"]),
        ("title:platform", []),
        ("title:rail", ["Travel by rail"]),
        ("author:weber", ["Night sky"]),
        ("night -sky ", ["Trains at night"]),
        ("-night ", ["Travel by rail", "東京の電車", "Café"]),
        ("feed:one", ["Trains at night", "Travel by rail"]),
        ("feed:ONE night", ["Trains at night"]),
        ("-feed:one night", ["Night sky"]),
        ("feed:nobody", []),
        ("is:starred", ["Night sky"]),
        ("is:starred platform", []),
        ("is:unread night", ["Trains at night"]),
        ("after:2026-03-10", ["Trains at night", "Travel by rail"]),
        ("before:2026-03-10 night", ["Night sky"]),
        ("after:2026-03-09 before:2026-03-10", ["Night sky", "東京の電車", "Café"]),
        ("cafe", ["Café"]),
        ("CAFÉ", ["Café"]),
        ("creme", ["Café"]),
        ("電車", ["東京の電車"]),
        ("京の", ["東京の電車"]),
        ("東京", ["東京の電車"]),
        ("車", ["東京の電車"]),
        ("東", ["東京の電車"]),
        ("の電 ", ["東京の電車"]),
        ("東京の電車 ", ["東京の電車"]),
        ("京東", []),
        ("\"電車 が\"", ["東京の電車"]),
        ("iphone電池", ["東京の電車"]),
        ("新幹", ["東京の電車"]),
        ("secret", []),
        ("bold", ["Travel by rail"]),
        ("unbelievable", ["Travel by rail"]),
        ("\"", []),
        ("night\" sky (", ["Night sky"]),
        ("night AND", []),
        ("\u{0}night\u{0}", ["Trains at night", "Night sky"]),
    ]

    @Test("A query finds words in titles, texts and feeds") func foundFiles() throws {
        let first = item(
            "Trains at night", hoursAgo: 1, html: "<p>The plat<b>form</b> is empty.</p><script>secret</script>")
        let second = item(
            "Travel by rail", hoursAgo: 2,
            html: "Plat&shy;form nine<br>is <b class='secret'>bold</b>, un<i>believ</i>able")
        var third = item("Night sky", hoursAgo: 20)
        third.authors = [Author(name: "Ann Weber")]
        let fourth = item("東京の電車", hoursAgo: 21, html: "<p>電車 が来る。iPhone電池。新<b>幹</b>線</p>")
        let fifth = item("Café", hoursAgo: 22, html: "<!-- secret --> cr&egrave;me br&#251;l&#xE9;e")
        try library.feed("one", [first, second])
        try library.feed("two", [third, fourth, fifth])
        try store.set(.starred(true), on: [library.id("Night sky")])
        try store.set(.read(true), on: [library.id("Night sky")])
        try library.indexAll()
        for (query, titles) in Self.found {
            #expect(try library.titles(.search(query)) == titles, "\(query)")
            #expect(try library.titles(.search(query), order: .oldestFirst) == titles.reversed(), "\(query)")
        }
    }

    @Test(
        "A word is found whether or not its letters are written with combining marks",
        arguments: [
            ("й", "и\u{306}"), ("Ёлка", "Е\u{308}лка"), ("ά", "α\u{301}"), ("が", "か\u{3099}"), ("آب", "ا\u{653}ب"),
            ("한국", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}"), ("é", "e\u{301}"),
            ("Dampfschiff", "Dampf\u{AD}schiff"),
        ])
    func marksOfTheirOwn(_ composed: String, _ apart: String) throws {
        var text = item("text", hoursAgo: 1)
        text.contentText = "a \(apart) b"
        try library.feed("one", [text, item("html", hoursAgo: 2, html: "<p>a \(composed) b</p>")])
        try library.indexAll()
        for query in [composed, apart] {
            #expect(try library.titles(.search(query + " ")) == ["text", "html"])
            #expect(try library.titles(.search("\"a \(query) b\"")) == ["text", "html"])
        }
    }

    @Test("The backlog is indexed in batches") func backlogIsIndexedInBatches() throws {
        try library.feed("one", (0..<25).map { item("word \($0)", hoursAgo: Double($0)) })
        #expect(try store.searchBacklog() == 25)
        #expect(try library.titles(.search("word")) == [])
        #expect(try store.indexPending(limit: 10) == 15)
        #expect(try library.titles(.search("word")).count == 10)
        let other = try ArticleStore(path: library.path)
        #expect(try other.indexPending(limit: 10) == 5)
        #expect(try store.indexPending(limit: 10) == 0)
        #expect(try store.indexPending(limit: 10) == 0)
        #expect(try library.titles(.search("word")).count == 25)
    }

    @Test("Articles that were read ahead for the index are indexed in the form that they have when they are written")
    func readAheadIsIndexed() throws {
        let id = try library.feed("one", (0..<30).map { item("word \($0)", hoursAgo: Double($0), html: "apple") })
        #expect(try store.indexPending(limit: 10) == 20)
        let next = try store.read { try $0.nextPieceOfBacklog(limit: 2).documents.map(\.id) }
        let titles = try store.read { database in
            try next.map { try database.first("SELECT title FROM article WHERE id = ?", [$0]) { $0[0] } ?? "" }
        }
        try library.ingest([item(titles[0], html: "pear")], into: id)
        try library.delete([library.id(titles[1])])
        try store.purge(before: now.addingTimeInterval(1))
        try library.indexAll()
        #expect(try library.titles(.search("pear")) == [titles[0]])
        #expect(try library.titles(.search("apple")).count == 28)
        #expect(try store.searchBacklog() == 0)
        try store.write { try $0.execute(sql: "INSERT INTO search (search) VALUES ('integrity-check')") }
    }

    @Test("Long articles are indexed a few at a time") func longArticlesAreIndexedInSmallBatches() throws {
        let long = String(repeating: "many words ", count: 64_000)
        try library.feed("one", (0..<4).map { item("\($0)", html: long) })
        #expect(try store.indexPending(limit: 100) == 2)
        #expect(try store.indexPending(limit: 100) == 0)
    }

    @Test("An edited article matches its new words only") func anEditedArticleIsFoundByItsNewWordsOnly() throws {
        let id = try library.feed("one", [item("a", html: "apple"), item("b", html: "apple")])
        try library.indexAll()
        try library.ingest([item("a", html: "pear")], into: id)
        #expect(try library.titles(.search("apple")) == ["b"])
        #expect(try store.searchBacklog() == 1)
        try library.ingest([item("a", html: "plum")], into: id)
        #expect(try store.searchBacklog() == 1)
        try library.indexAll()
        #expect(try library.titles(.search("apple")) == ["b"])
        #expect(try library.titles(.search("pear")) == [])
        #expect(try library.titles(.search("plum")) == ["a"])
        try store.write { try $0.execute(sql: "INSERT INTO search (search) VALUES ('integrity-check')") }
    }

    @Test("An article that changes while its text is prepared is indexed in its new form")
    func changeDuringIndexing() throws {
        let id = try library.feed("one", [item("a", html: "apple"), item("b", hoursAgo: 1, html: "banana")])
        let piece = try store.read { try $0.nextPieceOfBacklog(limit: 10) }
        try library.ingest([item("a", html: "pear")], into: id)
        try store.write { try $0.index(piece) }
        #expect(try library.titles(.search("apple")) == [])
        #expect(try library.titles(.search("pear")) == ["a"])
        #expect(try library.titles(.search("banana")) == ["b"])
        try store.write { try $0.index(piece) }
        #expect(try library.titles(.search("banana")) == ["b"])
        try library.ingest([item("a", html: "plum")], into: id)
        let edited = try store.read { try $0.nextPieceOfBacklog(limit: 10) }
        try library.indexAll()
        try store.write { try $0.index(edited) }
        try library.ingest([item("a", html: "fig")], into: id)
        try library.indexAll()
        #expect(try library.titles(.search("plum")) == [])
        #expect(try library.titles(.search("fig")) == ["a"])
    }

    @Test("Purged articles do not block the backlog") func purgedArticlesDoNotBlockBacklog() throws {
        let id = try library.feed("one", (0..<5).map { item("word \($0)", hoursAgo: Double($0)) })
        try library.indexAll()
        try library.ingest([item("word new")], into: id)
        try library.delete([library.id("word new")])
        try store.purge(before: now.addingTimeInterval(1))
        #expect(try store.searchBacklog() == 0)
        #expect(try store.indexPending() == 0)
        try library.ingest([item("word newer")], into: id)
        #expect(try store.searchBacklog() > 0)
        try library.indexAll()
        #expect(try library.titles(.search("newer")) == ["word newer"])
    }

    @Test("Hidden articles are not found") func hiddenArticlesAreNotFound() throws {
        let id = try library.feed("one", [item("word a"), item("word b", hoursAgo: 1)])
        try library.indexAll()
        try library.delete([library.id("word a")])
        #expect(try library.titles(.search("word")) == ["word b"])
        try store.remove(id, at: now)
        #expect(try library.titles(.search("word")) == [])
        #expect(try library.titles(.search("-other ")) == [])
    }

    @Test("Days follow the reader's clock") func daysFollowReadersClock() throws {
        // At 23:30 UTC on the 9th it is 00:30 on the 10th in Berlin, and 18:30 on the 9th in New York.
        let moment = midnight.addingTimeInterval(-1_800)
        var late = item("late")
        late.published = moment
        try library.feed("one", [late])
        for (offset, isFound) in [(3_600.0, true), (0, false), (-5 * 3_600, false), (12 * 3_600, true)] {
            let listing = ArticleListing(.search("after:2026-03-10"), midnight: midnight.addingTimeInterval(-offset))
            #expect(try store.page(of: listing, at: .start, limit: 1).rows.count == (isFound ? 1 : 0), "\(offset)")
        }
    }
}
