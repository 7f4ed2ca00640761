import Basics
import Testing

@Suite struct TextPrefixTests {
    @Test(
        "Text is cut before the code point that exceeds the limit",
        arguments: [
            ("ferry", 5, "ferry"), ("ferry", 3, "fer"), ("ferry", 0, ""), ("fée", 2, "f"), ("fée", 3, "fé"),
            ("日本", 5, "日"), ("🙂", 3, ""), ("", 4, ""),
        ])
    func prefix(_ text: String, _ limit: Int, _ expected: String) {
        #expect(text.prefix(bytes: limit) == expected)
    }

    @Test(
        "A text for a message keeps its beginning and its end",
        arguments: [
            ("ferry", 5, "ferry"), ("0123456789", 8, "012345\u{2026}89"), ("féfé", 4, "fé\u{2026}"),
            ("日本日本", 8, "日本\u{2026}"), ("a日本", 4, "a\u{2026}"), ("", 4, ""),
        ])
    func shortened(_ text: String, _ limit: Int, _ expected: String) {
        #expect(text.shortened(bytes: limit) == expected)
    }
}
