import FeedModel
import Testing

@testable import FeedRules

@Suite struct RuleSetTests {
    private let subject: RuleSubject = {
        var item = ParsedItem(id: "1")
        item.title = "Sponsored: a keyboard"
        item.authors = [Author(name: "U. Le Guin"), Author(email: "desk@example.org")]
        item.tags = ["Ads", "Hardware"]
        item.url = "https://example.org/a?utm_source=feed"
        item.externalURL = "https://shop.example/keys"
        return RuleSubject(item, of: .init(title: "Daily News", url: "https://daily.example/feed")) {
            "The body of it."
        }
    }()

    private func rule(_ conditions: [(RuleField, String)]) throws -> ArticleRule {
        ArticleRule(try conditions.map { try ArticleRule.Condition($0.0, $0.1) })
    }

    @Test(
        "A condition can test each field",
        arguments: [
            (RuleField.title, "^sponsored"), (.author, "le guin"), (.author, "desk@"), (.tag, "^ads$"),
            (.url, "utm_source"),
            (.url, "^https://shop"), (.feed, "daily news"), (.feed, #"daily\.example"#), (.content, "body of"),
            (.title, "!review"), (.tag, "!^software$"),
        ])
    func eachFieldIsLookedAt(_ field: RuleField, _ notation: String) throws {
        let rules = RuleSet(kills: [try rule([(field, notation)])])
        #expect(rules.verdict(on: subject) == .killed)
    }

    @Test(
        "A letter with its combining mark is one letter, in rules and in text",
        arguments: ["^caf\u{E9}$", "^cafe\u{301}$", "^caf.$"])
    func composedLetters(_ pattern: String) throws {
        let rules = RuleSet(kills: [try rule([(.tag, pattern)])])
        for tag in ["Caf\u{E9}", "Cafe\u{301}"] {
            var item = ParsedItem(id: "1")
            item.tags = [tag]
            #expect(rules.verdict(on: RuleSubject(item, of: .init(title: nil, url: "")) { "" }) == .killed)
        }
    }

    @Test("All conditions must hold") func allConditionsHaveToHold() throws {
        let both = try rule([(.title, "sponsored"), (.feed, "daily")])
        #expect(RuleSet(kills: [both]).verdict(on: subject) == .killed)
        let other = try rule([(.title, "sponsored"), (.feed, "weekly")])
        #expect(RuleSet(kills: [other]).verdict(on: subject) == .none)
        let not = try rule([(.title, "sponsored"), (.feed, "!daily")])
        #expect(RuleSet(kills: [not]).verdict(on: subject) == .none)
    }

    @Test("The first highlight applies, and hiding has priority")
    func firstHighlightAppliesAndHidingHasPriority() throws {
        let highlights = try [rule([(.title, "mouse")]), rule([(.title, "keyboard")]), rule([(.tag, "ads")])]
        #expect(RuleSet(highlights: highlights).verdict(on: subject) == .highlighted(1))
        let kill = try rule([(.tag, "ads")])
        #expect(RuleSet(kills: [kill], highlights: highlights).verdict(on: subject) == .killed)
    }

    @Test("All rules that match mark a new article, unless a rule hides it; they are not part of the rules' text")
    func arrivalRules() throws {
        let arrivals = [
            ArrivalRule(try rule([(.tag, "ads")]), marks: ArrivalMarks(isRead: true, tags: ["a"])),
            ArrivalRule(try rule([(.title, "mouse")]), marks: ArrivalMarks(isStarred: true)),
            ArrivalRule(try rule([(.title, "keyboard"), (.feed, "daily")]), marks: ArrivalMarks(tags: ["b", "a"])),
        ]
        let found = RuleSet(arrivals: arrivals).evaluation(of: subject)
        #expect(found.verdict == .none && found.marks == ArrivalMarks(isRead: true, tags: ["a", "b"]))
        #expect(found.marks.all == [.read(true), .tagged("a", true), .tagged("b", true)])
        #expect(RuleSet(arrivals: arrivals).text.isEmpty && !RuleSet(arrivals: arrivals).isEmpty)
        let highlight = try rule([(.title, "keyboard")])
        let both = RuleSet(highlights: [highlight], arrivals: arrivals).evaluation(of: subject)
        #expect(both.verdict == .highlighted(0) && both.marks == found.marks)
        let hidden = RuleSet(kills: [highlight], arrivals: arrivals).evaluation(of: subject)
        #expect(hidden.verdict == .killed && hidden.marks.isEmpty)
    }

    @Test("The text of an article is built only if a rule tests it") func aTextIsOnlyMadeWhenARuleAsksForIt() throws {
        let cheap = RuleSubject(ParsedItem(id: "1"), of: .init(title: nil, url: "u")) {
            Issue.record("a rule without a text condition built the text")
            return ""
        }
        let rules = RuleSet(kills: [try rule([(.content, "x"), (.title, "x")])])
        #expect(rules.verdict(on: cheap) == .none)
    }

    @Test("The text of rules differs if a kind, a field, a pattern or a negation differs, and not with their order")
    func text() throws {
        let words = ArticleRule([.init(.title, words: try #require(WordPhrase("a")))])
        let rules = try [
            rule([(.title, "a")]), rule([(.author, "a")]), rule([(.title, "!a")]), rule([(.title, "b")]), words,
            rule([(.title, "a"), (.author, "a")]),
        ]
        let texts = rules.map { RuleSet(kills: [$0]).text } + rules.map { RuleSet(highlights: [$0]).text }
        #expect(Set(texts).count == texts.count)
        let turned = try rule([(.author, "a"), (.title, "a")])
        #expect(RuleSet(kills: [turned]).text == texts[5])
    }

    @Test("A rule that marks is written with its conditions and all its marks")
    func words() throws {
        let marks = ArrivalMarks(isRead: true, isStarred: true, tags: ["linux", "linux", "sea"])
        let rule = ArrivalRule(try rule([(.title, "kernel"), (.author, "!staff")]), marks: marks)
        #expect(rule.words == "title=kernel author=!staff → read, starred, add-tag=linux, add-tag=sea")
        #expect(marks.all == [.read(true), .starred(true), .tagged("linux", true), .tagged("sea", true)])
    }

    @Test("The marks of all matching rules are added, whatever their order")
    func marksOfSeveralRules() throws {
        let matching = try rule([(.title, "sponsored")])
        let marks = [ArrivalMarks(isRead: true), ArrivalMarks(isStarred: true), ArrivalMarks(tags: ["ad"])]
        let all = ArrivalMarks(isRead: true, isStarred: true, tags: ["ad"])
        for order in [marks, marks.reversed()] {
            let rules = RuleSet(arrivals: order.map { ArrivalRule(matching, marks: $0) })
            #expect(rules.evaluation(of: subject).marks == all && !rules.isEmpty && !rules.readsContent)
        }
    }

    @Test("Texts are read only for rules of stored articles that examine them")
    func readsContent() throws {
        let (title, content) = (try rule([(.title, "a")]), try rule([(.title, "a"), (.content, "b")]))
        #expect(RuleSet(kills: [title, content]).readsContent && RuleSet(highlights: [content]).readsContent)
        #expect(!RuleSet(kills: [title], arrivals: [ArrivalRule(content, marks: ArrivalMarks())]).readsContent)
        #expect(RuleSet().isEmpty && !RuleSet(kills: [title]).isEmpty && !RuleSet(highlights: [title]).isEmpty)
    }
}
