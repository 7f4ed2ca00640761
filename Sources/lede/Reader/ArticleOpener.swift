import ArticleStorage
import ArticleText
import Dispatch
import FeedModel
import FoundationEssentials
import ReaderUI

/// Reads lists and articles, those of the library and those of the guide alike.
final class ArticleOpener {
    private let store: ArticleStore
    /// Read when it is first shown.
    private lazy var guide = Guide()
    private let mailbox: Mailbox
    private let queue = DispatchQueue(label: "lede.documents", qos: .userInitiated)

    /// Longer articles, in bytes of HTML, are turned into documents outside the main thread.
    private static let shortEnough = 48 << 10
    /// Of a longer one so much is shown meanwhile: some screens.
    private static let shownAtOnce = 16 << 10

    init(store: ArticleStore, mailbox: Mailbox) {
        self.store = store
        self.mailbox = mailbox
    }

    func page(_ request: PageRequest, marks: [LibraryWriter.UnsettledMark]) throws -> ArticlePage {
        if request.listing.scope == .guide { return guide.page }
        var page = try store.page(of: request.listing, at: request.anchor, limit: request.limit)
        for pending in marks { page.set(pending.mark, on: pending.articles) }
        return page
    }

    func unread(_ request: UnreadRequest) throws -> ArticleSummary? {
        if request.listing.scope == .guide { return guide.unread(request) }
        switch request.direction {
        case .forward: return try store.nextUnread(in: request.listing, after: request.from)
        case .backward: return try store.previousUnread(in: request.listing, before: request.from)
        }
    }

    /// Of a text that takes long the beginning is answered, and the whole comes through the mailbox.
    func open(_ id: ArticleID, _ source: ArticleSource, _ form: TextLayout.Form) throws -> Event {
        guard let whole = try whole(id, source) else { return .articleGone(id) }
        let length = whole.page?.html.utf8.count ?? whole.article.item.contentHTML?.utf8.count ?? 0
        guard length > Self.shortEnough else { return .article(Self.opened(whole, form)) }
        queue.async { [mailbox] in mailbox.put(.article(Self.opened(whole, form))) }
        var beginning = Self.opened(whole.beginning(Self.shownAtOnce), form)
        beginning.isBeginning = true
        return .article(beginning)
    }

    func address(of id: ArticleID) throws -> String? {
        try whole(id, .feed).flatMap { $0.article.item.url ?? $0.article.item.externalURL }
    }

    /// Address, title, and the feed's title; nil where there is no address.
    func facts(of id: ArticleID) throws -> [String]? {
        guard let whole = try whole(id, .feed) else { return nil }
        let item = whole.article.item
        return (item.url ?? item.externalURL).map { [$0, item.title ?? "", whole.feedTitle] }
    }

    /// The article as lines of text, to be saved or piped; nil where it is gone.
    func text(of id: ArticleID, _ source: ArticleSource) throws -> String? {
        try whole(id, source).map { PlainArticle.text(Self.opened($0), clock: Clock.system()) }
    }

    /// The article as an HTML page of its own; nil where it is gone.
    func page(of id: ArticleID, _ source: ArticleSource) throws -> String? {
        guard let whole = try whole(id, source) else { return nil }
        let item = whole.article.item
        let html = whole.page.map { StandalonePage.Content.html($0.html, base: $0.url) }
        let standalone = StandalonePage(
            title: item.title ?? item.url ?? "Article",
            facts: PlainArticle.facts(of: whole.article, feedTitle: whole.feedTitle, clock: Clock.system()),
            address: item.url ?? item.externalURL, language: item.language,
            content: html ?? item.contentHTML.map { .html($0, base: item.url) }
                ?? .text(item.contentText ?? item.summary ?? ""))
        return standalone.html
    }

    private static func opened(_ whole: WholeArticle, _ form: TextLayout.Form? = nil) -> OpenArticle {
        let document = document(of: whole.article.item, whole.page)
        return OpenArticle(
            article: whole.article, feedTitle: whole.feedTitle, document: document, isFullText: whole.page != nil,
            layout: form.map { TextLayout(document, $0) })
    }

    static func document(of item: ParsedItem, _ page: PageText? = nil) -> Document {
        if let page { return DocumentBuilder.document(html: page.html, base: page.url) }
        if let html = item.contentHTML { return DocumentBuilder.document(html: html, base: item.url) }
        return DocumentBuilder.document(text: item.contentText ?? item.summary ?? "")
    }

    private func whole(_ id: ArticleID, _ source: ArticleSource) throws -> WholeArticle? {
        guard Guide.holds(id) else { return try store.whole(id, withPage: source == .best) }
        return guide.article(id).map { WholeArticle(article: $0, feedTitle: guide.title) }
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

extension WholeArticle {
    /// The same article with no more of its text than so many bytes, up to the end of a tag.
    fileprivate func beginning(_ count: Int) -> WholeArticle {
        func cut(_ html: String) -> String {
            let part = html.utf8.prefix(count)
            let end = part.lastIndex(of: UInt8(ascii: ">")).map(part.index(after:)) ?? part.endIndex
            return String(decoding: part[..<end], as: UTF8.self)
        }
        var beginning = self
        beginning.page?.html = cut(page?.html ?? "")
        beginning.article.item.contentHTML = article.item.contentHTML.map(cut)
        return beginning
    }
}
