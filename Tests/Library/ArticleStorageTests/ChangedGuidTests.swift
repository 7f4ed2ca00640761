import FeedModel
import FoundationEssentials
import Testing

@testable import ArticleStorage

@Suite struct ChangedGuidTests {
    let library: Library
    let store: ArticleStore

    init() throws {
        library = try Library()
        store = library.store
    }

    /// Returns an item whose link is also its guid.
    private func linked(_ title: String, _ link: String, hoursAgo: Double? = 1) -> ParsedItem {
        var linked = item(title, hoursAgo: hoursAgo, guid: link)
        linked.url = link
        return linked
    }

    private func at(_ link: String?, _ item: ParsedItem) -> ParsedItem {
        var item = item
        item.url = link
        return item
    }

    // MARK: - All guids

    @Test("A feed that changes all its guids shows nothing as new")
    func aFeedThatChangesAllItsGuidsShowsNothingAsNew() throws {
        let id = try library.feed("one", [item("a", hoursAgo: 1), item("b", hoursAgo: 2)])
        try store.set(.read(true), on: [library.id("a")])
        let summary = try library.ingest(
            [item("c"), item("a", hoursAgo: 1, guid: "new a"), item("b", hoursAgo: 2, guid: "new b")], into: id)
        #expect(summary.new == [try library.id("c")])
        #expect(summary.unchanged == 2)
        #expect(try library.counts(id) == [2, 3])
        #expect(try library.ingest([item("a", hoursAgo: 1, guid: "new a")], into: id).unchanged == 1)
    }

    @Test("A link with another date is another article") func aLinkWithAnotherDateIsAnotherArticle() throws {
        let id = try library.feed("one", [item("a", hoursAgo: 10)])
        #expect(try library.ingest([item("a", hoursAgo: 1, guid: "new a")], into: id).new.count == 1)
    }

    @Test("Purged articles do not return under a new guid") func purgedArticlesDoNotReturnUnderNewGuid() throws {
        let id = try library.feed("one", [item("a", hoursAgo: 1), item("b", hoursAgo: 2)])
        try library.delete([library.id("a")])
        try store.purge(before: now.addingTimeInterval(1))
        let summary = try library.ingest(
            [item("a", hoursAgo: 1, guid: "new a"), item("b", hoursAgo: 2, guid: "new b")], into: id)
        #expect(summary.new == [])
        #expect(try library.titles(.all) == ["b"])
    }

    @Test(
        "Purged articles do not return if their feed moves to https",
        arguments: [
            ("http://blog.example", "https://blog.example"), ("http://www.blog.example", "https://blog.example"),
            ("https://blog.example", "https://www.blog.example"),
        ])
    func purgedArticlesDoNotReturnAfterAMove(_ old: String, _ new: String) throws {
        let id = try library.feed("one", [linked("a", "\(old)/a"), linked("b", "\(old)/b", hoursAgo: 2)])
        try library.delete([library.id("a")])
        try store.purge(before: now.addingTimeInterval(1))
        let moved = [linked("a", "\(new)/a"), linked("b", "\(new)/b", hoursAgo: 2)]
        #expect(try library.ingest(moved, into: id).new == [])
        #expect(try library.titles(.all) == ["b"])
    }

    @Test(
        "A feed that moves to https keeps its articles and their marks",
        arguments: [
            "https://blog.example", "https://www.blog.example", "http://www.blog.example", "https://blog.example:443",
        ])
    func aFeedThatMovesKeepsItsArticles(_ site: String) throws {
        let old = [linked("b", "http://blog.example/b?p=2"), linked("a", "http://blog.example/a", hoursAgo: 2)]
        let id = try library.feed("one", old)
        try store.set(.read(true), on: [library.id("a")])
        try store.set(.starred(true), on: [library.id("b")])
        let moved = [linked("b", "\(site)/b?p=2"), linked("a", "\(site)/a", hoursAgo: 2)]
        #expect(try library.ingest(moved, into: id).new == [])
        #expect(try library.counts(id) == [1, 2])
        #expect(try library.titles(.starred) == ["b"])
        #expect(try store.article(library.id("a"))?.item == moved[1])
        #expect(try library.ingest(moved, into: id).unchanged == 2)
    }

    @Test("An article whose title is edited when its feed moves to https is the same article")
    func anArticleThatMovesAndIsEditedStaysOne() throws {
        let id = try library.feed("one", [linked("Fogg", "http://blog.example/fog")])
        try store.set(.read(true), on: [library.id("Fogg")])
        let summary = try library.ingest([linked("Fog", "https://blog.example/fog")], into: id)
        #expect(summary.new == [] && summary.updated.count == 1)
        #expect(try library.counts(id) == [0, 1])
    }

