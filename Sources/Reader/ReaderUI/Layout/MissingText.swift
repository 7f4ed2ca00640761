import ArticleText
import FeedModel

/// The line in place of a text that neither the feed nor a fetched page has; a blank column would look as if the text
/// were still loading.
enum MissingText {
    /// - Parameter pageKey: the key that fetches the article's page.
    static func lines(_ open: OpenArticle, width: Int, pageKey: String) -> [TextLayout.Line] {
        guard open.document.blocks.isEmpty, !open.document.isBeginning, open.textKind == .feed else { return [] }
        let hasPage = open.article.item.fullTextURL != nil
        return ArticleHeader.wrapped(
            hasPage ? "No text is stored: \(pageKey) fetches the page" : "This article has no text", .dim, width)
    }
}
