import FeedModel
import Screen
import Testing

@testable import ReaderUI

/// The column beside the focused one loads after the frame of the key; until then it keeps its content.
@Suite struct LoadingAfterFrameTests {
    private let down = Event.input(.key(.character("j")))
    private let enter = Event.input(.key(.named(.enter)))

    @Test("Beside the feeds the previous list stays until the next one's rows are loaded")
    func list() throws {
        var rig = Rig(columns: 100)
        rig.start()
        let (before, cursor) = (rig.state.list, rig.state.sidebar.cursor)
        let effects = update(&rig.state, down)
        #expect(!effects.isEmpty && effects.allSatisfy(rig.state.fillsNeighbour))
        #expect(rig.state.sidebar.cursor == cursor + 1)
        #expect(rig.state.list == before && !before.rows.isEmpty)
        for effect in effects { rig.perform(effect) }
        #expect(rig.state.list.scope == .starred && rig.state.list.rows.isEmpty)
    }

    @Test("An opened list loads before the frame because it has the focus")
    func openedList() throws {
        var rig = Rig(columns: 40)
        rig.start()
        let effects = update(&rig.state, enter)
        #expect(rig.state.focus == .articles)
        #expect(effects.contains { if case .loadPage = $0 { true } else { false } })
        #expect(!effects.contains(where: rig.state.fillsNeighbour))
    }

    @Test("Beside the articles the previous text stays until the next one is loaded, and no command applies to it")
    func text() throws {
        var rig = Rig(columns: 100)
        rig.start()
        rig.press("Enter")
        let before = try #require(rig.state.reading)
        #expect(rig.screen[0].contains("Article 0"))
        let effects = update(&rig.state, down)
        #expect(!effects.isEmpty && effects.allSatisfy(rig.state.fillsNeighbour))
        #expect(rig.state.list.cursor == 1)
        #expect(rig.state.reading == nil && rig.state.text.visible == before)
        #expect(rig.screen[0].contains("Article 0"))
        for effect in effects { rig.perform(effect) }
        #expect(rig.state.reading?.open.article.item.title == "Article 1" && rig.state.text.awaited == nil)
        #expect(rig.screen[0].contains("Article 1"))
    }

    @Test("A focused text column never shows the previous text")
    func openedText() throws {
        var rig = Rig(columns: 100)
        rig.start()
        rig.press("Enter")
        _ = update(&rig.state, down)
        let effects = update(&rig.state, enter)
        #expect(rig.state.focus == .text && rig.state.text.visible == nil)
        #expect(!effects.contains(where: rig.state.fillsNeighbour))
        #expect(!rig.screen[0].contains("Article 0"))
    }

    @Test("If a text is missing from the library, the column does not show another text")
    func goneText() throws {
        var rig = Rig(columns: 100)
        rig.start()
        rig.press("Enter")
        let effects = update(&rig.state, down)
        rig.articles = []
        for effect in effects { rig.perform(effect) }
        #expect(rig.state.text.visible == nil && !rig.screen[0].contains("Article 0"))
    }
}
