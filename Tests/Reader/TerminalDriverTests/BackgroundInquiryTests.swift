import Testing

@testable import TerminalDriver

@Suite struct BackgroundInquiryTests {
    @Test(
        "The brightness of the colour decides whether the background is dark",
        arguments: [
            ("rgb:0000/0000/0000", true), ("rgb:ffff/ffff/ffff", false), ("rgb:00/2b/36", true),
            ("rgb:fd/f6/e3", false),
            ("rgba:1e1e/1e1e/2e2e/ffff", true), ("rgb:f/f/f", false), ("rgb:0/0/f", true),
        ])
    func brightness(_ color: String, _ isDark: Bool) {
        #expect(BackgroundInquiry.isDark(color) == isDark)
    }

    @Test(
        "Other replies are not colours",
        arguments: ["", "rgb:", "rgb:1/2", "rgb:12345/0/0", "rgb:x/0/0", "#000000", "rgb:1/2/3/4/5"])
    func noColor(_ text: String) {
        #expect(BackgroundInquiry.isDark(text) == nil)
    }

    /// Receives the replies in order; returns true for replies that belong to the query.
    private func receive(_ inquiry: inout BackgroundInquiry, _ replies: TerminalReply...) -> [Bool] {
        replies.map { inquiry.receive($0) }
    }

    @Test("The inquiry accepts only replies to its own query, up to its end mark")
    func stages() {
        var inquiry = BackgroundInquiry()
        let before = receive(&inquiry, .operatingSystem("11;rgb:0/0/0"))
        #expect(before == [false] && inquiry.isDark == nil)
        let (question, second) = (inquiry.begin(), inquiry.begin())
        #expect(question?.hasPrefix("\u{1B}]11;?") == true && second == nil && inquiry.isReplyDue)
        let answers = receive(&inquiry, .operatingSystem("11;rgb:0/0/0"), .control("?62;4c"), .control("?62;4c"))
        #expect(answers == [true, true, false] && inquiry.isDark == true && !inquiry.isReplyDue)
    }

    @Test("The end mark alone also ends the query")
    func silent() {
        var inquiry = BackgroundInquiry()
        _ = inquiry.begin()
        let answers = receive(&inquiry, .control("?6c"))
        #expect(answers == [true] && inquiry.isDark == nil && !inquiry.isReplyDue)
    }
}
