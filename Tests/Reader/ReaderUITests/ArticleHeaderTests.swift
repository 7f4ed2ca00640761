import ArticleText
import FeedModel
import Testing

@testable import ReaderUI

@Suite struct ArticleHeaderTests {
    @Test(
        "The last statistic is not alone on a line if the one before it also fits there",
        arguments: [
            (80, ["Wire reports · Ada Lovelace · Fri 20 Nov 2026 14:22 · 1 min"]),
            (56, ["Wire reports · Ada Lovelace", "Fri 20 Nov 2026 14:22 · 1 min"]),
            (50, ["Wire reports · Ada Lovelace", "Fri 20 Nov 2026 14:22 · 1 min"]),
            (24, ["Wire reports · Ada", "Lovelace · Fri 20 Nov", "2026 14:22 · 1 min"]),
            (28, ["Wire reports · Ada Lovelace", "Fri 20 Nov 2026 14:22", "1 min"]),
        ])
    func facts(_ width: Int, _ expected: [String]) {
        var article = Rig().articles[0]
        article.item.title = "Title"
        article.item.url = nil
        article.item.published = Rig.now
        article.item.authors = [Author(name: "Ada Lovelace")]
        let text = String(repeating: "word ", count: 200)
        let open = OpenArticle(
            article: article, feedTitle: "Wire reports", document: Document(blocks: [Block(.paragraph([Run(text)]))]))
        let lines = ArticleHeader.lines(
            open, width: width, clock: Clock(now: Rig.now), dot: "·", copiesKey: "&", commentsKey: "c", changesKey: "=")
        #expect(lines.map(\.text) == expected + [""])
    }

    @Test("The size of an enclosure is not separated from its unit, and no line begins or ends with a separator")
    func enclosureFacts() {
        let enclosure = Enclosure(url: "https://example.org/episode.mp3", mimeType: "audio/mpeg", size: 617_000)
        let lines = EnclosureList([enclosure], below: Document()).lines(width: 33, key: "v", dot: "·", ellipsis: "…")
        #expect(lines.map(\.text) == ["", "v  episode.mp3", "audio/mpeg · 617 KB"])
    }

    @Test(
        "The number of comments is shown, with the key that opens their page",
        arguments: [
            (12 as Int?, "https://example.org/a#comments" as String?, "12 comments (c)"), (1, nil, "1 comment"),
            (nil, "https://example.org/a#comments", "comments (c)"), (0, "https://example.org/a#comments", nil),
            (nil, nil, nil),
        ] as [(Int?, String?, String?)])
    func comments(_ count: Int?, _ url: String?, _ expected: String?) {
        var article = Rig().articles[0]
        (article.item.commentCount, article.item.commentsURL) = (count, url)
        let open = OpenArticle(article: article, feedTitle: "Wire", document: Document())
        let lines = ArticleHeader.lines(
            open, width: 80, clock: Clock(now: Rig.now), dot: "·", copiesKey: "&", commentsKey: "c", changesKey: "=")
        let facts = lines[0].text.split(separator: " · ").map(String.init)
        #expect(facts.last { $0.contains("comment") } == expected)
        let plain = PlainArticle.lines(open, clock: Clock(now: Rig.now)).filter { $0.contains("comment") }
        let name = count.map { $0 == 1 ? "1 comment" : "\($0) comments" } ?? "comments"
        #expect(plain == (url.map { ["\(name): \($0)"] } ?? []))
    }

    @Test("An edited article names the key that shows its changes, unless they are shown")
    func edited() {
        var open = OpenArticle(article: Rig().articles[0], feedTitle: "Wire", document: Document())
        func facts() -> [String] {
            let lines = ArticleHeader.lines(
                open, width: 80, clock: Clock(now: Rig.now), dot: "·", copiesKey: "&", commentsKey: "c",
                changesKey: "=")
            return lines[0].text.split(separator: " · ").map(String.init)
        }
        #expect(!facts().contains { $0.hasPrefix("edited") })
        open.isEdited = true
        #expect(facts().contains("edited since it arrived (=)"))
        open.textKind = .changes
        #expect(facts().contains("changes") && !facts().contains { $0.hasPrefix("edited") })
    }

    @Test("A saved address that has no page yet is named once, with the time of saving")
    func saved() {
        var article = Rig().articles[0]
        article.item = ParsedItem(id: "https://example.org/a")
        article.item.url = "https://example.org/a"
        article.received = Rig.now
        let clock = Clock(now: Rig.now)
        func lines(_ title: String, in feed: String) -> [String] {
            article.item.title = title
            let open = OpenArticle(article: article, feedTitle: feed, document: Document())
            return ArticleHeader.lines(
                open, width: 80, clock: clock, dot: "·", copiesKey: "&", commentsKey: "c", changesKey: "="
            ).map(\.text)
        }
        #expect(lines("https://example.org/a", in: "Saved") == ["Saved · saved Fri 20 Nov 2026 14:22", ""])
        #expect(lines("Ferry", in: "Saved") == ["Saved · saved Fri 20 Nov 2026 14:22", "example.org/a", ""])
        #expect(lines("Ferry", in: "Wire") == ["Wire · arrived Fri 20 Nov 2026 14:22, undated", "example.org/a", ""])
    }

    @Test(
        "If the feed has no text, a line says so and names the key that fetches the page",
        arguments: [
            ("https://example.org/a" as String?, "No text is stored: x fetches the page"),
            (nil, "This article has no text"),
        ])
    func noText(_ url: String?, _ words: String) {
        var rig = Rig()
        rig.articles[0].item.url = url
        rig.document = Document()
        rig.start()
        rig.press("k", "Enter", "Enter")
        #expect(rig.line(with: words) != nil, "\(rig.screen)")
        #expect(rig.screen[23].hasSuffix("100 %"))
    }

    @Test("An article that consists only of a recording lists its file, and does not report a missing text")
    func onlyEnclosure() {
        var rig = Rig()
        rig.articles[0].item.enclosures = [Enclosure(url: "https://example.org/a.mp3", mimeType: "audio/mpeg")]
        rig.document = Document()
        rig.start()
        rig.press("k", "Enter", "Enter")
        #expect(rig.line(with: "v  a.mp3") != nil && rig.line(with: "No text") == nil)
    }
}
