import Basics
package import FeedModel
import FeedParsing
package import SyncEngine
import Synchronization

import struct FoundationEssentials.Date

/// Nextcloud News, API v1-3.
///
/// `items/updated` returns new, edited and marked articles in one response without a limit, but no deletions.
/// First sync: 3 to 9 requests for up to 20 feeds, and more for more. Nothing new: 4 requests.
package final class NextcloudServer: SyncServer {
    private let client: any ServerClient
    private let base: String
    private let history = Mutex(History())
    private let longest = LongestPage()

    /// Number of read articles of each feed that a first sync has fetched.
    private struct History {
        var read: [String: Int] = [:]
        /// Read articles to fetch of a feed, where it is not the usual number.
        var limits: [String: Int] = [:]

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

    package init(_ client: any ServerClient, url: String) {
        self.client = client
        base = Self.base(of: url)
    }

    private static let path = "/index.php/apps/news/api/v1-3/"

    static func base(of url: String) -> String {
        var url = url.withoutFragment
        while url.hasSuffix("/") { url.removeLast() }
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

    private func folders() async throws -> [String: String] {
        Dictionary(
            try await get("folders").list("folders").compactMap { folder -> (String, String)? in
                guard let id = folder["id"]?.text, let name = folder["name"]?.string else { return nil }
                return (id, ServedItem.line(name))
            }, uniquingKeysWith: { first, _ in first })
    }

    /// Requests the highest ids by offset, since the API has no request for ids.
    package func current(_ ids: [String]) async throws -> [RemoteArticle] {
        guard let highest = ids.compactMap({ Int64($0) }).max() else { return [] }
        let offset = highest.addingSaturating(1)
        return try await items(
            "items?type=3&id=0&getRead=true&batchSize=\(max(20, ids.count))&offset=\(offset)&oldestFirst=false"
        ).articles
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
        /// The same changes, searched in all articles below an id, page by page.
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

    package func changes(after cursor: SyncCursor, isFirst: Bool) async throws -> SyncPage {
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

    private func changes(since: Int64) async throws -> SyncPage {
        do {
            // The server compares with "at or after", so the page shows the article at the cursor. It would read a
            // short number as seconds.
            let page = try await items("items/updated?type=3&id=0&lastModified=\(since)")
            return Self.page(page.articles, .changes(since: max(since, page.modified)), hasMore: false)
        } catch SyncFailure.tooLong(_) {
            // After weeks, or after all articles were marked read. Pages exist only for lists of articles.
            return try await all(0, since, nil)
        }
    }

    /// The changed articles on one page of all articles below an id, newest first.
    private func all(_ id: Int64, _ since: Int64, _ modified: Int64?) async throws -> SyncPage {
        let page = try await items("type=3&id=0&getRead=true", below: id, Self.pageLimit / 4, since: since)
        // Later changes, perhaps of articles on earlier pages, arrive with the next sync.
        let modified = modified ?? max(since, page.modified)
        let next = page.next.map { Stage.all(below: $0, since: since, modified: modified) }
        return Self.page(page.articles, next ?? .changes(since: modified), hasMore: next != nil)
    }

    /// A page of articles of all kinds, newest first, until each feed has its read ones. Older articles follow only if
    /// they are unread or starred.
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

    package func lists(isFirst: Bool) async throws -> RemoteLists { RemoteLists() }

    package func fetch(_ ids: Set<String>, in lists: RemoteLists, into store: ArticleSink) async throws {}

    package func fetchHistory(_ history: SyncHistory, into store: ArticleSink) async throws -> Set<String> {
        []
    }

    package func want(_ limits: [String: Int]) {
        history.withLock { $0.limits = limits }
    }

    private struct ItemPage {
        var articles: [RemoteArticle]
        var modified: Int64
        var count: Int
        /// The id below which the list continues; nil at its end.
        var next: Int64?
    }

    /// One page of a list, newest first, without the articles that were last changed before a time.
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
        return ItemPage(
            articles: changed.compactMap(Self.article), modified: items.compactMap(Self.modified).max() ?? 0,
            count: items.count, next: items.compactMap { $0["id"]?.int64 }.min())
    }

    /// The time of the last change in microseconds; old servers send seconds.
    private static func modified(_ item: JSONValue) -> Int64? {
        item["lastModified"]?.int64.map { $0 < 100_000_000_000 ? $0.multipliedSaturating(by: 1_000_000) : $0 }
    }

    // MARK: - Marks and subscriptions

    package func send(_ marks: [OutgoingMark]) async throws -> [OutgoingMark] {
        try await marks.sent { mark, ids in
            switch mark {
            case .read(let value): try await send(value ? "read" : "unread", of: ids[...])
            case .starred(let value): try await send(value ? "star" : "unstar", of: ids[...])
            case .tagged: break
            }
        }
    }

    /// Sends a mark of several articles. One unknown id may make the server refuse all: the list is then halved, and a
    /// single unknown id counts as done.
    private func send(_ name: String, of ids: ArraySlice<String>) async throws {
        var request = ServerRequest(.post, base + "items/\(name)/multiple")
        var json = JSONWriter()
        json.object { json in
            json.key("itemIds")
            json.array(ids) { json, id in json.number(id) }
        }
        request.setJSON(json.bytes)
        let response = try await send(request)
        guard response.isNotFound else { return try Self.confirm(try response.checked()) }
        guard ids.count > 1 else { return }
        let half = ids.startIndex + ids.count / 2
        try await send(name, of: ids[..<half])
        try await send(name, of: ids[half...])
    }

    package func change(_ change: SubscriptionChange) async throws {
        switch change {
        case .subscribe(let url, let title, let folder):
            let folderID = try await folderIDOrNull(folder)
            let response = try await request(.post, "feeds") { json in
                json.member("url", url)
                json.member("folderId", folderID, quoted: false)
            }
            let id = try response.json().list("feeds").first?["id"]?.text
            if let title { try await setTitle(ofNewFeed: id) { try await rename($0, title) } }
        case .unsubscribe(let feed):
            let response = try await send(ServerRequest(.delete, base + "feeds/\(feed.id)"))
            // The feed was removed before, perhaps by a request whose response was lost.
            if response.isNotFound { return }
            try Self.confirm(try response.checked())
        case .rename(let feed, let title): try await rename(feed.id, title)
        case .move(let feed, let folder):
            let folderID = try await folderIDOrNull(folder)
            try Self.confirm(
                try await request(.post, "feeds/\(feed.id)/move") { $0.member("folderId", folderID, quoted: false) })
        case .renameFolder(let folder, let name):
            guard let id = try await folders().first(where: { $0.value == folder })?.key else {
                throw SyncFailure.status("the server has no folder \(folder)")
            }
            try Self.confirm(try await request(.put, "folders/\(id)") { $0.member("name", name) })
        }
    }

    private func rename(_ id: String, _ title: String) async throws {
        try Self.confirm(try await request(.post, "feeds/\(id)/rename") { $0.member("feedTitle", title) })
    }

    private func folderIDOrNull(_ name: String?) async throws -> String {
        guard let name else { return "null" }
        return try await folderID(name)
    }

    private func folderID(_ name: String) async throws -> String {
        if let id = try await folders().first(where: { $0.value == name })?.key { return id }
        let response = try await request(.post, "folders") { $0.member("name", name) }
        guard let id = try response.json().list("folders").first?["id"]?.text else {
            throw SyncFailure.notUnderstood("the server did not name the new folder")
        }
        return id
    }

    /// Accepts an empty body or JSON: a hotspot's page is neither.
    private static func confirm(_ response: ServerResponse) throws(SyncFailure) {
        if response.body.contains(where: { $0 > 0x20 }) { _ = try response.json() }
    }

    // MARK: - Requests

    private func get(_ path: String) async throws -> JSONValue {
        try await send(ServerRequest(.get, base + path)).checked().json()
    }

    private func request(
        _ method: ServerRequest.Method, _ path: String, _ body: (inout JSONWriter) -> Void
    ) async throws -> ServerResponse {
        var json = JSONWriter()
        json.object(body)
        var request = ServerRequest(method, base + path)
        if method != .delete { request.setJSON(json.bytes) }
        return try await send(request).checked()
    }

    private func send(_ request: ServerRequest) async throws -> ServerResponse {
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
        served.published = value["pubDate"]?.double.map(Date.init(timeIntervalSince1970:))
        if let link = value["enclosureLink"]?.string, !link.isEmpty {
            served.enclosures = [Enclosure(url: link, mimeType: value["enclosureMime"]?.string)]
        }
        return RemoteArticle(
            id: String(id), feed: value["feedId"]?.text, item: served.item(base: nil),
            isRead: value["unread"]?.flag.map { !$0 }, isStarred: value["starred"]?.flag)
    }
}
