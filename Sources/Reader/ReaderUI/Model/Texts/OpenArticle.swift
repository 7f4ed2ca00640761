package import ArticleText
package import FeedModel

/// An article with its text. A long text may be only its beginning; the whole follows.
package struct OpenArticle: Equatable, Sendable {
    package var article: Article
    package var feedTitle: String
    package var document: Document
    /// True if the text comes from the article's page, not from the feed.
    package var isFullText: Bool
    /// The position where reading stopped in an earlier session.
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
