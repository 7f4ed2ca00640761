package import ArticleText
package import FeedModel

/// An article with its text, or with the beginning of a long one, which follows whole.
package struct OpenArticle: Equatable, Sendable {
    package var article: Article
    package var feedTitle: String
    package var document: Document
    /// Whether the text is that of the article's page, not the feed's.
    package var isFullText: Bool

    package init(article: Article, feedTitle: String, document: Document, isFullText: Bool = false) {
        self.article = article
        self.feedTitle = feedTitle
        self.document = document
        self.isFullText = isFullText
    }
}
