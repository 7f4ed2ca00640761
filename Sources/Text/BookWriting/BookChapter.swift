package import ArticleText

/// An article as a chapter of a book.
package struct BookChapter: Equatable, Sendable {
    /// The title of its feed. Chapters of one feed follow each other.
    package var feed: String
    /// The title in the table of contents.
    package var title: String
    /// False if the title is only the beginning of the text, which need not be repeated above it.
    package var showsTitle: Bool
    /// The feed, the author and the date.
    package var facts: [String]
    /// The address of the article.
    package var address: String?
    /// A language tag (BCP 47), as the feed has it.
    package var language: String?
    package var document: Document
    /// The enclosures listed below the text.
    package var enclosures: [BookEnclosure] = []
    /// The number of further enclosures.
    package var moreEnclosures = 0
    /// True if stored pictures are embedded; descriptions replace all others.
    package var showsPictures = true

    package init(
        feed: String, title: String, showsTitle: Bool = true, facts: [String] = [], address: String? = nil,
        language: String? = nil, document: Document
    ) {
        self.feed = feed
        self.title = title
        self.showsTitle = showsTitle
        self.facts = facts
        self.address = address
        self.language = language
        self.document = document
    }
}

/// A file that an article offers, such as an episode: the book links to it.
package struct BookEnclosure: Equatable, Sendable {
    package var name: String
    /// The type, the duration and the size.
    package var facts: [String]
    package var address: String

    package init(name: String, facts: [String], address: String) {
        self.name = name
        self.facts = facts
        self.address = address
    }
}
