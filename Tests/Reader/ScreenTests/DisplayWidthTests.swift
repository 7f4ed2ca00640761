import Screen
import Testing

@Suite struct DisplayWidthTests {
    @Test(
        "The width equals the terminal's",
        arguments: [
            ("abc", 3), ("日本", 4), ("e\u{301}", 1), ("한글", 4), ("👩‍🚀", 2), ("🇫🇷", 2), ("👍🏽", 2), ("❤️", 1), ("ｱ", 1),
            ("\u{AD}", 0), ("\u{200B}", 0), ("\u{202E}", 0), ("\u{7}", 0), ("…", 1), ("▌", 1), ("नि", 2),
        ])
    func isWhatATerminalCounts(_ text: String, _ width: Int) {
        #expect(DisplayWidth.of(text) == width)
    }
}
