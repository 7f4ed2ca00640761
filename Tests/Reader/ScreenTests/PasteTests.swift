import Screen
import Testing

@Suite struct PasteTests {
    private let start = ContinuousClock.now

    private func opened() -> Paste {
        var paste = Paste()
        paste.begin(at: start)
        return paste
    }

    private func receive(_ text: String, _ paste: inout Paste) -> [Input] {
        text.unicodeScalars.compactMap { paste.receive(.point($0), at: start) }
    }

    @Test("The end mark completes pasted text; control characters become spaces")
    func ended() {
        var paste = opened()
        #expect(receive("a\nQ\u{1B}b", &paste).isEmpty && paste.isOpen)
        #expect(paste.receive(.end, at: start) == .paste("a Q b") && !paste.isOpen)
    }

    @Test("A paste without an end mark ends after a second of silence")
    func silence() {
        var paste = opened()
        _ = receive("abc", &paste)
        #expect(paste.deadline == start + .seconds(1))
        #expect(paste.receive(.nothing, at: start + .milliseconds(900)) == nil && paste.isOpen)
        #expect(paste.receive(.nothing, at: start + .milliseconds(1_000)) == .paste("abc") && !paste.isOpen)
        #expect(paste.deadline == nil)
    }

    @Test("Text is delivered when it reaches the maximum length, and the rest up to the end mark is dropped")
    func longest() {
        var paste = opened()
        let inputs = receive(String(repeating: "x", count: 10_000) + "Q", &paste)
        #expect(inputs == [.paste(String(repeating: "x", count: 4_096))] && paste.isOpen)
        #expect(paste.receive(.end, at: start) == nil && !paste.isOpen)
    }

    @Test("Ctrl-C within a paste is a key, and the rest of the paste does not run commands")
    func interrupt() {
        var paste = opened()
        #expect(receive("ab\u{3}Q", &paste) == [.key(.control("c"))])
        #expect(paste.receive(.nothing, at: start + .seconds(1)) == nil && !paste.isOpen)
    }
}
