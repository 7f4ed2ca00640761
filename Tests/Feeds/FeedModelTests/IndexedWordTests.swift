import FeedModel
import Testing

@Suite struct IndexedWordTests {
    @Test(
        "A typed word of one or two letters is too short for a search, except in scripts without spaces",
        arguments: [
            ("zq", true), ("zqx", false), ("zq ", false), ("rain zq", true), ("foo-zq", true), ("title:zq", true),
            ("\"night tr", true), ("\"zq\"", false), ("rain \"", true), ("(zq)", false), ("(", true), ("feed:", true),
            ("日", false), ("日本", false), ("日本zq", true), ("日本語zqx", false), ("한국", false), ("ру", true), ("", false),
        ])
    func isTooShort(_ text: String, _ expected: Bool) {
        #expect(IndexedWord.isTooShort(atEndOf: text) == expected)
    }
}