    @Test("A feed that moves to another host keeps its articles and their marks, unless title and date are shared")
    func aFeedThatMovesToAnotherHostKeepsItsArticles() throws {
        func site(_ folder: String) -> [ParsedItem] {
            [linked("a", "\(folder)/a", hoursAgo: 0.1), linked("b", "\(folder)/b", hoursAgo: 2)]
        }
        let id = try library.feed("one", site("http://old.example"))
        try store.set(.read(true), on: [library.id("a")])
        try store.set(.starred(true), on: [library.id("b")])
        let moved = site("https://new.example/2026")
        let summary = try library.ingest([linked("c", "https://new.example/c")] + moved, into: id)
        #expect(try summary.new == [library.id("c")])
        #expect(try library.counts(id) == [2, 3])
        #expect(try library.titles(.starred) == ["b"])
        #expect(try store.article(library.id("a"))?.item == moved[0])
        let notes = [1, 2].map { linked("Note", "http://old.example/\($0)", hoursAgo: 0.1) }
        let other = try library.feed("two", notes)
        #expect(try library.ingest([linked("Note", "http://new.example/3", hoursAgo: 0.1)], into: other).new.count == 1)
    }

    @Test("Fragments distinguish articles on one page") func fragmentsDistinguishArticlesOfOnePage() throws {
        let id = try library.feed("one", [linked("News", "https://a.example/news#1")])
        #expect(try library.ingest([linked("News", "https://a.example/news#2")], into: id).new.count == 1)
    }

    @Test("A link and a date that two articles share do not identify an article with a new guid")
    func sharedIDsIdentifyNoArticle() throws {
        let home = "https://a.example/"
        let id = try library.feed("one", [at(home, item("a", guid: "1")), at(home, item("b", guid: "2"))])
        #expect(try library.ingest([at(home, item("c", guid: "3"))], into: id).new.count == 1)
    }

    /// Returns the only item of a feed whose items all link to its home page.
    private func notice(_ number: Int, _ title: String, hoursAgo: Double? = nil, _ text: String) -> ParsedItem {
        at("https://a.example/", item(title, hoursAgo: hoursAgo, html: text, guid: "\(number)"))
    }

    @Test("The next item of a feed that lists only one is a new article, though it has the same title and no date")
    func aSingleItemWithANewGuidIsNew() throws {
        let id = try library.feed("one", [notice(1, "Quote of the day", "First.")])
        try store.set(.read(true), on: [library.id("Quote of the day")])
        #expect(try library.ingest([notice(2, "Quote of the day", "Second.")], into: id).new.count == 1)
        #expect(try library.counts(id) == [1, 2])
        let other = try library.feed("two", [notice(1, "b", "Same.")])
        #expect(try library.ingest([notice(2, "b", "Same.")], into: other).new == [])
    }

    @Test("Two items with one day as their date and different titles are two articles")
    func itemsOfOneDayStayDifferent() throws {
        let id = try library.feed("one", [notice(1, "a", hoursAgo: 12, "First.")])
        #expect(try library.ingest([notice(2, "b", hoursAgo: 12, "Second.")], into: id).new.count == 1)
        let edited = try library.feed("two", [notice(1, "c", hoursAgo: 12, "Same.")])
        #expect(try library.ingest([notice(2, "d", hoursAgo: 12, "Same.")], into: edited).new == [])
        let exact = try library.feed("three", [notice(1, "e", hoursAgo: 0.1, "First.")])
        #expect(try library.ingest([notice(2, "f", hoursAgo: 0.1, "Second.")], into: exact).new == [])
    }

    @Test("A purged article without a date does not prevent the next articles at its link from being stored")
    func aPurgedUndatedArticleKeepsOutNoOthers() throws {
        let id = try library.feed("one", [notice(1, "a", "First.")])
        try library.delete([library.id("a")])
        try store.purge(before: now.addingTimeInterval(1))
        #expect(try library.ingest([notice(1, "a", "First.")], into: id).new == [])
        #expect(try library.ingest([notice(2, "b", "Second.")], into: id).new.count == 1)
    }

    // MARK: - One guid

    @Test("One changed guid among known ones is the same article") func oneChangedGuidIsTheSameArticle() throws {
        let id = try library.feed("one", [item("a", hoursAgo: 1), item("pinned", hoursAgo: 200)])
        try store.set(.read(true), on: [library.id("a")])
        let document = [item("a", hoursAgo: 1, guid: "new a"), item("pinned", hoursAgo: 200)]
        #expect(try library.ingest(document, into: id).new == [])
        #expect(try library.counts(id) == [1, 2])
    }

