import ArticleText
import Screen
import Testing

@Suite struct FrameLinkTests {
    private func reading(_ html: String) -> Rig {
        var rig = Rig()
        rig.document = DocumentBuilder.document(html: html, base: "https://example.org/")
        rig.start()
        rig.press("g", "Enter", "Enter")
        return rig
    }

    private func cells(_ link: Frame.Link, of rig: Rig) -> String {
        link.columns.map { rig.frame[link.row, $0].text }.joined()
    }

    @Test("The cells of a link lead to its address, in the text and in the list of targets")
    func links() {
        let rig = reading("<p>See <a href='/a?b=1'>the page</a> now.</p>")
        let links = rig.frame.links
        #expect(Set(links.map(\.address)) == ["https://example.org/a?b=1"])
        #expect(links.map { cells($0, of: rig) }.joined().hasPrefix("the page [1]"))
        #expect(Set(links.map(\.number)) == [1])
    }

    @Test(
        "An address that lede must not pass to other programs is not a link",
        arguments: ["javascript:alert(1)", "file:///etc/passwd", "mailto:a@b.example"])
    func refused(_ address: String) {
        #expect(reading("<p><a href='\(address)'>the page</a></p>").frame.links.isEmpty)
    }

    @Test("A panel over the text hides its links")
    func panel() {
        var rig = reading("<p>See <a href='/a'>the page</a> now.</p>")
        rig.press("u")
        #expect(rig.frame.links.isEmpty)
        rig.press("Esc")
        #expect(!rig.frame.links.isEmpty)
    }
}
