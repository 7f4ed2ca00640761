import Testing

@testable import ArticleStorage

@Suite struct SearchTextTests {
    @Test(
        "Text is converted to its form in the index",
        arguments: [
            ("plain words", "plain words"),
            ("naïve “quotes”", "naïve “quotes”"),
            ("東京都", " 東京 京都 都"),
            ("東", " 東"),
            ("新iPhone発売", " 新 iPhone 発売 売"),
            ("한국어는", " 한국 국어 어는 는"),
            ("a、b", "a、b"),
            ("🎉 party", "🎉 party"),
            ("𠮷野", " 𠮷野 野"),
        ])
    func theFormInTheIndex(_ text: String, _ form: String) {
        #expect(SearchText.indexed(text) == form)
    }

    @Test(
        "A phrase is converted to its form in a query",
        arguments: [
            ("C++ & \"quotes\"*", "C quotes", false),
            ("cafe\u{301}", "cafe\u{301}", false),
            ("日本 経済", "日本 本 経済", false),
            ("日本 経", "日本 本 経", true),
            ("経", "経", true),
            ("経済b", "経済 済 b", false),
            ("…!?", nil, false),
        ] as [(String, String?, Bool)])
    func theFormOfAPhrase(_ text: String, _ form: String?, endsWithinPair: Bool) {
        #expect(SearchText.phrase(text)?.words == form)
        #expect(SearchText.phrase(text)?.endsWithinPair ?? false == endsWithinPair)
    }
}
