import ArticleText
import FeedModel
import PictureArt
import Screen
import Testing

@testable import ReaderUI

/// Pictures that are switched off and on while a text shows them.
@Suite struct PictureSettingTests {
    private static let address = "https://example.org/0.png"

    /// Returns a text that shows its picture.
    private func shown() -> Rig {
        var link = Link(url: Self.address, isPicture: true)
        link.picture = PictureAttributes(address: Self.address)
        var rig = Rig()
        rig.document = Document(
            blocks: [Block(.paragraph([Run("A paragraph.")])), Block(.picture(alternative: "A gate", link: 0))],
            links: [link])
        rig.state.pictures.cell = PixelSize(width: 8, height: 16)
        rig.start()
        rig.press("k", "Enter", "Enter")
        reply(&rig)
        return rig
    }

    /// Replies to the last request for the picture.
    private func reply(_ rig: inout Rig) {
        let requests = rig.effects.flatMap { effect in
            if case .showPictures(let requests, _) = effect { requests } else { [PictureRequest]() }
        }
        guard let request = requests.last else { return }
        let cell = Cell(Glyph("▀", width: 1), style: Style(foreground: .indexed(40), background: .indexed(20)))
        let size = Size(columns: 12, rows: 4)
        let cells = PictureCells(size: size, cells: Array(repeating: cell, count: 48))
        rig.effects = []
        rig.send(.picture(request, .shown(cells)))
    }

    private func run(_ line: String, _ rig: inout Rig) {
        rig.press(":")
        rig.type(line)
        rig.press("Enter")
    }

    @Test(
        "A setting that switches pictures off replaces those on the screen, P says why, and they return",
        arguments: [
            ("set pictures none", "Pictures are switched off", "set pictures symbols"),
            ("set glyphs ascii", "Pictures need glyphs = unicode", "set glyphs unicode"),
        ])
    func switched(_ off: String, _ words: String, _ on: String) {
        var rig = shown()
        #expect(rig.line(with: "▀") != nil)
        run(off, &rig)
        #expect(rig.line(with: "▀") == nil && rig.line(with: "A gate [1]") != nil)
        rig.press("P")
        #expect(rig.state.messages.shown?.text == words)
        run(on, &rig)
        reply(&rig)
        #expect(rig.line(with: "▀") != nil)
    }

    @Test("A feed's setting replaces the pictures on the screen, too")
    func ofFeed() {
        var rig = shown()
        for index in rig.subscriptions.indices { rig.subscriptions[index].preferences.showsPictures = false }
        rig.send(.libraryChanged)
        #expect(rig.line(with: "▀") == nil && rig.line(with: "A gate [1]") != nil)
    }

    @Test("The picture next to the headline follows its setting while the text is open")
    func thumbnail() {
        var rig = shown()
        run("set thumbnails true", &rig)
        reply(&rig)
        #expect(rig.screen.count { $0.contains("▀") } == 8)
        run("set thumbnails false", &rig)
        #expect(rig.screen.count { $0.contains("▀") } == 4)
    }

    @Test("If the system cannot show pictures, P repeats the reason")
    func unavailable() {
        var rig = shown()
        rig.send(.picturesUnavailable("no seccomp"))
        #expect(rig.line(with: "▀") == nil)
        rig.press("j", "P")
        #expect(rig.state.messages.shown?.text == "No pictures are shown: no seccomp")
    }
}
