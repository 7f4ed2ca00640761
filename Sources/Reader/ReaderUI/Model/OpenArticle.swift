package import ArticleText
package import FeedModel

/// An article with its text, or with the beginning of a long one, which follows whole.
package struct OpenArticle: Equatable, Sendable {
    package var article: Article
    package var feedTitle: String
    package var document: Document
    /// Whether the text is that of the article's page, not the feed's.
    package var isFullText: Bool
    /// Where reading stopped in an earlier session.
    package var place: TextLayout.Place?

    package init(
        article: Article, feedTitle: String, document: Document, isFullText: Bool = false,
        place: TextLayout.Place? = nil
    ) {
        self.place = place
        self.article = article
        self.feedTitle = feedTitle
        self.document = document
        self.isFullText = isFullText
    }
}
