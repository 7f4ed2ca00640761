import ReaderUI
import Screen
import Testing

@Suite struct KeymapTests {
    private let keys = (g: Key.character("g"), x: Key.character("x"))

    @Test func whatALongerSequenceBeginsWithWaitsForTheRest() {
        var keymap = Keymap()
        keymap.bind([keys.g], to: [Invocation(.first)])
        #expect(keymap.match([keys.g]) == .action([Invocation(.first)]))
        keymap.bind([keys.g, keys.x], to: [Invocation(.last)])
        #expect(keymap.match([keys.g]) == .prefix([Invocation(.first)]))
        keymap.bind([keys.g, keys.x], to: [])
        #expect(keymap.match([keys.g]) == .action([Invocation(.first)]))
        #expect(keymap.match([keys.g, keys.x]) == .none)
    }

    @Test func keysAreNamedByWhatTheyRunNow() {
        var keymap = Keymap.standard
        #expect(keymap.notations(for: .down) == ["j", "Down"])
        keymap.bind([keys.x], to: [Invocation(.down)])
        keymap.bind([.character("j")], to: [Invocation(.up)])
        #expect(keymap.notations(for: .down) == ["Down", "x"])
        #expect(keymap.notations(for: .up) == ["k", "Up", "j"])
        keymap.bind([keys.x], to: [Invocation(.down), Invocation(.open)])
        #expect(keymap.notations(for: .down) == ["Down"])
    }
}
