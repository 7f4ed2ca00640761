import FeedModel
import ReaderUI
import Testing

/// Where reading stopped, as the library is told of it.
@Suite struct ReadingPlaceTests {
    private func places(_ rig: Rig) -> [Effect] {
        rig.effects.filter { if case .keepPlace = $0 { true } else { false } }
    }

    private func reading() -> Rig {
        var rig = Rig(columns: 80, rows: 12)
        rig.start()
        rig.press("k", "Enter", "Enter")
        return rig
    }

    @Test("leaving an article keeps its place once, and quitting from the text too", arguments: ["q", "Q", "n"])
    func leaving(_ key: String) {
        var rig = reading()
        let id = rig.state.reading!.id
        rig.press("j", "j", "j", "j", "j", "j", key)
        #expect(places(rig) == [.keepPlace(id, TextLayout.Place(block: 1, offset: 0), isPage: false)])
        rig.press("h")
        #expect(places(rig).count == 1)
    }

    @Test("an article that was not scrolled costs no write")
    func unmoved() {
        var rig = reading()
        rig.press("q", "j", "Enter", "j", "k", "q")
        #expect(places(rig).isEmpty)
    }

    @Test("scrolled back to its beginning, an article has no place any more")
    func beginning() {
        var rig = reading()
        let id = rig.state.reading!.id
        rig.press("5", "j", "q", "Enter", "g", "q")
        #expect(places(rig).last == .keepPlace(id, nil, isPage: false))
    }
}
