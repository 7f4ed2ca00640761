import ArticleText
import FeedModel
import Testing

@testable import ReaderUI

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

    @Test(
        "Each line begins with the title or the name of the file",
        arguments: [
            (
                Enclosure(url: "https://a.example/x/12%20sea.mp3?k=1", mimeType: "audio/mpeg", size: 12_000_000),
                "v  12 sea.mp3 · audio/mpeg · 12 MB"
            ),
            (
                Enclosure(url: "https://a.example/x.mp3", mimeType: "audio/mpeg", title: "Part 2", duration: 61),
                "v  Part 2 · audio/mpeg · 1:01"
            ),
            (Enclosure(url: "https://a.example/%1B%5B31mx%0Ay.mp3"), "v  [31mx y.mp3"),
            (Enclosure(url: "https://a.example/"), "v  enclosure"),
            (Enclosure(url: "https://a.example/x.mp3", mimeType: "audio/mpeg", size: 0), "v  x.mp3 · audio/mpeg"),
        ])
    func names(_ enclosure: Enclosure, _ expected: String) {
        let lines = EnclosureList([enclosure], below: Document())
            .lines(width: 70, key: "v", dot: "·", ellipsis: "…").map(\.text)
        #expect(lines == ["", expected])
    }

    @Test("The panel lists files before the pictures of the text, with their sizes")
    func panel() {
        var rig = Rig(columns: 80, rows: 24)
        rig.articles[0].item.enclosures = [
            Enclosure(url: "https://img.example.org/0.jpg", mimeType: "image/jpeg"),
            Enclosure(url: "https://example.org/1.mp3", mimeType: "audio/mpeg", size: 9_500_000),
        ]
        rig.document = Document(links: [Link(url: "https://img.example.org/0.jpg", isPicture: true)])
        rig.start()
        rig.press("k", "Enter", "Enter", "v")
        let lines = rig.screen.filter { $0.contains("example.org/") }
        #expect(lines.count == 2)
        #expect(lines.first?.contains("1.mp3  audio/mpeg · 9.5 MB · https://example.org/1.mp3") == true)
        #expect(lines.last?.contains("0.jpg  image/jpeg · https://img.example.org/0.jpg") == true)
        rig.press("y")
        #expect(rig.effects.last == .copy("https://example.org/1.mp3"))
    }

    @Test("A transcript is shown with the key of the full text, and v plays the recording beside it")
    func transcript() {
        var rig = Rig(columns: 80, rows: 24)
        let sound = Enclosure(url: "https://example.org/1.mp3", mimeType: "audio/mpeg")
        rig.articles[0].item.enclosures = [
            sound, Enclosure(url: "https://example.org/t.vtt", mimeType: "text/vtt", title: Enclosure.transcriptTitle),
        ]
        rig.document = Document()
        rig.start()
        rig.press("k", "Enter", "Enter")
        #expect(rig.line(with: "v  1.mp3 · audio/mpeg") != nil && rig.line(with: "x  Transcript") != nil)
        #expect(rig.screen.last?.contains("x transcript") == true, "\(rig.screen.last ?? "")")
        rig.press("v")
        #expect(rig.state.panel == nil)
        var open = OpenArticle(article: rig.articles[0], feedTitle: "", document: Document(), textKind: .page)
        #expect(!open.offersTranscript)
        let plain = PlainArticle.lines(open, clock: Clock(now: Rig.now))
        #expect(plain.contains { $0.hasSuffix("transcript") })
        #expect(
            plain.suffix(2) == [
                "audio/mpeg: https://example.org/1.mp3", "Transcript · text/vtt: https://example.org/t.vtt",
            ])
        // The page may have been stored before the transcript existed.
        open.pageURL = "https://example.org/t.vtt"
        #expect(open.fullTextName == "transcript")
        open.pageURL = "https://example.org/1"
        #expect(open.fullTextName == "full page")
    }

    @Test("An article printed as plain text names the type and the size of each file")
    func plain() {
        var article = Rig().articles[0]
        article.item.enclosures = [
            Enclosure(url: "https://a.example/x.mp3", mimeType: "audio/mpeg", size: 9_500_000),
            Enclosure(url: "https://a.example/y.pdf", title: "Notes"), Enclosure(url: "https://a.example/z"),
        ]
        let open = OpenArticle(article: article, feedTitle: "", document: Document())
        #expect(
            PlainArticle.lines(open, clock: Clock(now: Rig.now)).suffix(3) == [
                "audio/mpeg · 9.5 MB: https://a.example/x.mp3", "Notes: https://a.example/y.pdf",
                "Enclosure: https://a.example/z",
            ])
    }
}
