import FeedModel
import FeedRules
import FoundationEssentials
import Testing

@testable import ArticleStorage

@Suite struct MuteTests {
    private func article(_ title: String, by author: String, tags: [String] = []) -> ParsedItem {
        var item = item(title)
        item.authors = [Author(name: author)]
        item.tags = tags
        return item
    }

    private func library() throws -> Library {
        let library = try Library()
        try library.feed(
            "one", [article("News", by: "Jane (Doe)"), article("More [ad]", by: "jane (doe)", tags: ["x.y"])])
        try library.feed("two", [article("Other", by: "Jane (Doe) Junior", tags: ["xzy"])])
        try library.store.enforce(RuleSet(), at: now)
        return library
    }

    @Test("A rule hides equal authors, tags and feeds, and titles with its words; no character is a pattern")
    func fields() throws {
        let library = try library()
        func hidden(_ field: Mute.Field, _ text: String) throws -> Int? {
            try library.store.preview(Mute(field, text))?.hidden
        }
        #expect(try library.store.preview(Mute(.author, "Jane (Doe)"))?.of == 3)
        #expect(try hidden(.author, "Jane (Doe)") == 2)
        #expect(try hidden(.tag, "x.y") == 1)
        #expect(try hidden(.title, "[ad]") == 1 && hidden(.title, "!") == 0 && hidden(.title, "ore") == 0)
        #expect(try hidden(.title, "more AD") == 1 && hidden(.title, "ad more") == 0)
        #expect(try hidden(.feed, library.store.subscriptions()[0].title) == 2)
        #expect(try hidden(.author, "") == nil)
    }

    @Test("A preview names the articles that arrived last, at most three, even if a rule hides them already")
    func examples() throws {
        let library = try Library()
        // A document names its newest article first.
        try library.feed("one", (1...5).map { article("Deal \($0)", by: "Jane") } + [article("Other", by: "Ann")])
        try library.store.enforce(RuleSet(), at: now)
        _ = try library.store.add(Mute(.author, "Jane"), at: now)
        try library.store.applyRules()
        #expect(try library.titles(.all) == ["Other"])
        let found = try #require(try library.store.preview(Mute(.author, "Jane")))
        #expect(found.hidden == 5)
        let titles = try library.store.summaries(of: found.latest).map(\.title)
        #expect(Set(titles) == ["Deal 1", "Deal 2", "Deal 3"] && titles.count == 3)
    }

    @Test("Hidden articles are reported in the order of arrival")
    func hidden() throws {
        let library = try library()
        var ids: [ArticleID] = []
        let rules = [ArticleRule([try .init(.author, "jane")])]
        let found = try library.store.preview(rules, onHidden: { ids.append($0) })
        #expect(found.hidden == [3] && found.of == 3 && ids == ids.sorted { $0.rawValue < $1.rawValue })
        #expect(Set(try library.store.summaries(of: ids).map(\.title)) == ["News", "More [ad]", "Other"])
    }

    @Test("No count of hidden articles includes deleted ones, and a rule made meanwhile hides a restored one")
    func deleted() throws {
        let library = try library()
        let mute = Mute(.author, "Jane (Doe)")
        let (news, other) = try (library.id("News"), library.id("More [ad]"))
        try library.store.delete([news], at: now)
        let found = try #require(try library.store.preview(mute))
        #expect(found.hidden == 1 && found.of == 2 && found.latest == [other])
        _ = try library.store.add(mute, at: now)
        try library.store.applyRules()
        #expect(try library.store.killedCount() == 1)
        try library.store.restore([news])
        #expect(try library.titles(.all) == ["Other"] && library.store.killedCount() == 2)
    }

    @Test("An added rule hides stored articles, removing it shows them again, and the person's own rules stay")
    func adding() throws {
        let library = try library()
        try library.store.enforce(RuleSet(kills: [ArticleRule([try .init(.title, "other")])]), at: now)
        let mute = Mute(.author, "Jane (Doe)")
        #expect(try library.store.add(mute, at: now) && library.store.applyRules())
        #expect(try library.titles(.all).isEmpty)
        #expect(try library.store.mutes() == [mute])
        #expect(try library.store.remove(mute, at: now) && library.store.applyRules())
        #expect(try library.titles(.all).count == 2)
        #expect(try !library.store.remove(mute, at: now))
    }

    @Test("After its last day a rule hides nothing, and the articles reappear")
    func expiry() throws {
        let library = try library()
        _ = try library.store.add(Mute(.author, "Jane (Doe)", until: now.addingTimeInterval(60)), at: now)
        try library.store.applyRules()
        #expect(try library.titles(.all) == ["Other"])
        let another = try ArticleStore(path: library.path)
        try another.enforce(RuleSet(), at: now.addingTimeInterval(61))
        try another.applyRules()
        #expect(try library.titles(.all).count == 3)
    }

    @Test("A rule that ends while the library is open does not hide articles that arrive later")
    func endWhileOpen() throws {
        let library = try library()
        let feed = try library.store.subscriptions()[0].id
        let end = now.addingTimeInterval(60)
        _ = try library.store.add(Mute(.author, "Jane", until: end), at: now)
        _ = try library.store.add(Mute(.author, "Ann"), at: now)
        try library.ingest([article("Early", by: "Jane")], into: feed, at: end.addingTimeInterval(-1))
        try library.ingest([article("Late", by: "Jane"), article("Muted", by: "Ann")], into: feed, at: end)
        #expect(Set(try library.titles(.feed(feed))) == ["News", "More [ad]", "Late"])
    }

    @Test("At most 200 rules are in force; a rule replaces an earlier one with the same text, or one that has expired")
    func limit() throws {
        let library = try library()
        for number in 0..<Mute.limit { #expect(try library.store.add(Mute(.title, "word \(number)"), at: now)) }
        #expect(try !library.store.add(Mute(.title, "one more"), at: now))
        #expect(try library.store.add(Mute(.title, "word 7", until: now.addingTimeInterval(9)), at: now))
        #expect(try library.store.mutes().count == Mute.limit)
        #expect(try library.store.add(Mute(.title, "one more"), at: now.addingTimeInterval(10)))
        #expect(try library.store.mutes().count == Mute.limit)
    }
}
