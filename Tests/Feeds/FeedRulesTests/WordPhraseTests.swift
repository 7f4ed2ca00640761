import Testing

@testable import FeedRules

@Suite struct WordPhraseTests {
    @Test(
        "A phrase matches whole words in their order, in any case and with any accents",
        arguments: [
            ("ai", "The AI, again", true), ("ai", "Rain on the train", false), ("ai", "ai_tools", true),
            ("sea harbour", "A séa-HARBOUR", true), ("sea harbour", "harbour sea", false), ("cafe", "Café", true),
            ("cafe", "Cafe\u{301}", true), ("café", "cafe", true), ("Αθηνα", "Στην Αθήνα", true),
            ("東京", "新東京タワー", true), ("東京", "東の京", false), ("a b c", "a b", false), ("2026", "in 2026!", true),
            ("2026", "20260", false), ("ΛΌΓΟΣ", "ο λόγος", true), ("tieng viet", "Tiếng Việt", true),
            ("ωδη", "ᾨδή", true), ("lodz", "ŁÓDŹ", true), ("зов", "йов", false),
            ("京都", "東京都", true), ("ai", "東京AI入門", true), ("the end", "This is the end", true), ("a", "A", true),
            ("שלום", "שָׁלוֹם", true),
        ])
    func matches(_ words: String, _ title: String, _ isMatch: Bool) throws {
        #expect(try #require(WordPhrase(words)).matches(FoldedText(title)) == isMatch)
    }

    @Test("Text without words is not a phrase", arguments: ["", "!", " - "])
    func noWords(_ text: String) {
        #expect(WordPhrase(text) == nil)
    }
}
