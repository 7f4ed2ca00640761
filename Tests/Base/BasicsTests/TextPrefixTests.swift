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
}
