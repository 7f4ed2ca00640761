public import ArticleText
public import FeedModel

/// An article with its text, laid out by whoever made it: a long text takes long.
public struct OpenArticle: Equatable, Sendable {
    public var article: Article
    public var feedTitle: String
    public var document: Document
    /// Whether the text is that of the article's page, not the feed's.
    public var isFullText: Bool
    /// The document's lines; nil where they were not asked for.
    public var layout: TextLayout?
    /// Whether it is the beginning of a long text, which follows whole.
    public var isBeginning = false

    public init(
        article: Article, feedTitle: String, document: Document, isFullText: Bool = false, layout: TextLayout? = nil
    ) {
        self.layout = layout
        self.article = article
        self.feedTitle = feedTitle
        self.document = document
        self.isFullText = isFullText
    }
}
