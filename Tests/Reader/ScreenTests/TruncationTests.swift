import Screen
import Testing

@Suite struct TruncationTests {
    @Test(
        "Text is cut between characters",
        arguments: [
            ("title", 5, "title"), ("a title", 5, "a ti…"), ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"),
            ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("abc", 1, "…"), ("abc", 0, ""),
            ("plain words", 11, "plain words"), ("plain words", 10, "plain wor…"), ("plain words", 1, "…"),
            ("plain words", 0, ""), ("日本語 words", 6, "日本…"), ("日本語 words", 8, "日本語 …"), ("ab日本", 4, "ab…"),
            ("abe\u{301}fgh", 4, "abe\u{301}…"), ("a\u{7F}bcd", 3, "a\u{7F}b…"),
        ])
    func cutsAtACharacter(_ text: String, _ width: Int, _ expected: String) {
        #expect(Truncation.fit(text, width) == expected)
    }

    @Test("Long text is cut at the given width", arguments: [255, 256, 257, 300, 511, 512, 513])
    func longTextIsCutAtGivenWidth(_ width: Int) {
        let text = String(repeating: "0123456789", count: 60)
        #expect(Truncation.fit(text, width) == text.prefix(width - 1) + "…")
        #expect(Truncation.fit(String(text.prefix(width)), width) == text.prefix(width))
    }

    @Test("The ellipsis is dropped if it does not fit") func needsNoEllipsisThatHasNoRoom() {
        #expect(Truncation.fit("words", 2, ellipsis: "...") == "")
        #expect(Truncation.fit("words", 3, ellipsis: "...") == "...")
    }

    @Test(
        "The middle of text is left out between its beginning and its end",
        arguments: [
            ("https://a.org/b/c", 17, "https://a.org/b/c"), ("https://a.org/b/c", 11, "https:/…b/c"),
            ("日本語日本語", 7, "日本…語"), ("日本語日本語", 8, "日本…語"), ("abcdef", 2, "a…"), ("abcdef", 0, ""),
        ])
    func leavesOutTheMiddle(_ text: String, _ width: Int, _ expected: String) {
        #expect(Truncation.middle(text, width) == expected)
    }

    @Test("Padding fills exactly the width") func padsToExactlyTheWidth() {
        #expect(Truncation.padLeft("日本", 6) == "  日本")
        #expect(Truncation.padLeft("日本語", 4) == " 日…")
    }
}
