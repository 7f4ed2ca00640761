import Screen
import Testing

@Suite struct WrappingTests {
    private func lines(_ text: String, _ width: Int) -> [String] {
        Wrapping.lines(of: text, width: width).map { String(decoding: Array(text.utf8)[$0], as: UTF8.self) }
    }

    @Test(
        "Lines break at spaces, and within words longer than a line",
        arguments: [
            ("", 10, []),
            ("one", 10, ["one"]),
            ("one two three", 7, ["one two", "three"]),
            ("one two", 3, ["one", "two"]),
            ("one  two", 4, ["one", "two"]),
            ("one two ", 7, ["one two"]),
            ("a\nb", 10, ["a", "b"]),
            ("a\n\nb", 10, ["a", "", "b"]),
            ("a\n\u{2003}\u{2002}b\u{2003}two\n c", 5, ["a", "\u{2003}\u{2002}b", "two", "c"]),
            ("abcdefgh", 3, ["abc", "def", "gh"]),
            ("see example.org/path/to/page now", 14, ["see", "example.org/", "path/to/page", "now"]),
        ])
    func breaksAtSpacesAndInsideWhatIsLongerThanALine(_ text: String, _ width: Int, _ expected: [String]) {
        #expect(lines(text, width) == expected)
    }

    @Test(
        "Lines break between ideographs but not before punctuation",
        arguments: [
            ("日本語の文章", 6, ["日本語", "の文章"]),
            ("日本語。文章", 6, ["日本", "語。文", "章"]),
            ("「日本」語", 5, ["「日", "本」", "語"]),
            ("日 本", 2, ["日", "本"]),
            ("ab日本", 4, ["ab日", "本"]),
        ])
    func breaksBetweenIdeographsButNotBeforeTheirPunctuation(_ text: String, _ width: Int, _ expected: [String]) {
        #expect(lines(text, width) == expected)
    }

    @Test("No line exceeds the width", arguments: 1...40)
    func noLineIsWiderThanAsked(_ width: Int) {
        let text = "Über-lange Wörter, 日本語のタイトル、https://example.org/a/very/long/path?with=query&and=more 👩‍🚀 und mehr"
        for line in lines(text, max(2, width)) {
            #expect(DisplayWidth.of(line) <= max(2, width), "“\(line)”")
        }
    }

    @Test("The first line may be shorter") func theFirstLineMayBeShorter() {
        let text = "one two three"
        let ranges = Wrapping.lines(of: text, width: 9, firstWidth: 3)
        #expect(ranges == [0..<3, 4..<13])
    }

    @Test("A megabyte without spaces is wrapped in linear time")
    func megabyteWithoutSpacesIsWrappedInLinearTime() {
        let text = String(repeating: "x", count: 1 << 20)
        #expect(Wrapping.lines(of: text, width: 80).count == (1 << 20) / 80 + 1)
    }
}
