import ArticleStorage
import ArticleText
import Basics
import Dispatch
import FeedModel
import JourneyPacking
import ReaderUI

/// Reads lists and articles from the library and from the guide.
final class ArticleOpener {
    private let store: ArticleStore
    /// The guide, read when it is first shown.
    private lazy var guide = Guide()
    private let wholeTexts: WholeTexts

    init(store: ArticleStore, mailbox: Mailbox) {
        self.store = store
        wholeTexts = WholeTexts(mailbox: mailbox)
    }

    func page(_ request: PageRequest, marks: [UnstoredMark]) throws -> ArticlePage {
        if request.listing.scope == .guide { return guide.page }
        var page = try store.page(of: request.listing, at: request.anchor, limit: request.limit)
        for pending in marks { page.set(pending.mark, on: pending.articles) }
        return page
    }

    func unread(_ request: UnreadRequest, marks: [UnstoredMark]) throws -> [ArticleSummary] {
        if request.listing.scope == .guide { return guide.unread(request) }
        return try marks.unread(request, in: store)
    }

    /// Opens an article. For a long text, returns only its beginning if that has at least `blocks` blocks; the whole
    /// text follows through the mailbox.
    func open(_ id: ArticleID, _ source: ArticleSource, blocks: Int?) throws -> [Event] {
        wholeTexts.cancel()
        guard let shown = try beginning(id, source) else { return [.articleGone(id)] }
        let position = position(in: shown)
        let needed = max(blocks ?? 0, position.map { $0.block + Self.blocksBelowPosition } ?? 0)
        var beginning = Self.opened(shown, .beginning(blocks: needed))
        beginning.position = position
        guard beginning.document.isBeginning else { return [.article(beginning)] }
        let willDo = blocks != nil && needed <= beginning.document.blocks.count
        wholeTexts.make(afterBeginning: willDo) { [store] in
            guard let whole = try store.whole(id, withPage: source == .best) else { return .articleGone(id) }
            var opened = Self.opened(whole)
            opened.position = position
            return .article(opened)
        }
        return willDo ? [.article(beginning)] : []
    }

    /// Number of blocks loaded below the reading position: enough to fill the screen, since each has at least one line.
    private static let blocksBelowPosition = 100

    /// Returns the position where reading stopped; nil if it belongs to the article's other text (the feed's or the
    /// page's).
    private func position(in shown: ShownArticle) -> TextLayout.Position? {
        guard let position = shown.readingPosition, position.isPage == (shown.page != nil) else { return nil }
        return TextLayout.Position(block: position.block, offset: position.offset)
    }

    /// Compares the feed's current text with the first one that arrived, off the main thread: → `article`
    func compare(_ id: ArticleID, _ mailbox: Mailbox) {
        guard !Guide.holds(id) else { return mailbox.put(.message(Message("The guide does not change"))) }
        DispatchQueue(label: "lede.changes", qos: .userInitiated).async { [store] in
            do { mailbox.put(try Self.changes(of: id, in: store)) } catch {
                mailbox.put(.message(.error(error)))
            }
        }
    }

    private static func changes(of id: ArticleID, in store: ArticleStore) throws -> Event {
        guard let shown = try store.whole(id, withPage: false) else { return .articleGone(id) }
        let item = shown.article.item
        let earlier = try store.earlierText(of: id)
        var old = item
        (old.contentHTML, old.contentText, old.summary) = (earlier?.html, earlier?.text, nil)
        guard let earlier,
            let changes = TextChanges.document(
                from: document(of: old), titled: earlier.title, to: document(of: item), titled: item.title)
        else { return .message(Message("The feed has not changed this text since it arrived")) }
        return .article(
            OpenArticle(
                article: shown.article, feedTitle: shown.feedTitle, document: changes, textKind: .changes))
    }

    func address(of id: ArticleID) throws -> String? {
        try whole(id, .feed).flatMap { $0.article.item.url ?? $0.article.item.externalURL }
    }

    /// Returns the address, the title and the feed's title; nil if there is no address.
    func facts(of id: ArticleID) throws -> [String]? {
        guard let whole = try whole(id, .feed) else { return nil }
        let item = whole.article.item
        return (item.url ?? item.externalURL).map { [$0, item.title ?? "", whole.feedTitle] }
    }

    /// Returns the article as lines of text, for saving or piping; nil if it is gone.
    func text(of id: ArticleID, _ source: ArticleSource) throws -> String? {
        try whole(id, source).map { PlainArticle.text(Self.opened($0), clock: Clock.system()) }
    }

    /// Returns the article as a standalone HTML page; nil if it is gone.
    ///
    /// - Parameter picture: returns the `data:` address of a stored picture.
    func page(
        of id: ArticleID, _ source: ArticleSource, embedding picture: @escaping (String) -> String?
    ) throws -> String? {
        guard let whole = try whole(id, source) else { return nil }
        let item = whole.article.item
        let address = (item.url ?? item.externalURL).map { ShownAddress.of($0) }
        let html = whole.page.map { StandalonePage.Content.html($0.html, base: $0.url) }
        let standalone = StandalonePage(
            title: item.title ?? address ?? "Article",
            facts: PlainArticle.facts(of: whole.article, feedTitle: whole.feedTitle, clock: Clock.system())
                + (whole.article.note.map { ["Note: \($0)"] } ?? []),
            address: address, language: whole.language,
            content: html ?? item.contentHTML.map { .html($0, base: item.url) }
                ?? .text(item.contentText ?? item.summary ?? ""))
        return standalone.html(embedding: picture)
    }

    private static func opened(_ shown: ShownArticle, _ extent: DocumentBuilder.Extent = .whole) -> OpenArticle {
        var open = OpenArticle(
            article: shown.article, feedTitle: shown.feedTitle,
            document: document(of: shown.article.item, shown.page, extent, length: shown.wholeLength),
            textKind: shown.page == nil ? .feed : .page)
        open.pageURL = shown.page?.url
        open.isEdited = shown.isEdited
        open.copies = shown.copies
        open.tags = shown.tags
        return open
    }

    static func document(
        of item: ParsedItem, _ page: PageText? = nil, _ extent: DocumentBuilder.Extent = .whole, length: Int? = nil
    ) -> Document {
        if let page { return DocumentBuilder.document(html: page.html, base: page.url, extent, length: length) }
        return item.document(extent, length: length)
    }

    private func whole(_ id: ArticleID, _ source: ArticleSource) throws -> ShownArticle? {
        guard Guide.holds(id) else { return try store.whole(id, withPage: source == .best) }
        return guide.article(id).map { ShownArticle(article: $0, feedTitle: guide.title) }
    }

    private func beginning(_ id: ArticleID, _ source: ArticleSource) throws -> ShownArticle? {
        guard !Guide.holds(id) else { return try whole(id, source) }
        return try store.beginning(
            of: id, withPage: source == .best, upTo: DocumentBuilder.Extent.beginning.markup)
    }

    // MARK: - The guide's marks, kept for the session

    func isGuide(_ ids: [ArticleID]) -> Bool {
        ids.allSatisfy(Guide.holds)
    }

    func mark(_ ids: [ArticleID], _ mark: Mark) {
        guide.mark(ids, mark)
    }

    func markGuideRead() {
        guide.mark(guide.page.rows.map(\.id), .read(true))
    }
}
