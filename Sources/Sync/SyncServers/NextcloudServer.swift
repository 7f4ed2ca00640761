import Basics
package import FeedModel
import FeedParsing
package import SyncEngine
import Synchronization

/// Nextcloud News, API v1-3.
///
/// `items/updated` returns new, edited and marked articles in one response without a limit, but no deletions.
/// First sync: 3 to 9 requests for up to 20 feeds, and more for more. Nothing new: 4 requests.
package final class NextcloudServer: SyncServer {
    private let client: any ServerClient
    let base: String
    private let history = Mutex(History())
    private let longest = LongestPage()

    /// Number of read articles of each feed that a first sync has fetched.
    private struct History {
        var read: [String: Int] = [:]
        /// Read articles to fetch of a feed, where it is not the usual number.
        var limits: [String: Int] = [:]
        /// The times of the newest articles on the server that are missing here.
        var arrivals: ClosedRange<Int64>?

        func limit(of feed: String) -> Int { limits[feed] ?? SyncHistory.perFeed }

        var isComplete: Bool { read.allSatisfy { $0.value >= limit(of: $0.key) } }
        /// Read articles that all feeds need.
        private var total: Int { max(SyncHistory.perFeed, read.keys.reduce(0) { $0 + limit(of: $1) }) }
        /// Articles of one page: as many as all feeds need, and one more, so that a short page is the last.
        var pageSize: Int { min(total, NextcloudServer.pageLimit) + 1 }
        /// Pages in which a first sync looks for the newest read articles of each feed.
        var pages: Int { NextcloudServer.historyPages * (1 + (total - 1) / NextcloudServer.pageLimit) }

        /// False for a read article beyond the newest of its feed.
        mutating func isWanted(_ article: RemoteArticle) -> Bool {
            guard article.isRead == true, article.isStarred != true else { return true }
            let feed = article.feed ?? ""
            read[feed, default: 0] += 1
            return read[feed, default: 0] <= limit(of: feed)
        }
    }

    /// Pages that a first sync reads at most if one has room for the read articles that all feeds need (default 5).
    private static let historyPages = 5
    /// Articles of one page (default 2,000): with 30 KB each they fit into the longest response that is accepted.
    private static let pageLimit = 2_000
    /// In microseconds.
    private static let day: Int64 = 86_400_000_000

    package init(_ client: any ServerClient, url: String) {
        self.client = client
        base = Self.base(of: url)
    }

    private static let path = "/index.php/apps/news/api/v1-3/"

    private static func base(of url: String) -> String {
        var url = url.withoutFragment.withoutFinalSlashes
        if let end = url.firstRange(of: "/index.php/apps/news") { url = String(url[..<end.lowerBound]) }
        return url + path
    }

    package var traits: ServerTraits {
        var traits = ServerTraits()
        traits.startsWithChanges = true
        traits.changesShowAnchor = false
        traits.listsStates = false
        traits.management = Set(SubscriptionChange.Kind.allCases)
        return traits
    }

    package func feeds() async throws -> [RemoteFeed] {
        let folders = try await folders()
        let feeds = try await get("feeds").list("feeds")
        let ids = feeds.compactMap { $0["id"]?.text }
        history.withLock { $0.read = Dictionary(ids.map { ($0, 0) }, uniquingKeysWith: { first, _ in first }) }
        return feeds.compactMap { feed in
            guard let id = feed["id"]?.int64 else { return nil }
            let folder = feed["folderId"]?.text.flatMap { folders[$0] }
            return RemoteFeed(
                id: String(id), title: feed["title"]?.string.map(ServedItem.line),
                feedURL: ServedItem.address(feed["url"]?.string),
                homePageURL: ServedItem.address(feed["link"]?.string), folder: folder.map { [$0] } ?? [])
        }
    }

    func folders() async throws -> [String: String] {
        Dictionary(
            try await get("folders").list("folders").compactMap { folder -> (String, String)? in
                guard let id = folder["id"]?.text, let name = folder["name"]?.string else { return nil }
                return (id, ServedItem.line(name))
            }, uniquingKeysWith: { first, _ in first })
    }

    /// Requests the highest ids by offset, since the API has no request for ids: first the server's highest, then, if
    /// more articles have arrived than one page has, the highest of these.
    package func current(_ ids: [String]) async throws -> [RemoteArticle] {
        guard let highest = ids.compactMap({ Int64($0) }).max() else { return [] }
        let query = "items?type=3&id=0&getRead=true&batchSize=\(max(20, ids.count))&oldestFirst=false&offset="
        let newest = try await items("\(query)0")
        let arrivals = newest.times.filter { $0.id > highest }.map(\.modified).sorted()
        if let first = arrivals.first, let last = arrivals.last { history.withLock { $0.arrivals = first...last } }
        if newest.times.contains(where: { $0.id == highest }) { return newest.articles }
        return try await items("\(query)\(highest.addingSaturating(1))").articles
    }

    // MARK: - Articles

    /// The stages of a first sync. The cursor stores them, so that a killed sync continues at its stage.
    private enum Stage {
        case newest
        /// Articles of all kinds below an id, page by page.
        case older(below: Int64, modified: Int64, page: Int64)
        /// Unread, then starred articles below an id, page by page; `start`: where the starred ones begin.
        case unread(below: Int64, modified: Int64, start: Int64)
        case starred(below: Int64, modified: Int64)
        case changes(since: Int64)
        /// Changes since the time, searched in all articles below an id, page by page.
        case all(below: Int64, since: Int64, modified: Int64)

        init(_ position: String?) {
            let parts = (position ?? "").split(separator: " ")
            let numbers = parts.dropFirst().compactMap { Int64($0) }
            switch (parts.first, numbers.count) {
            case ("older", 3): self = .older(below: numbers[0], modified: numbers[1], page: numbers[2])
            case ("unread", 2): self = .unread(below: numbers[0], modified: numbers[1], start: numbers[0])
            case ("unread", 3): self = .unread(below: numbers[0], modified: numbers[1], start: numbers[2])
            case ("starred", 2): self = .starred(below: numbers[0], modified: numbers[1])
            case ("all", 3): self = .all(below: numbers[0], since: numbers[1], modified: numbers[2])
            default: self = position.flatMap { Int64($0) }.map(Stage.changes) ?? .newest
            }
        }

        var position: String? {
            switch self {
            case .newest: nil
            case .older(let id, let modified, let page): "older \(id) \(modified) \(page)"
            case .unread(let id, let modified, let start): "unread \(id) \(modified) \(start)"
            case .starred(let id, let modified): "starred \(id) \(modified)"
            case .changes(let modified): String(modified)
            case .all(let id, let since, let modified): "all \(id) \(since) \(modified)"
            }
        }
    }

    package func changes(after cursor: SyncCursor, showingAnchor _: Bool) async throws -> SyncPage {
        switch Stage(cursor.position) {
        case .newest: return try await older(below: 0, modified: nil, page: 1)
        case .older(let id, let modified, let page):
            return try await older(below: id, modified: modified, page: page)
        case .unread(let id, let modified, let start):
            let page = try await items("type=3&id=0&getRead=false", below: id)
            let next = page.next.map { Stage.unread(below: $0, modified: modified, start: start) }
            return Self.page(page.articles, next ?? .starred(below: start, modified: modified), hasMore: true)
        case .starred(let id, let modified):
            let page = try await items("type=2&id=0&getRead=true", below: id)
            let next = page.next.map { Stage.starred(below: $0, modified: modified) }
            return Self.page(page.articles, next ?? .changes(since: modified), hasMore: next != nil)
        case .changes(let since): return try await changes(since: since)
        case .all(let id, let since, let modified): return try await all(id, since, modified)
        }
    }

    private func changes(since cursor: Int64) async throws -> SyncPage {
        // A missing article with an earlier time shows that the server's clock was wrong, then or now. Others may be a
        // little older.
        let arrivals = history.withLock(\.arrivals).flatMap { $0.lowerBound < cursor ? $0 : nil }
        let since = arrivals.map { max(0, $0.lowerBound.addingSaturating(-Self.day)) } ?? cursor
        do {
            // The server compares with "at or after", so the page shows the article at the cursor. It would read a
            // short number as seconds.
            let page = try await items("items/updated?type=3&id=0&lastModified=\(since)")
            let reached = arrivals.flatMap { $0.upperBound < cursor ? $0.upperBound : nil }
            return Self.page(page.articles, .changes(since: reached ?? max(cursor, page.modified)), hasMore: false)
        } catch SyncFailure.tooLong(_) {
            // After weeks, or after all articles were marked read. Pages exist only for lists of articles.
            return try await all(0, since, nil)
        }
    }

    /// Returns the changed articles on one page of all articles below an id, newest first.
    private func all(_ id: Int64, _ since: Int64, _ modified: Int64?) async throws -> SyncPage {
        let page = try await items("type=3&id=0&getRead=true", below: id, Self.pageLimit / 4, since: since)
        // Later changes, perhaps of articles on earlier pages, arrive with the next sync.
        let modified = modified ?? max(since, page.modified)
        let next = page.next.map { Stage.all(below: $0, since: since, modified: modified) }
        return Self.page(page.articles, next ?? .changes(since: modified), hasMore: next != nil)
    }

    /// Returns a page of articles of all kinds, newest first, until each feed has its read ones. Older articles follow
    /// only if they are unread or starred.
    private func older(below id: Int64, modified: Int64?, page number: Int64) async throws -> SyncPage {
        let (size, pages) = history.withLock { ($0.pageSize, $0.pages) }
        let page = try await items("type=3&id=0&getRead=true", below: id, size)
        let modified = modified ?? max(page.modified, 1)
        let (wanted, isComplete) = history.withLock { history in
            (page.articles.filter { history.isWanted($0) }, history.isComplete)
        }
        guard let lowest = page.next else {
            return Self.page(wanted, .changes(since: modified), hasMore: false)
        }
        let next: Stage =
            !isComplete && number < pages
            ? .older(below: lowest, modified: modified, page: number + 1)
            : .unread(below: lowest, modified: modified, start: lowest)
        return Self.page(wanted, next, hasMore: true)
    }

    private static func page(_ articles: [RemoteArticle], _ stage: Stage, hasMore: Bool) -> SyncPage {
        SyncPage(articles: articles, cursor: SyncCursor(position: stage.position), hasMore: hasMore)
    }

    package func lists() async throws -> RemoteLists { RemoteLists() }

    package func fetch(_ ids: Set<String>, in lists: RemoteLists, into store: ArticleSink) async throws {}

    package func fetchHistory(_ history: SyncHistory, into store: ArticleSink) async throws -> Set<String> {
        []
    }

    package func setHistoryLimits(_ limits: [String: Int]) {
        history.withLock { $0.limits = limits }
    }

    private struct ItemPage {
        var articles: [RemoteArticle]
        var modified: Int64
        /// The times of last change by id.
        var times: [(id: Int64, modified: Int64)]
        var count: Int
        /// The id below which the list continues; nil at its end.
        var next: Int64?
    }

    /// Reads one page of a list, newest first, without the articles that were last changed before a time.
    private func items(
        _ query: String, below id: Int64, _ size: Int = pageLimit, since: Int64 = 0
    ) async throws -> ItemPage {
        try await longest.request(size) { size in
            var page = try await items("items?\(query)&batchSize=\(size)&offset=\(id)", since: since)
            if page.count < size || page.next == id { page.next = nil }
            return page
        }
    }

    private func items(_ query: String, since: Int64 = 0) async throws -> ItemPage {
        let items = try await get(query).list("items")
        let changed = items.filter { Self.modified($0) ?? .max >= since }
        let times = items.compactMap { item in
            item["id"]?.int64.map { (id: $0, modified: Self.modified(item) ?? .max) }
        }
        return ItemPage(
            articles: changed.compactMap(Self.article), modified: items.compactMap(Self.modified).max() ?? 0,
            times: times, count: items.count, next: times.map(\.id).min())
    }

    /// Returns the time of the last change in microseconds; old servers send seconds.
    private static func modified(_ item: JSONValue) -> Int64? {
        item["lastModified"]?.int64.map { $0 < 100_000_000_000 ? $0.multipliedSaturating(by: 1_000_000) : $0 }
    }

    // MARK: - Requests

    private func get(_ path: String) async throws -> JSONValue {
        try await send(ServerRequest(.get, base + path)).checked().json()
    }

    func send(_ request: ServerRequest) async throws -> ServerResponse {
        let login = try await client.login()
        var request = request
        request.fields.append(("Authorization", BasicCredentials.field(user: login.user ?? "", password: login.secret)))
        return try await client.send(request)
    }

    private static func article(_ value: JSONValue) -> RemoteArticle? {
        guard let id = value["id"]?.int64 else { return nil }
        var served = ServedItem()
        served.guid = value["guidHash"]?.string ?? value["guid"]?.string
        served.url = value["url"]?.string
        served.title = value["title"]?.string
        served.html = value["body"]?.string
        served.author = value["author"]?.string
        served.published = value["pubDate"]?.double.flatMap(FeedDate.moment(seconds:))
        if let link = value["enclosureLink"]?.string, !link.isEmpty {
            served.enclosures = [Enclosure(url: link, mimeType: value["enclosureMime"]?.string)]
        }
        return RemoteArticle(
            id: String(id), feed: value["feedId"]?.text, item: served.item(base: nil),
            isRead: value["unread"]?.flag.map { !$0 }, isStarred: value["starred"]?.flag)
    }
}
