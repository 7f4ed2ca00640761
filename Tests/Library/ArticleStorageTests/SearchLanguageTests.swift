import ArticleStorage
import FeedModel
import FoundationEssentials
import Testing

/// Alternatives, groups and operators of the search language, over a real library.
@Suite struct SearchLanguageTests {
    private static let recently = now.addingTimeInterval(-7_200)

    private func library() throws -> Library {
        let library = try Library()
        func item(_ title: String, _ change: (inout ParsedItem) -> Void = { _ in }) -> ParsedItem {
            var item = ParsedItem(id: title)
            item.title = title
            item.url = "https://example.org/\(title)"
            item.published = Date(timeIntervalSinceNow: -3_600)
            change(&item)
            return item
        }
        try library.feed(
            "one", folder: ["News", "Local"],
            [
                item("rain") {
                    $0.tags = ["Weather"]; $0.published = Self.recently
                },
                item("snow") { $0.published = now.addingTimeInterval(-20 * 86_400) },
                item("sun") {
                    $0.enclosures = [Enclosure(url: "https://example.org/a.mp3")]
                    $0.published = Self.recently
                },
            ])
        try library.feed(
            "two",
            [
                item("wind") {
                    $0.url = "https://other.test/50%_off"; $0.published = Self.recently
                },
                item("rain train") {
                    $0.contentHTML = "<p>x <img src='a.png'></p>"; $0.published = Self.recently
                },
            ])
        while try library.store.indexPending() > 0 {}
        try library.store.set(.starred(true), on: [try library.id("wind")])
        return library
    }

    @Test(
        "A query finds the matching articles",
        arguments: [
            ("rain or snow ", ["rain", "rain train", "snow"]), ("rain or snow sun ", []),
            ("(rain train) or wind ", ["rain train", "wind"]), ("rain -(train or snow) ", ["rain"]),
            ("-(rain or snow) ", ["sun", "wind"]), ("is:starred or snow ", ["snow", "wind"]),
            ("(is:starred or title:sun) ", ["sun", "wind"]), ("tag:weather", ["rain"]),
            ("-tag:weather rain ", ["rain train"]),
            ("folder:local", ["rain", "snow", "sun"]), ("folder:news/local", ["rain", "snow", "sun"]),
            ("-folder:news", ["rain train", "wind"]),
            ("url:other.test", ["wind"]), ("url:50%_off", ["wind"]), ("url:%", ["wind"]), ("has:enclosure", ["sun"]),
            ("has:picture", ["rain train"]), ("has:page", []),

            ("((((rain", ["rain", "rain train"]),
            ("feed:two or snow ", ["rain train", "snow", "wind"]), ("feed:one feed:two", []),
            ("feed:two feed:tw rain ", ["rain train"]),
            ("is:starred is:unstarred", []), ("is:unstarred is:starred -rain ", []), ("is:read is:unread", []),
            ("is:unread is:starred is:starred", ["wind"]), ("-is:packed is:packed", []),
        ] as [(String, [String])])
    func found(_ query: String, _ titles: [String]) throws {
        let library = try library()
        #expect(try library.titles(.search(query)).sorted() == titles)
        let listing = ArticleListing(.search(query), midnight: midnight)
        #expect(try library.store.count(of: listing) == titles.count)
    }

    @Test("has:picture finds a picture that the feed attaches, but not a file whose address contains image/")
    func attachedPictures() throws {
        let library = try Library()
        var (photo, song) = (item("photo"), item("song"))
        photo.enclosures = [Enclosure(url: "https://example.org/a.jpg", mimeType: "image/jpeg")]
        song.enclosures = [Enclosure(url: "https://example.org/image/a.mp3", mimeType: "audio/mpeg")]
        try library.feed("one", [photo, song])
        #expect(try library.titles(.search("has:picture")) == ["photo"])
    }