    @Test("Without a date of publication, the date of the last change identifies an article")
    func theDateOfChangeCounts() throws {
        func changed(_ guid: String) -> ParsedItem {
            var changed = item("a", hoursAgo: nil, guid: guid)
            changed.updated = now.addingTimeInterval(-3_600)
            return changed
        }
        let known = item("known", hoursAgo: 9)
        let id = try library.feed("one", [changed("1"), known])
        #expect(try library.ingest([changed("2"), known], into: id).new == [])
    }

    @Test("A link with another tracking parameter is the same article, even without a date")
    func anotherTrackingParameterIsTheSameArticle() throws {
        for hours in [1, nil] as [Double?] {
            let name = hours == nil ? "undated" : "dated"
            let other = linked("other", "https://\(name).example/other", hoursAgo: 5)
            let old = linked("a", "https://\(name).example/a?utm_source=feed", hoursAgo: hours)
            let id = try library.feed(name, [old, other])
            let new = linked("a", "https://\(name).example/a?utm_source=rss", hoursAgo: hours)
            #expect(try library.ingest([new, other], into: id).new == [])
        }
    }

    @Test(
        "An item without a guid of its own keeps its marks if its text is edited",
        arguments: [
            (old: "urn:lede:123456789abcdef0", new: "urn:lede:fedcba987654321", link: nil),
            (
                old: "https://a.example/#https://a.example/#123456789abcdef0",
                new: "https://a.example/#https://a.example/#fedcba987654321", link: "https://a.example/"
            ),
            (
                old: "g#https://a.example/1#123456789abcdef0", new: "g#https://a.example/1#fedcba987654321",
                link: "https://a.example/1"
            ),
        ])
    func anEditedItemWithoutAGuidIsTheSameArticle(_ old: String, _ new: String, _ link: String?) throws {
        let other = item("other", hoursAgo: 3)
        let before = at(link, item("a", hoursAgo: 1, html: "before", guid: old))
        let id = try library.feed("one", [before, other])
        try store.set(.read(true), on: [library.id("a")])
        let after = at(link, item("a", hoursAgo: 1, html: "after", guid: new))
        #expect(try library.ingest([after, other], into: id).new == [])
        #expect(try library.titles(.all, unreadOnly: true) == ["other"])
        #expect(try store.article(library.id("a"))?.item == after)
    }

    @Test("An edited item without a link that shares its guid with another item keeps its marks")
    func anEditedItemWithASharedGuidIsTheSameArticle() throws {
        func shared(_ title: String, _ text: String) -> ParsedItem {
            var shared = at(nil, item(title, hoursAgo: 1, html: text))
            shared.id = "blog#\(shared.digestOfWords)"
            return shared
        }
        let other = shared("other", "text")
        let id = try library.feed("one", [shared("a", "before"), other])
        try store.set(.read(true), on: [library.id("a")])
        #expect(try library.ingest([shared("a", "after"), other], into: id).new == [])
        #expect(try library.titles(.all, unreadOnly: true) == ["other"])
        #expect(try store.article(library.id("a"))?.item == shared("a", "after"))
        #expect(try library.ingest([shared("another", "after"), other], into: id).new.count == 1)
    }

    @Test(
        "A guid that counts the edits of its page stands for the same article, unless the date may be rounded",
        arguments: [
            ("https://a.example/1#1", 0.1, false), ("https://a.example/1#1", 0, true),
            ("https://a.example/1#1000", 0.1, true), ("https://a.example/1#b", 0.1, true),
            ("https://a.example/#1", 0.1, true),
        ])
    func guidsThatCountEdits(_ guid: String, _ hoursAgo: Double, _ isNew: Bool) throws {
        let known = item("known", hoursAgo: 9)
        func version(_ text: String, _ guid: String) -> ParsedItem {
            at("https://a.example/1", item("a", hoursAgo: hoursAgo, html: text, guid: guid))
        }
        let id = try library.feed("one", [version("before", "https://a.example/1#0"), known])
        let summary = try library.ingest([version("after", guid), known], into: id)
        #expect(summary.new.count == (isNew ? 1 : 0))
        #expect(summary.updated.count == (isNew ? 0 : 1))
    }

    @Test(
        "An article without guid and link that was stored with a placeholder for its date stays the same",
        arguments: [0, -62_135_596_800] as [Double])
    func placeholdersForDates(_ date: Double) throws {
        func undated(_ text: String, _ guid: String) -> ParsedItem {
            at(nil, item("a", hoursAgo: nil, html: text, guid: guid))
        }
        let known = item("known", hoursAgo: 9)
        var stored = undated("text", "urn:lede:123456789abcdef0")
        stored.published = Date(timeIntervalSince1970: date)
        let id = try library.feed("one", [stored, known])
        try store.set(.read(true), on: [library.id("a")])
        #expect(try library.ingest([undated("other", "urn:lede:abcdef0123456789"), known], into: id).new.count == 1)
        #expect(try library.ingest([undated("text", "urn:lede:fedcba987654321"), known], into: id).new == [])
        #expect(try library.counts(id) == [2, 3])
    }

