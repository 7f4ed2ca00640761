import ArticleText
import FeedModel
import Testing

@testable import ReaderUI

/// Addresses that leave lede for the browser or the player, and those that must not.
@Suite struct OpenedLinkTests {
    private func reading(_ links: [String], enclosures: [String] = []) -> Rig {
        var rig = Rig()
        let runs = links.indices.map { Run("link \($0)", link: $0) }
        rig.document = Document(
            blocks: [Block(.paragraph(runs))], links: links.map { Link(url: $0, isPicture: false) })
        for index in rig.articles.indices {
            rig.articles[index].item.enclosures = enclosures.map { Enclosure(url: $0) }
        }
        rig.start()
        rig.press("k", "Enter", "Enter")
        return rig
    }

    private func opened(_ rig: Rig) -> [Effect] {
        rig.effects.filter {
            switch $0 {
            case .openBrowser, .play: true
            default: false
            }
        }
    }

    @Test(
        "A link to a file, a script or another program's scheme is not opened, and the message says so",
        arguments: ["javascript:alert(1)", "file:///etc/passwd", "ftp://example.org/a", "data:text/html,a", "a.html"])
    func refused(_ address: String) {
        for isTyped in [true, false] {
            var rig = reading([address], enclosures: [address])
            rig.press(isTyped ? ":" : "u")
            if isTyped { rig.type("open-link 1") }
            rig.press("Enter")
            #expect(opened(rig).isEmpty)
            #expect(rig.state.messages.shown?.text == "Not a web address, not opened: \(address)")
            rig.press("Esc", "v")
            #expect(opened(rig).isEmpty)
            #expect(rig.state.messages.shown?.text == "Not a web address, not opened: \(address)")
        }
    }

    @Test("A mail link opens without the subject and the text that the page chose")
    func mail() {
        var rig = reading(["mailto:a@b.example?subject=x&body=y"])
        rig.press("u", "Enter")
        #expect(opened(rig) == [.openBrowser("mailto:a@b.example")])
        #expect(rig.state.messages.shown?.text == "Opening mailto:a@b.example")
    }

    @Test("At the feeds, o opens the home page, or the feed's address without its password")
    func homePage() {
        var rig = Rig()
        rig.subscriptions[0].homePageURL = "https://lwn.example/"
        rig.subscriptions[1].feedURL = "https://me:secret@b.example/feed"
        rig.start()
        for (feed, address) in [(0, "https://lwn.example/"), (1, "https://b.example/feed")] {
            rig.send(.subscriptions(rig.subscriptions))
            rig.state.sidebar.cursor = rig.state.sidebar.rows.firstIndex(of: .feed(rig.subscriptions[feed].id))!
            rig.press("o")
            #expect(opened(rig).last == .openBrowser(address))
        }
    }

    @Test("A text without links or enclosures says so")
    func nothing() {
        var rig = reading([])
        rig.press("u")
        #expect(rig.state.panel == nil && rig.state.messages.shown?.text == "No links here")
        rig.press("v")
        #expect(rig.state.messages.shown?.text == "No enclosure here" && opened(rig).isEmpty)
    }

    @Test("The stored page of the open article replaces its text, and the page of another one does not")
    func storedPage() {
        var rig = reading(["https://example.org/"])
        rig.textsAreLong = true
        let id = rig.state.reading!.id
        rig.send(.fullTextStored(ArticleID(rawValue: id.rawValue - 1)))
        #expect(rig.waiting.isEmpty)
        rig.send(.fullTextStored(id))
        #expect(rig.waiting == [.loadArticle(id, .best, blocks: nil)])
    }

    @Test("A first heading that only repeats the title is not shown; another one is", arguments: ["Article 0!", "Fog"])
    func heading(_ heading: String) {
        var rig = Rig()
        rig.document = DocumentBuilder.document(html: "<h1>\(heading)</h1><p>Words</p>", base: nil)
        rig.start()
        rig.press("k", "Enter", "g", "Enter")
        #expect((rig.line(with: heading) != nil) == (heading == "Fog"))
        #expect(rig.line(with: "Article 0") != nil && rig.line(with: "Words") != nil)
    }

    @Test("A program gets the values of an article up to a NUL")
    func variables() {
        let values = PlaceholderValues(address: "https://a.example/\0b", title: "A\nB", feed: "\0")
        #expect(
            values.variables == ["LEDE_URL": "https://a.example/", "LEDE_TITLE": "A\nB", "LEDE_FEED": ""])
    }
}
