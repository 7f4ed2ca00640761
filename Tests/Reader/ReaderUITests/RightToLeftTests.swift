import ArticleText
import FeedModel
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

    @Test("Titles and paragraphs are in display order, paragraphs at the right edge")
    func display() {
        var rig = rig("<p>אבג 12 דה</p><p>word אב end</p>")
        #expect(rig.line(with: "abc םולש") != nil)
        rig.press("Enter")
        let right = rig.line(with: "הד 12 גבא")
        #expect(right?.hasSuffix("הד 12 גבא") == true && (right?.count ?? 0) >= 70)
        #expect(rig.line(with: "word בא end") != nil)
    }

    @Test("List and quotation marks are at the right edge, before the text")
    func marks() {
        var rig = rig(
            "<ul><li>אבג דה</li></ul><ol start=9><li>וזח</li><li>טי</li></ol>"
                + "<blockquote><p>כל</p><p>מן</p></blockquote>")
        rig.press("Enter", "z")
        let screen = rig.screen
        let right = screen.filter { $0.hasSuffix("הד גבא •") || $0.hasSuffix("חזו .9") || $0.hasSuffix("יט .10") }
        #expect(right.count == 3 && right.allSatisfy { $0.count > 40 })
        // Counted from the right, all numbers end in one column, and all texts begin in one column.
        #expect(right.map { $0.count } == [right[0].count, right[0].count - 1, right[0].count])
        let quoted = screen.firstIndex { $0.hasSuffix("לכ ‹") }
        #expect(quoted.map { screen[$0 + 1].hasSuffix(" ‹") && screen[$0 + 2].hasSuffix("ןמ ‹") } == true)
    }

    @Test("A terminal that orders text itself gets it unchanged")
    func terminal() {
        var rig = rig("<p>אבג 12 דה</p>")
        rig.press(":")
        rig.type("set right-to-left terminal")
        rig.press("Enter", "Enter")
        #expect(rig.line(with: "אבג 12 דה") != nil)
    }

    @Test("A message that begins with a right-to-left word is still shown from left to right")
    func sentences() {
        var rig = rig("<p>word</p>")
        rig.press("Enter", "/")
        rig.type("זחט")
        rig.press("Enter")
        #expect(rig.screen[23].hasPrefix(" “טחז” not found"))
        rig.press("i")
        #expect(rig.line(with: "“טחז” not found") != nil)
    }

    @Test("The list of links keeps the order of an address after a right-to-left name")
    func namesBeforeAddresses() {
        var rig = rig("<p><a href='https://example.org/'>אבג</a></p>")
        rig.press("Enter", "u")
        #expect(rig.line(with: "גבא · https://example.org/") != nil)
    }

    @Test("The cells of a link in a right-to-left line lead to its address")
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