    @Test(
        "Operators ignore the case of all letters, in alternatives and groups, too",
        arguments: [
            "feed:ämter", "feed:ÄMTER or nothing ", "(feed:äMTER or nothing) ", "folder:größer", "folder:GRößER",
            "tag:österreich", "tag:ÖSTERREICH", "tag:ÜBER", "tag:über", "tag:ñandú", "tag:ÑANDÚ", "tag:*[ü]", "url:ÉTÉ",
            "url:été", "tag:東", "tag:ΟΔΌΣ", "tag:οδός", "feed:οδός", "feed:ΟΔΌΣ", "(feed:οδός or nothing) ",
        ])
    func letterCase(_ query: String) throws {
        let library = try Library()
        var news = item("news")
        news.url = "https://example.org/Été"
        news.tags = ["Über", "x*[Ü]", "東京", "Οδός"]
        let feed = try library.feed("one", folder: ["Größer"], [news])
        try library.feed("two", [item("other")])
        try library.store.rename(feed, to: "Ämter ΟΔΌΣ")
        var preferences = FeedPreferences()
        preferences.tags = ["Ñandú"]
        try library.store.setPreferences(preferences, of: feed)
        _ = try library.store.set(.tagged("Österreich", true), on: [try library.id("news")])
        #expect(try library.titles(.search(query)) == ["news"])
        #expect(try library.titles(.search("-(\(query)) ")) == ["other"])
    }

    @Test(
        "Operators match letters with combining marks, in articles and in the query",
        arguments: [
            "tag:übe", "tag:u\u{308}be", "tag:naïf", "tag:nai\u{308}f", "folder:é", "folder:e\u{301}",
            "(feed:ä or wind)", "(feed:a\u{308} or wind)", "tag:ёлка", "tag:е\u{308}лка",
        ])
    func marksOfTheirOwn(_ query: String) throws {
        let library = try Library()
        var news = item("news")
        news.tags = ["U\u{308}ber", "Ёлка"]
        let feed = try library.feed("one", folder: ["E\u{301}te\u{301}"], [news])
        try library.feed("two", [item("other")])
        try library.store.rename(feed, to: "A\u{308}mter")
        _ = try library.store.set(.tagged("nai\u{308}f", true), on: [try library.id("news")])
        #expect(try library.titles(.search(query + " ")) == ["news"])
        #expect(try library.titles(.search("-(\(query)) ")) == ["other"])
    }

    @Test(
        "An equals sign after feed: or folder: finds whole names only, in any letter case",
        arguments: [
            ("feed:=sea ", ["a"]), ("feed:=\"SEA\"", ["a"]), ("-feed:=\"Sea\"", ["b", "c"]), ("feed:=se", []),
            ("feed:=\"https://three.example/feed\"", ["c"]), ("feed:=\"three.example/feed\"", []),
            ("(feed:=\"mehr über meer\" or nothing) ", ["c"]), ("feed:=\"ÜBER MEER\"", []),
            ("folder:=news", ["a", "c"]), ("folder:=\"news/local\"", ["c"]), ("folder:=local", []),
            ("a folder:=news ", ["a"]), ("a folder:=new ", []),
        ] as [(String, [String])])
    func exactNames(_ query: String, _ titles: [String]) throws {
        let library = try Library()
        for (address, title, folder, article) in [
            ("one", "Sea", ["News"], "a"), ("two", "Sea and Land", ["Newsletters"], "b"),
            ("three", "Mehr über Meer", ["News", "Local"], "c"),
        ] {
            try library.store.rename(try library.feed(address, folder: folder, [item(article)]), to: title)
        }
        while try library.store.indexPending() > 0 {}
        #expect(try library.titles(.filtered(.all, query)).sorted() == titles)
    }

    @Test("An unfinished alternative is left out")
    func unfinished() throws {
        let library = try library()
        #expect(try library.titles(.search("rain or ")).sorted() == ["rain", "rain train"])
    }

    @Test("Articles are found by age")
    func age() throws {
        let (library, today) = (try Library(), Date())
        let items = [("new", 0.1), ("week", 8.0), ("old", 20.0)].map { title, days in
            var item = item(title)
            item.published = today.addingTimeInterval(-days * 86_400)
            return item
        }
        try library.feed("ages", items, at: today)
        for (query, titles) in [
            ("age:<7d", ["new"]), ("age:>2w", ["old"]), ("age:>7d age:<9d", ["week"]),
            ("-(age:>7d age:<9d)", ["new", "old"]),
        ] {
            #expect(try library.titles(.search(query)) == titles, "\(query)")
        }
    }

