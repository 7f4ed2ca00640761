import Screen
import Testing

@testable import TerminalDriver

@Suite struct MouseReportTests {
    private func inputs(_ text: String) -> [Input] {
        let now = ContinuousClock.now
        var decoder = EscapeDecoder(at: now)
        let inputs = text.unicodeScalars.flatMap { decoder.decode($0.value, at: now) }
        return inputs + decoder.timeOut(at: now)
    }

    @Test(
        "Clicks and the wheel are events at their cells, whatever modifiers are held",
        arguments: [
            ("0;10;5M", .click), ("0;10;5m", .release), ("16;10;5M", .click), ("28;10;5m", .release),
            ("64;10;5M", .wheelUp), ("65;10;5M", .wheelDown), ("69;10;5M", .wheelDown),
        ] as [(String, Mouse.Action)])
    func events(_ report: String, _ action: Mouse.Action) {
        #expect(inputs("\u{1B}[<\(report)") == [.mouse(Mouse(action, row: 4, column: 9))])
    }

    @Test(
        "Other buttons, movements and broken reports are neither events nor keys",
        arguments: [
            // The middle and the right button, the wheel sideways, back and forward.
            "1;10;5M", "2;10;5M", "66;10;5M", "128;10;5M", "128;10;5m", "129;10;5M", "132;10;5M",
            "32;10;5M", "35;10;5M", "64;10;5m", "0;10M", "0;10;99999M", "0;-1;5M", "M", "99999999999999999999;1;1M",
        ])
    func others(_ report: String) {
        #expect(inputs("\u{1B}[<\(report)j") == [.key(.character("j"))])
    }
}
