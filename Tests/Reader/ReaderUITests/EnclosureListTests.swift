import ArticleText
import FeedModel
import ReaderUI
import Testing

/// Enclosures below an article's text.
@Suite struct EnclosureListTests {
    private func pictures(_ count: Int) -> [Enclosure] {
        (0..<count).map { Enclosure(url: "https://img.example.org/\($0).jpg?w=100", mimeType: "image/jpeg") }
    }

    @Test("Pictures in the text are not listed again")
    func shownPictures() {
        let document = Document(links: [Link(url: "http://img.example.org/0.jpg?w=800", isPicture: true)])
        let list = EnclosureList(pictures(2), below: document)
        #expect(list.shown.map(\.url) == ["https://img.example.org/1.jpg?w=100"])
        #expect(list.moreCount == 0)
    }

    @Test("A list of enclosures shows five, after the text")
    func many() {
        var rig = Rig(columns: 80, rows: 40)
        rig.articles[0].item.enclosures = pictures(285)
        rig.start()
        rig.press("k", "Enter", "Enter")
        let lines = rig.screen
        let text = lines.firstIndex { $0.contains("Text runs at a readable width") }
        #expect(text.map { $0 < 8 } == true, "the text begins below the head")
        rig.press("G")
        #expect(rig.screen.filter { $0.contains("image/jpeg") }.count == 5)
        #expect(rig.line(with: "… 280 more (v)") != nil)
        #expect(rig.screen[39].hasSuffix("100 %"))
    }
}
