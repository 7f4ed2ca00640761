import ArticleText
import FeedModel
import ReaderUI
import Screen
import Testing

@Suite struct RightToLeftTests {
    private func rig(_ html: String, title: String = "שלום abc") -> Rig {
        var rig = Rig()
        rig.document = DocumentBuilder.document(html: html, base: "https://example.org/")
        rig.articles[0].item.title = title
        rig.start()
        rig.press("g", "Enter")
        return rig
    }

    @Test("Titles and paragraphs stand in display order, paragraphs at the right edge")
    func display() {
        var rig = rig("<p>אבג 12 דה</p><p>word אב end</p>")
        #expect(rig.line(with: "abc םולש") != nil)
        rig.press("Enter")
        let right = rig.line(with: "הד 12 גבא")
        #expect(right?.hasSuffix("הד 12 גבא") == true && (right?.count ?? 0) >= 70)
        #expect(rig.line(with: "word בא end") != nil)
    }

    @Test("The terminal's own order is left alone")
    func terminal() {
        var rig = rig("<p>אבג 12 דה</p>")
        rig.press(":")
        rig.type("set right-to-left terminal")
        rig.press("Enter", "Enter")
        #expect(rig.line(with: "אבג 12 דה") != nil)
    }

    @Test("A link in such a line leads where its cells are")
    func links() {
        var rig = rig("<p>אבג <a href='/a'>דהו</a> זח</p>")
        rig.press("Enter")
        let frame = rig.frame
        let text = frame.links.filter { $0.number == 1 }.map { link in
            link.columns.map { frame[link.row, $0].text }.joined()
        }
        #expect(text.joined(separator: "|").contains("והד"))
    }
}
