import Basics
import Testing

@testable import ArticleStorage

@Suite struct SearchQueryTests {
    static func query(_ change: (inout SearchQuery) -> Void) -> SearchQuery {
        var query = SearchQuery()
        change(&query)
        return query
    }

    private static func feed(
        _ value: String, operator name: String = "feed", isExcluded: Bool = false
    ) -> SearchWord {
        SearchWord(operatorName: name, value: value, isExcluded: isExcluded, isOpen: false)
    }

    static let words: [(String, [SearchQuery.Term])] = [
        ("", []),
        ("  \n ", []),
        ("swift", [.init("swift", isPrefix: true)]),
        ("swift ", [.init("swift")]),
        ("swift con", [.init("swift"), .init("con", isPrefix: true)]),
        ("\"on the train\"", [.init("on the train")]),
        ("\"on the tr", [.init("on the tr", isPrefix: true)]),
        ("\"on the ", [.init("on the ")]),
        ("title:\"on the ", [.init("on the ", field: .title)]),
        ("-rust ", [.init("rust", isExcluded: true)]),
        ("-\"no thanks\" yes ", [.init("no thanks", isExcluded: true), .init("yes")]),
        ("title:swift ", [.init("swift", field: .title)]),
        ("TITLE:\"two words\"", [.init("two words", field: .title)]),
        ("-author:ann", [.init("ann", field: .author, isPrefix: true, isExcluded: true)]),
        ("https://example.org/x ", [.init("https //example.org/x")]),
        ("is:odd ", [.init("is odd")]),
        ("after:tomorrow ", [.init("after tomorrow")]),
        (": :: - -- \" \"\"", []),
        ("title: -title: feed:", []),
        ("a:b:c ", [.init("a b:c")]),
        ("東京 ", [.init("東京")]),
        ("🎉 !!! ", []),
    ]

    @Test("The parser reads words and phrases", arguments: words)
    func wordsAndPhrases(_ text: String, _ terms: [SearchQuery.Term]) {
        #expect(SearchQuery(text).terms == terms)
    }

    static let filters: [(String, SearchQuery)] = [
        ("is:unread", query { $0.isRead = false }),
        ("IS:Read", query { $0.isRead = true }),
        ("-is:read", query { $0.isRead = false }),
        ("is:starred is:unread", query { ($0.isStarred, $0.isRead) = (true, false) }),
        ("-is:starred", query { $0.isStarred = false }),
        ("is:unstarred", query { $0.isStarred = false }),
        ("feed:lwn ", query { $0.feeds = [feed("lwn")] }),
        ("feed:\"two words\" -feed:x ", query { $0.feeds = [feed("two words"), feed("x", isExcluded: true)] }),
        ("-folder:news ", query { $0.feeds = [feed("news", operator: "folder", isExcluded: true)] }),
        ("after:2026-01-31", query { $0.after = CivilDay(year: 2026, month: 1, day: 31) }),
        ("before:2026-02", query { $0.before = CivilDay(year: 2026, month: 2, day: 1) }),
        ("-after:2026", query { $0.before = CivilDay(year: 2026, month: 1, day: 1) }),
        ("after:2026-02 after:2026", query { $0.after = CivilDay(year: 2026, month: 2, day: 1) }),
        ("-after:2026 before:2026-02", query { $0.before = CivilDay(year: 2026, month: 1, day: 1) }),
        ("word feed:a ", query { ($0.terms, $0.feeds) = ([.init("word")], [feed("a")]) }),
    ]

    @Test("The parser reads operators", arguments: filters)
    func operators(_ text: String, _ query: SearchQuery) {
        #expect(SearchQuery(text) == query)
    }

    @Test("A long query is read in linear time") func aLongQueryIsReadInLinearTime() {
        let clock = ContinuousClock()
        let time = clock.measure { _ = SearchQuery(String(repeating: "-title:\"a b\" x:y ", count: 20_000)) }
        #expect(time < .seconds(5))
    }

    @Test(
        "The query becomes an expression for the index",
        arguments: [
            ("swift", #""swift" *"#),
            ("swift is:unread", #""swift""#),
            ("is:unread", nil),
            ("s", #""s""#),
            ("\"of th", #""of th""#),
            ("\"of the", #""of the" *"#),
            ("is:un", #""is un""#),
            ("a b ", #""a" AND "b""#),
            ("title:x author:ann ", #"title : "x" AND author : "ann""#),
            ("yes -no ", #"("yes") NOT ("no")"#),
            ("-no -never ", "(feed : \"\u{E000}\") NOT (\"no\" OR \"never\")"),
            ("don't \"a*b\" ", #""don t" AND "a b""#),
            ("東 ", #""東" *"#),
            ("東京 ", #""東京""#),
            ("東京の", #""東京 京の""#),
            ("\u{E000}12 ", #""12""#),
        ])
    func theExpressionForTheIndex(_ text: String, _ match: String?) {
        #expect(SearchExpression.match(SearchQuery(text), feeds: nil) == match)
    }

    @Test("An expression names its feeds if they are few") func fewFeedsAreNamedInTheExpression() {
        let few = SearchExpression.match(SearchQuery("word "), feeds: [1, 20])
        #expect(few == "\"word\" AND feed : (\"\u{E000}1\" OR \"\u{E000}20\")")
        let many = SearchExpression.match(SearchQuery("word "), feeds: Array(1...65))
        #expect(many == "\"word\"")
        #expect(SearchExpression.match(SearchQuery(), feeds: [1]) == nil)
    }
}
