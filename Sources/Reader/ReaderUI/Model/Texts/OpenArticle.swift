package import ArticleText
import Basics
package import FeedModel

/// An article with its text. A long text may consist only of its beginning; the whole text follows.
package struct OpenArticle: Equatable, Sendable {
    package var article: Article
    var feedTitle: String
    package var document: Document
    /// The text that the document shows.
    package var textKind: TextKind
    /// The address of the full text that is shown.
    package var pageURL: String?
    /// True if the feed has changed the text since the article arrived.
    package var isEdited = false
    /// The articles of other feeds that belong to the same story.
    package var copies: [StoryCopy] = []
    /// The person's own tags.
    package var tags: [String] = []
    /// The position where reading stopped in an earlier session.
    package var position: TextLayout.Position?

    /// The texts of an article; one of them is shown.
    package enum TextKind: Hashable, Sendable {
        case feed
        /// The text of the article's page, or its transcript.
        case page
        /// The feed's changes of its text since the article arrived.
        case changes
    }

    /// The name of the full text: an episode has its transcript in place of a page, unless its page was stored before.
    var fullTextName: String {
        guard let transcript = article.item.transcript else { return "full page" }
        let address = ShownAddress.of(transcript.url)
        return pageURL ?? address == address ? "transcript" : "full page"
    }

    /// True if the feed's whole text is shown, and there is a transcript.
    var offersTranscript: Bool { textKind == .feed && !document.isBeginning && article.item.transcript != nil }

    var isFullText: Bool { textKind == .page }

    var showsChanges: Bool { textKind == .changes }

    package init(article: Article, feedTitle: String, document: Document, textKind: TextKind = .feed) {
        self.article = article
        self.feedTitle = feedTitle
        self.document = document.withoutHeading(equalTo: article.item.title ?? "")
        self.textKind = textKind
    }
}

extension Document {
    /// Returns the document without a first heading that only repeats the article's title, which the column's header
    /// shows.
    fileprivate func withoutHeading(equalTo title: String) -> Document {
        guard case .heading(_, let runs)? = blocks.first?.content, blocks.count > 1 || !isBeginning,
            runs.map(\.text).joined().letters == title.letters, !title.letters.isEmpty
        else { return self }
        var document = self
        document.blocks.removeFirst()
        return document
    }
}

extension String {
    /// Its letters and digits in lower case.
    fileprivate var letters: String {
        lowercased().filter { $0.isLetter || $0.isNumber }
    }
}