    @Test("Different articles stay different") func differentArticlesStayDifferent() throws {
        let known = item("known", hoursAgo: 9)
        let pairs: [(ParsedItem, ParsedItem)] = [
            // The pairs differ in the title or the date, or have the home page as the link or no link.
            (item("a", guid: "1"), at("https://example.org/a", item("b", guid: "2"))),
            (item("c", hoursAgo: 1, guid: "1"), item("c", hoursAgo: 2, guid: "2")),
            (at("https://a.example/", item("d", guid: "1")), at("https://a.example/", item("d", guid: "2"))),
            (at(nil, item("e", guid: "1")), at(nil, item("e", guid: "2"))),
            // Guids that end in milliseconds or in the id of a commit.
            (
                at("https://b.example/", item("g", guid: "https://b.example/#1764195600000")),
                at("https://b.example/", item("g", guid: "https://b.example/#1764199200000"))
            ),
            (at(nil, item("h", guid: "repo#0123456789ab")), at(nil, item("h", guid: "repo#ba9876543210"))),
            // Articles without a date, and guids that are not addresses.
            (item("f", hoursAgo: nil, guid: "1"), item("f", hoursAgo: nil, guid: "2")),
        ]
        for (index, (first, second)) in pairs.enumerated() {
            let id = try library.feed("feed\(index)", [first, known])
            #expect(try library.ingest([second, known], into: id).new.count == 1, "\(first.title ?? "")")
        }
    }

    @Test(
        "Articles with the same link and date stay different if they have no title, or guids of their own and other texts"
    )
    func articlesOfOnePageStayDifferent() throws {
        func note(_ guid: String, _ title: String?, _ text: String) -> ParsedItem {
            var note = item("note", hoursAgo: 1, html: text, guid: guid)
            note.title = title
            return note
        }
        let known = item("known", hoursAgo: 9)
        let pairs = [
            (note("a", nil, "a new menu"), note("b", nil, "a new lamp")),
            (note("c", nil, "same"), note("d", nil, "same")),
            (note("p1", "Re: Boats", "Nice."), note("p2", "Re: Boats", "I disagree.")),
        ]
        for (index, (first, second)) in pairs.enumerated() {
            let id = try library.feed("feed\(index)", [first, known])
            #expect(try library.ingest([second, known], into: id).new.count == 1, "\(second.id)")
            #expect(try library.counts(id) == [3, 3])
        }
    }

    @Test("An article that the document lists beside the other keeps its guid")
    func anArticleThatIsStillListedKeepsItsGuid() throws {
        let id = try library.feed("one", [item("a", hoursAgo: 1)])
        let twins = [item("a", hoursAgo: 1, guid: "second"), item("a", hoursAgo: 1)]
        #expect(try library.ingest(twins, into: id).new.count == 1)
        let known = item("known", hoursAgo: 5)
        let other = try library.feed("two", [item("b", hoursAgo: 1), known])
        let both = [item("b", hoursAgo: 1, guid: "third"), item("b", hoursAgo: 1, guid: "second"), known]
        #expect(try library.ingest(both, into: other).new.count == 2)
    }

    // MARK: - Dates of the response

    @Test("A feed without guids and links that dates its items with the time of the response shows no item twice")
    func datesOfTheMoment() throws {
        func made(_ title: String, at date: Date) -> ParsedItem {
            var made = at(nil, item(title, html: "<p>\(title)</p>"))
            made.published = date
            made.id = ParsedItem.prefixOfMadeIDs + made.digestOfWords
            return made
        }
        let id = try library.feed("one", [made("a", at: now), made("b", at: now)])
        let later = now.addingTimeInterval(3_600)
        let summary = try library.ingest([made("a", at: later), made("c", at: later)], into: id, at: later)
        #expect(try summary.unchanged == 1 && summary.new == [library.id("c")])
        // An item with a date of its own is another item, and so is one that the document lists beside the first.
        let dated = made("b", at: later.addingTimeInterval(-600))
        #expect(try library.ingest([dated], into: id, at: later).new.count == 1)
        let next = later.addingTimeInterval(30)
        #expect(try library.ingest([made("c", at: next), made("c", at: later)], into: id, at: next).new.count == 1)
    }
}
