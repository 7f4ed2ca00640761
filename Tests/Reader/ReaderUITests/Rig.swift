import ArticleText
import FeedModel
import FoundationEssentials
import Screen

@testable import ReaderUI

/// A library in memory that performs the effects of `update`, so that a test consists of keys and the resulting screen.
struct Rig {
    var state: State
    var subscriptions: [Subscription] = []
    /// The feeds that a server reads.
    var servedFeeds: Set<SubscriptionID> = []
    var emptyFolders: [[String]] = []
    var savedSearches: [SavedSearch] = []
    /// Newest first.
    var articles: [Article] = []
    /// The number of the highlight rule for an article, by its title.
    var highlights: [String: Int] = [:]
    /// The number of copies of an article in other feeds, by its title.
    var copies: [String: Int] = [:]
    /// The tags of an article, by its title.
    var tags: [String: [String]] = [:]
    /// The packed articles.
    var packed: Set<ArticleID> = []
    /// The opened articles; the last opened is at the end.
    var history: [ArticleID] = []
    /// The number of reads that looked for unread articles.
    var unreadReads = 0
    /// The effects other than reads, in order.
    var effects: [Effect] = []
    /// The requested subscriptions, in order.
    var feedsAskedFor: [SubscriptionID] = []
    /// True if searches are replied to at once, as other effects are; false if by `reply`.
    var findsAtOnce = true
    /// True if texts are long: the beginning loads first if it suffices, and `reply` delivers the complete text.
    var textsAreLong = false
    /// The text of every article, and its beginning.
    var (document, beginning) = (Samples.document, Samples.beginning)
    /// The effects of searches and texts without a reply yet, in order.
    var waiting: [Effect] = []

    static let now = Date(timeIntervalSince1970: 1_795_184_520)  // 2026-11-20 14:22 UTC

    init(columns: Int = 80, rows: Int = 24, articles count: Int = 30) {
        state = State(size: Size(columns: columns, rows: rows), clock: Clock(now: Self.now))
        subscriptions = [
            Self.feed(1, "LWN.net", ["Tech"]), Self.feed(2, "Hacker News", ["Tech"]), Self.feed(3, "日本の新聞", ["News"]),
            Self.feed(4, "A blog", []),
        ]
        articles = (0..<count).map { index in
            var item = ParsedItem(id: "guid \(index)")
            item.title = "Article \(index)"
            item.url = "https://example.org/\(index)"
            item.contentHTML = "<p>Text of \(index)</p>"
            item.published = Self.now.addingTimeInterval(Double(-index) * 1800)
            return Article(
                id: ArticleID(rawValue: Int64(count - index)),
                subscription: SubscriptionID(rawValue: Int64(index % 3 + 1)),
                item: item, received: Self.now, isRead: index % 4 == 3)
        }
    }

    /// Returns a reader with the list of all articles; the first one is selected.
    static func listingAll(columns: Int = 80, articles: Int = 30) -> Rig {
        var rig = Rig(columns: columns, articles: articles)
        rig.start()
        rig.press("k", "Enter", "g")
        return rig
    }

    /// The titles of the listed rows.
    var titles: [String] { state.list.rows.map(\.title) }

    /// Loads the data needed before the first frame.
    mutating func start() {
        for effect in State.opening { perform(effect) }
    }

    mutating func press(_ keys: String...) {
        for key in keys {
            send(.input(.key(Key(key)!)))
            continueMacro()
        }
    }

    /// Runs the commands of a macro that need not wait, as the event loop does.
    private mutating func continueMacro() {
        while state.canContinue { send(.continued) }
    }

    mutating func type(_ text: String) {
        for character in text { send(.input(.key(.character(character)))) }
    }

    mutating func send(_ event: Event) {
        for effect in update(&state, event) { perform(effect) }
    }

    /// Replies to a waiting effect from the current library; the first one by default.
    mutating func reply(_ index: Int = 0) {
        reply(to: waiting.remove(at: index))
        continueMacro()
    }

    /// The screen as text.
    var screen: [String] { frame.lines }

    var frame: Frame { render(state, theme: state.theme, size: state.size) }

    /// Returns the first line that contains a text.
    func line(with text: String) -> String? {
        screen.first { $0.contains(text) }
    }

    // MARK: - The library

    static func feed(_ id: Int64, _ title: String, _ folder: [String]) -> Subscription {
        Subscription(
            id: SubscriptionID(rawValue: id), feedURL: "https://example.org/feed\(id)", name: title,
            folder: folder,
            health: FeedHealth(lastSuccess: now.addingTimeInterval(-120)))
    }

    private var overview: LibraryOverview {
        LibraryOverview(
            feeds: subscriptions.map { feed in
                FeedSummary(
                    id: feed.id, title: feed.title, folder: feed.folder,
                    unreadCount: articles.count { $0.subscription == feed.id && !$0.isRead },
                    articleCount: articles.count { $0.subscription == feed.id }, preferences: feed.preferences)
            },
            unreadCount: articles.count { !$0.isRead }, articleCount: articles.count,
            starredCount: articles.count(where: \.isStarred), unreadTodayCount: articles.count { !$0.isRead },
            emptyFolders: emptyFolders, lastSuccess: subscriptions.compactMap(\.health.lastSuccess).max())
    }

    private mutating func reply(to effect: Effect) {
        switch effect {
        case .loadPage(let request): send(.page(request, page(request)))
        case .findUnread(let request): send(.unreadFound(unread(request), request))
        case .loadArticle(let id, _, _): send(opened(id))
        default: break
        }
    }

