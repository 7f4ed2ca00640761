import Testing

@testable import TerminalDriver

@Suite struct TerminalInquiryTests {
    private static let names = "\u{1B}[>q\u{1B}[c"

    /// Each terminal's reply to the first query: the name, which may be missing, and the attributes.
    @Test(
        "Only kitty from 0.30 and ghostty from 1.0 are queried for placeholders",
        arguments: [
            ("kitty(0.48.2)", "?62;52;c", true, false), ("kitty(0.30.1)", "?62;c", true, false),
            ("kitty(0.26.5)", "?62;c", false, false), ("kitty(0.29.0)", "?62;c", false, false),
            ("ghostty 1.1.3", "?62;22;52c", true, false), ("ghostty 0.9", "?62c", false, false),
            ("WezTerm 20240203-110809", "?65;4;6;18;22c", false, true), ("Konsole 23.08", "?62;1;4c", false, true),
            ("iTerm2 3.6.1", "?64;1;4c", false, true), ("foot(1.16.2)", "?62;4;22;28c", false, true),
            ("XTerm(379)", "?63;1;2;4;6;9;15;16;22;28c", false, true), ("XTerm(379)", "?64;1;2;6c", false, false),
            ("tmux 3.3a", "?1;2c", false, false), (nil, "?63;1;2;3;4;7;29c", false, true), (nil, "?6c", false, false),
            ("kitty", "?62c", false, false), ("kitty(new)", "?62c", false, false),
        ] as [(String?, String, Bool, Bool)])
    func gate(_ name: String?, _ attributes: String, _ isProbed: Bool, _ hasSixel: Bool) {
        var inquiry = TerminalInquiry()
        #expect(inquiry.begin(mayHavePlaceholders: true) == Self.names)
        #expect(inquiry.isReplyDue)
        if let name { #expect(inquiry.receive(.device(">|" + name)) == nil) }
        let probe = inquiry.receive(.control(attributes))
        #expect((probe != nil) == isProbed)
        #expect(inquiry.isReplyDue == isProbed && inquiry.hasSixel == hasSixel && !inquiry.hasPlaceholders)
        #expect(inquiry.begin(mayHavePlaceholders: true) == nil)
    }

    @Test("Placeholders require the reply OK, and the inquiry ends with the second DA1")
    func probe() {
        for (answer, works) in [("Gi=31;OK", true), ("Gi=31;ENOTSUPPORTED:no", false), ("Gi=7;OK", false)] {
            var inquiry = TerminalInquiry()
            _ = inquiry.begin(mayHavePlaceholders: true)
            _ = inquiry.receive(.device(">|kitty(0.40.0)"))
            _ = inquiry.receive(.control("?62c"))
            #expect(inquiry.receive(.application(answer)) == nil)
            #expect(inquiry.hasPlaceholders == works && inquiry.isReplyDue)
            #expect(inquiry.receive(.control("?62c")) == nil)
            #expect(inquiry.isDone)
        }
    }

    @Test("In tmux kitty gets no query, and unexpected replies change nothing")
    func unasked() {
        var inquiry = TerminalInquiry()
        #expect(inquiry.receive(.control("?62;4c")) == nil && !inquiry.hasSixel && !inquiry.isDone)
        _ = inquiry.begin(mayHavePlaceholders: false)
        _ = inquiry.receive(.device(">|kitty(0.48.2)"))
        #expect(inquiry.receive(.control("?62c")) == nil && inquiry.isDone)
        #expect(inquiry.receive(.application("Gi=31;OK")) == nil && !inquiry.hasPlaceholders)
    }
}
