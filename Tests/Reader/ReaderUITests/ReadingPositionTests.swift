import Screen
import Testing

@testable import ReaderUI

/// The reading position that the library stores.
@Suite struct ReadingPositionTests {
    private func stored(_ rig: Rig) -> [Effect] {
        rig.effects.filter { if case .keepReadingPosition = $0 { true } else { false } }
    }

    private func reading() -> Rig {
        var rig = Rig(columns: 80, rows: 12)
        rig.start()
        rig.press("k", "Enter", "Enter")
        return rig
    }

    @Test(
        "Leaving an article stores its position once, and so does quitting from the text", arguments: ["q", "Q", "n"])
    func leaving(_ key: String) {
        var rig = reading()
        let id = rig.state.reading!.id
        rig.press("j", "j", "j", "j", "j", "j", key)
        #expect(stored(rig) == [.keepReadingPosition(id, TextLayout.Position(block: 1, offset: 0), isPage: false)])
        rig.press("h")
        #expect(stored(rig).count == 1)
    }

    @Test(
        "The stored position is kept while the whole text fits on the screen",
        arguments: [Size(columns: 80, rows: 60), Size(columns: 150, rows: 60)])
    func resized(_ size: Size) {
        var rig = reading()
        rig.press("j", "j", "j", "j", "j", "j")
        let lines = rig.screen[2..<10]
        rig.send(.input(.resized(size)))
        #expect(rig.screen[2..<10] != lines)
        rig.send(.input(.resized(Size(columns: 80, rows: 12))))
        #expect(rig.screen[2..<10] == lines)
        rig.press("j", "k")
        #expect(rig.screen[2..<10] == lines)
    }

    @Test("Nothing is written for an article that was not scrolled")
    func unmoved() {
        var rig = reading()
        rig.press("q", "j", "Enter", "j", "k", "q")
        #expect(stored(rig).isEmpty)
    }

    @Test("Scrolling back to the beginning deletes the position")
    func beginning() {
        var rig = reading()
        let id = rig.state.reading!.id
        rig.press("5", "j", "q", "Enter", "g", "q")
        #expect(stored(rig).last == .keepReadingPosition(id, nil, isPage: false))
    }
}
