import Screen
import Testing

@Suite struct DisplayWidthTests {
    @Test(arguments: [
        ("abc", 3), ("日本", 4), ("e\u{301}", 1), ("한글", 4), ("👩‍🚀", 2), ("🇫🇷", 2), ("👍🏽", 2), ("❤️", 1), ("ｱ", 1),
        ("\u{AD}", 0), ("\u{200B}", 0), ("\u{202E}", 0), ("\u{7}", 0), ("…", 1), ("▌", 1), ("नि", 2),
    ])
    func isWhatATerminalCounts(_ text: String, _ width: Int) {
        #expect(DisplayWidth.of(text) == width)
    }
}

@Suite struct TruncationTests {
    @Test(arguments: [
        ("title", 5, "title"), ("a title", 5, "a ti…"), ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"),
        ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("abc", 1, "…"), ("abc", 0, ""),
    ])
    func cutsAtACharacter(_ text: String, _ width: Int, _ expected: String) {
        #expect(Truncation.fit(text, width) == expected)
    }

    @Test func padsToExactlyTheWidth() {
        #expect(Truncation.pad("日本", 6) == "日本  ")
        #expect(Truncation.padLeft("2h", 4) == "  2h")
        #expect(Truncation.pad("日本語", 4) == "日… ")
    }
}
