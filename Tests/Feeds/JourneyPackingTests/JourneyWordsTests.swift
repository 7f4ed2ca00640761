import Testing

@testable import JourneyPacking

@Suite struct JourneyWordsTests {
    @Test(
        "A reason that continues the number follows it; a reason with a subject of its own is in parentheses",
        arguments: [
            ("gone", 1, "1 gone"),
            ("requires a login", 1, "1 requires a login"),
            ("requires a login", 3, "3 require a login"),
            ("larger than the limit", 2, "2 larger than the limit"),
            ("the connection ended early", 1, "1 (the connection ended early)"),
            ("the server answered 503", 2, "2 (the server answered 503)"),
            ("no article was found on its page", 2, "2 (no article was found on its page)"),
            ("host not found", 1, "1 (host not found)"),
        ])
    func missing(_ reason: String, _ count: Int, _ words: String) {
        #expect(JourneyWords.missing([(reason, count)]) == words)
    }
}
