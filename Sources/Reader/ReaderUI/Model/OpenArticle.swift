public import ArticleText
public import FeedModel

/// An article with its text, or with the beginning of a long one, which follows whole.
public struct OpenArticle: Equatable, Sendable {
    public var article: Article
    public var feedTitle: String
    public var document: Document
    /// Whether the text is that of the article's page, not the feed's.
    public var isFullText: Bool

    public init(article: Article, feedTitle: String, document: Document, isFullText: Bool = false) {
        self.article = article
        self.feedTitle = feedTitle
        self.document = document
        self.isFullText = isFullText
    }
}
