import FeedModel
import Testing

@testable import ArticleStorage

/// The quick view of an article, which loads only the visible part of long text.
@Suite struct ArticleBeginningTests {
    struct Texts: Sendable {
        var html: String?
        var text: String?
        var summary: String?
        var page: String?
    }

    private static let long = String(repeating: "<p>Wörter über Wörter.</p>", count: 10_000)

    /// The text is the page's if requested, otherwise the feed's HTML, its plain text or its summary.
    @Test(
        "Only the beginning of the shown text is loaded",
        arguments: [
            Texts(), Texts(summary: long), Texts(text: "short", summary: long),
            Texts(html: long, text: "t", summary: "s"),
            Texts(html: "", text: "t"), Texts(html: "h", page: long), Texts(html: long, page: "<p>page</p>"),
        ])
    func onlyTheBeginningIsLoaded(_ texts: Texts) throws {
        let library = try Library()
        var item = item("a")
        (item.contentHTML, item.contentText, item.summary) = (texts.html, texts.text, texts.summary)
        item.url = "https://example.org/a"
        try library.feed("one", [item])
        let id = try library.id("a")
        if let page = texts.page {
            try library.store.setPageText(PageText(html: page, url: "https://example.org/page"), for: [id])
        }
        for withPage in [true, false] {
            let whole = try #require(try library.store.whole(id, withPage: withPage))
            let beginning = try #require(try library.store.beginning(of: id, withPage: withPage, upTo: 1_000))
            let shown = (withPage ? texts.page : nil) ?? texts.html ?? texts.text ?? texts.summary ?? ""
            let cut = String(decoding: shown.utf8.prefix(1_000), as: UTF8.self)
            let feed = beginning.article.item
            #expect((beginning.page?.html ?? feed.contentHTML ?? feed.contentText ?? feed.summary ?? "") == cut)
            #expect(beginning.wholeLength == shown.utf8.count)
            #expect(beginning.page?.url == whole.page?.url && beginning.feedTitle == whole.feedTitle)
            var rest = whole.article
            (rest.item.contentHTML, rest.item.contentText, rest.item.summary) =
                (feed.contentHTML, feed.contentText, feed.summary)
            #expect(beginning.article == rest)
        }
    }

    @Test("A missing article has no beginning") func missingArticleHasNoBeginning() throws {
        let library = try Library()
        #expect(try library.store.beginning(of: ArticleID(rawValue: 1), withPage: true, upTo: 1_000) == nil)
        #expect(try library.store.read { _ in try library.store.hasPageText(for: ArticleID(rawValue: 1)) } == false)
    }
}
