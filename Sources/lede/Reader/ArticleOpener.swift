import ArticleStorage
import ArticleText
import Dispatch
import FeedModel
import FoundationEssentials
import ReaderUI

/// Reads lists and articles, those of the library and those of the guide alike.
final class ArticleOpener {
    private let store: ArticleStore
    private var guide: Guide
    private let mailbox: Mailbox
    private let queue = DispatchQueue(label: "lede.documents", qos: .userInitiated)

    /// Longer articles, in bytes of HTML, are turned into documents outside the main thread.
    private static let shortEnough = 48 << 10

    init(store: ArticleStore, guide: Guide, mailbox: Mailbox) {
        self.store = store
        self.guide = guide
        self.mailbox = mailbox
    }

    func page(_ request: PageRequest, marks: [LibraryWriter.UnsettledMark]) throws -> ArticlePage {
        if request.listing.scope == .guide { return guide.page }
        var page = try store.page(of: request.listing, at: request.anchor, limit: request.limit)
        for pending in marks {
            for index in page.rows.indices where pending.articles.contains(page.rows[index].id) {
                switch pending.mark {
                case .read(let value): page.rows[index].isRead = value
                case .starred(let value): page.rows[index].isStarred = value
                }
            }
        }
        return page
    }

    func unread(_ request: UnreadRequest) throws -> ArticleSummary? {
        if request.listing.scope == .guide { return guide.unread(request) }
        switch request.direction {
        case .forward: return try store.nextUnread(in: request.listing, after: request.from)
        case .backward: return try store.previousUnread(in: request.listing, before: request.from)
        }
    }

    /// Nil where the text takes long: then it comes through the mailbox.
    func open(_ id: ArticleID, _ source: ArticleSource) throws -> Event? {
        guard let article = try article(id) else { return .articleGone(id) }
        let page = try pageText(of: id, source)
        let feedTitle = try feedTitle(of: article)
        let make: @Sendable () -> OpenArticle = {
            OpenArticle(
                article: article, feedTitle: feedTitle, document: Self.document(of: article.item, page),
                isFullText: page != nil)
        }
        let length = page?.html.utf8.count ?? article.item.contentHTML?.utf8.count ?? 0
        if length <= Self.shortEnough { return .article(make()) }
        queue.async { [mailbox] in mailbox.put(.article(make())) }
        return nil
    }

    func address(of id: ArticleID) throws -> String? {
        try article(id).flatMap { $0.item.url ?? $0.item.externalURL }
    }

    /// Address, title, and the feed's title; nil where there is no address.
    func facts(of id: ArticleID) throws -> [String]? {
        guard let article = try article(id), let url = article.item.url ?? article.item.externalURL else { return nil }
        return [url, article.item.title ?? "", try feedTitle(of: article)]
    }

    /// The article as lines of text, to be saved or piped; nil where it is gone.
    func text(of id: ArticleID, _ source: ArticleSource) throws -> String? {
        guard let article = try article(id) else { return nil }
        let page = try pageText(of: id, source)
        let open = OpenArticle(
            article: article, feedTitle: try feedTitle(of: article), document: Self.document(of: article.item, page),
            isFullText: page != nil)
        return PlainArticle.text(open, clock: Clock.system())
    }

    /// The article as an HTML page of its own; nil where it is gone.
    func page(of id: ArticleID, _ source: ArticleSource) throws -> String? {
        guard let article = try article(id) else { return nil }
        let item = article.item
        let page = try pageText(of: id, source)
        let html = page.map { StandalonePage.Content.html($0.html, base: $0.url) }
        let standalone = StandalonePage(
            title: item.title ?? item.url ?? "Article",
            facts: PlainArticle.facts(of: article, feedTitle: try feedTitle(of: article), clock: Clock.system()),
            address: item.url ?? item.externalURL, language: item.language,
            content: html ?? item.contentHTML.map { .html($0, base: item.url) }
                ?? .text(item.contentText ?? item.summary ?? ""))
        return standalone.html
    }

    static func document(of item: ParsedItem, _ page: PageText? = nil) -> Document {
        if let page { return DocumentBuilder.document(html: page.html, base: page.url) }
        if let html = item.contentHTML { return DocumentBuilder.document(html: html, base: item.url) }
        return DocumentBuilder.document(text: item.contentText ?? item.summary ?? "")
    }

    /// The stored text of the article's page, where that is what is wanted.
    private func pageText(of id: ArticleID, _ source: ArticleSource) throws -> PageText? {
        source == .best && id.rawValue > 0 ? try store.pageText(for: id) : nil
    }

    private func article(_ id: ArticleID) throws -> Article? {
        try guide.article(id) ?? store.article(id)
    }

    private func feedTitle(of article: Article) throws -> String {
        if guide.article(article.id) != nil { return guide.title }
        return try store.subscription(article.subscription)?.title ?? ""
    }

    // MARK: - The guide's marks, kept for the session

    func isGuide(_ ids: [ArticleID]) -> Bool {
        ids.allSatisfy { guide.article($0) != nil }
    }

    func mark(_ ids: [ArticleID], _ mark: Mark) {
        guide.mark(ids, mark)
    }

    func markGuideRead() {
        guide.mark(guide.page.rows.map(\.id), .read(true))
    }
}