    mutating func perform(_ effect: Effect) {
        switch effect {
        case .loadOverview: send(.overview(overview, savedSearches))
        case .loadSubscriptions(let ids):
            feedsAskedFor += ids
            send(.subscriptions(ids.compactMap { id in subscriptions.first { $0.id == id } }))
        case .loadPage(let request):
            findsAtOnce || !request.listing.isSearched ? reply(to: effect) : waiting.append(effect)
        case .loadArticle(let id, _, let blocks):
            guard textsAreLong else { return send(opened(id)) }
            if let blocks, blocks <= beginning.blocks.count { send(opened(id, isBeginning: true)) }
            waiting.append(effect)
        case .findUnread(let request):
            unreadReads += 1
            findsAtOnce || !request.listing.isSearched ? reply(to: effect) : waiting.append(effect)
        case .mark(let ids, let mark):
            for index in articles.indices where ids.contains(articles[index].id) {
                switch mark {
                case .read(let value): articles[index].isRead = value
                case .starred(let value): articles[index].isStarred = value
                case .tagged: break
                }
            }
            effects.append(effect)
        case .recordOpening(let id, _):
            history = history.filter { $0 != id } + [id]
            effects.append(effect)
        case .clearHistory:
            history = []
            effects.append(effect)
            send(.libraryChanged)
        case .setPreferences(let id, let preferences):
            let index = subscriptions.firstIndex { $0.id == id }!
            subscriptions[index].preferences = preferences
            effects.append(effect)
        case .deleteArticles(let ids):
            effects.append(effect)
            let deleted = articles.filter { ids.contains($0.id) }
            articles.removeAll { ids.contains($0.id) }
            let served = deleted.count { servedFeeds.contains($0.subscription) }
            send(
                .articlesDeleted(
                    ArticleDeletion(articles: ids, starred: deleted.count(where: \.isStarred), served: served)))
        case .unsubscribe(let id):
            effects.append(effect)
            send(.feedDeleted(id, onServer: servedFeeds.contains(id)))
        case .reportChange(let id, let words):
            if !servedFeeds.contains(id) { send(.message(Message(words))) }
        default:
            effects.append(effect)
        }
    }

    private func opened(_ id: ArticleID, isBeginning: Bool = false) -> Event {
        guard let article = articles.first(where: { $0.id == id }) else { return .articleGone(id) }
        let document = isBeginning ? beginning : document
        return .article(OpenArticle(article: article, feedTitle: title(of: article), document: document))
    }

    private func title(of article: Article) -> String {
        subscriptions.first { $0.id == article.subscription }?.title ?? ""
    }

    private func rows(_ listing: ArticleListing) -> [ArticleSummary] {
        var matching = articles.filter { article in
            if listing.kept.contains(article.id) {
                // A kept article must match the words of a filter, whatever its marks are.
                guard case .filtered(_, let words) = listing.scope else { return true }
                return article.item.title?.contains(words) == true
            }
            if listing.unreadOnly, article.isRead { return false }
            if listing.packedOnly, !packed.contains(article.id) { return false }
            switch listing.scope {
            case .all: return true
            case .unread: return !article.isRead
            case .starred: return article.isStarred
            case .feed(let id): return article.subscription == id
            case .folder(let path):
                return subscriptions.contains { $0.id == article.subscription && $0.folder.starts(with: path) }
            case .search(let words): return article.item.title?.contains(words) == true
            case .today: return true
            case .history: return history.contains(article.id)
            case .filtered(.feed(let id), let words):
                return article.subscription == id && article.item.title?.contains(words) == true
            case .filtered(_, let words): return article.item.title?.contains(words) == true
            case .guide: return article.subscription.rawValue < 0
            }
        }
        if listing.scope == .history {
            matching = history.reversed().compactMap { id in matching.first { $0.id == id } }
        }
        var summaries = matching.map {
            ArticleSummary(
                id: $0.id, subscription: $0.subscription, title: $0.item.title ?? "",
                date: $0.item.published ?? Self.now,
                isRead: $0.isRead, isStarred: $0.isStarred, highlight: highlights[$0.item.title ?? ""],
                copies: copies[$0.item.title ?? ""] ?? 0, tags: tags[$0.item.title ?? ""] ?? [])
        }
        if listing.scope == .history {
            for index in summaries.indices { summaries[index].opened = Self.now }
        }
        switch listing.order {
        case .oldestFirst: return summaries.reversed()
        case .title: return summaries.sorted { $0.title < $1.title }
        default: return summaries
        }
    }

    private func page(_ request: PageRequest) -> ArticlePage {
        let rows = rows(request.listing)
        let range: Range<Int>
        switch request.anchor {
        case .start: range = 0..<rows.count
        case .end: range = max(0, rows.count - request.limit)..<rows.count
        case .after(let id): range = ((rows.firstIndex { $0.id == id } ?? -1) + 1)..<rows.count
        case .before(let id):
            let end = rows.firstIndex { $0.id == id } ?? 0
            range = max(0, end - request.limit)..<end
        case .around(let id):
            let middle = rows.firstIndex { $0.id == id } ?? 0
            range = max(0, middle - request.limit / 2)..<rows.count
        }
        let cut = range.lowerBound..<min(range.upperBound, range.lowerBound + request.limit)
        return ArticlePage(
            rows: Array(rows[cut]), hasEarlierRows: cut.lowerBound > 0, hasLaterRows: cut.upperBound < rows.count)
    }

    private func unread(_ request: UnreadRequest) -> [ArticleSummary] {
        var rows = rows(request.listing)
        if request.direction == .backward { rows.reverse() }
        if request.direction == .random { return Array(rows.filter { !$0.isRead && $0.id != request.from }.suffix(1)) }
        let start = rows.firstIndex { $0.id == request.from }.map { $0 + 1 } ?? 0
        return Array(rows[start...].filter { !$0.isRead }.prefix(request.limit))
    }
}