    @Test("Alternatives narrow a list too")
    func filtered() throws {
        let library = try library()
        #expect(try library.titles(.filtered(.starred, "wind or rain ")) == ["wind"])
        #expect(try library.titles(.filtered(.search("rain or wind"), "is:starred")) == ["wind"])
        #expect(try library.titles(.filtered(.search("rai"), "tra")) == ["rain train"])
        #expect(try library.titles(.filtered(.search("\"rain tra"), "title:rain")) == ["rain train"])
        #expect(try library.titles(.filtered(.search("feed:one "), "feed:two ")).isEmpty)
        #expect(try library.titles(.filtered(.folder(["News"]), "has:enclosure ")) == ["sun"])
    }

    @Test(
        "The error for an unknown operator names the known ones",
        arguments: [
            ("foo:bar ", "unknown operator foo:"), ("is:odd ", "is: takes read, unread"),
            ("has:legs ", "has: takes enclosure"),
            ("age:old ", "age: takes"), ("(a or foo:b) ", "unknown operator foo:"), ("https://example.org ", nil),
            ("is:un", nil), ("title:x ", nil), ("\"foo:bar\" ", nil), ("12:40 ", nil),
        ] as [(String, String?)])
    func problem(_ query: String, _ beginning: String?) {
        let problem = SearchQuery(query).problem
        #expect(problem.map { $0.hasPrefix(beginning ?? "?") } == beginning.map { _ in true })
    }

    @Test(
        "In a finished query the last word counts and an open parenthesis is closed",
        arguments: [
            ("sea foo:bar", "unknown operator foo:; known: after, age, author"), ("is:odd", "is: takes read, unread"),
            ("(sea or wind", "a parenthesis is not closed"), ("(sea or wind)", nil), ("is:unread", nil), ("sea", nil),
            ("\"is:odd", nil), ("title:", "title: takes words after the colon, such as title:rain"),
            ("feed: gazette", "feed: takes words after"), ("sea (or folder: x)", "folder: takes words after"),
            ("is:", "is: takes read"), ("nosuch:", "unknown operator nosuch:"), ("memo: sea", nil), ("12:", nil),
        ] as [(String, String?)])
    func completeProblem(_ query: String, _ beginning: String?) {
        let problem = SearchQuery.problem(inComplete: query)
        #expect(problem.map { $0.hasPrefix(beginning ?? "?") } == beginning.map { _ in true })
    }

    @Test(
        "The last word of a finished query matches only itself",
        arguments: [
            ("rai", ["rain", "rain train"], []), ("rain tra", ["rain train"], []),
            ("rain train", ["rain train"], ["rain train"]), ("(sun or win", ["sun", "wind"], ["sun"]),
            ("\"rain tra", ["rain train"], []), ("title:\"rain train", ["rain train"], ["rain train"]),
            ("wind or", [], ["wind"]), ("is:starred", ["wind"], ["wind"]),
        ] as [(String, [String], [String])])
    func finished(_ query: String, _ typed: [String], _ finished: [String]) throws {
        let library = try library()
        #expect(try library.titles(.search(query)).sorted() == typed)
        #expect(try library.titles(.search(SearchQuery.finished(query))).sorted() == finished)
    }

    @Test(
        "A search with too many conditions says so and matches nothing",
        arguments: ["-url:none", "-feed:none", "age:<9d or rain"])
    func manyConditions(_ condition: String) throws {
        let library = try library()
        let count = condition.split(separator: " or ").count
        let most = repeatElement("(\(condition)) ", count: 300 / count).joined()
        #expect(SearchQuery.problem(inComplete: most) == nil)
        #expect(try library.titles(.search(most)).isEmpty == false)
        for text in [most + condition, repeatElement(condition + " ", count: 9_000).joined()] {
            #expect(SearchQuery.problem(inComplete: text)?.hasPrefix("too many conditions") == true)
            #expect(try library.titles(.search(text)).isEmpty)
        }
    }

    @Test("An operator without a value has no effect", arguments: ["feed: ", "tag: ", "-url: ", "folder:"])
    func noValue(_ query: String) {
        #expect(SearchQuery(query).isEmpty)
    }

    @Test("Any number of parentheses is read in linear time")
    func deep() {
        let time = ContinuousClock().measure { _ = SearchQuery(String(repeating: "-( a or ", count: 20_000)) }
        #expect(time < .seconds(5))
    }
}
