import Basics
package import FeedModel
import FeedParsing
package import SyncEngine

import struct FoundationEssentials.Date

/// Miniflux's own API, version 1. Later articles have higher ids; marks are values; edits are not reported.
///
/// First sync: 1 request for feeds, 1 for the ids of unread articles, 1 for the ids of starred ones, then unread and
/// starred articles in pages of up to 500, and at least 1 for read ones. Nothing new: 4 requests.
package struct MinifluxServer: SyncServer {
    private let client: any ServerClient
    /// Ends with `/v1/`.
    let base: String
    private let longest = LongestPage()
    let seen = SeenChanges()

    /// Entries in one response (the server's limit is 1000).
    static let entriesAtOnce = 500

    package init(_ client: any ServerClient, url: String) {
        self.client = client
        base = Self.base(of: url)
    }

    static func base(of url: String) -> String { url.apiAddress("/v1/") }

    package var traits: ServerTraits {
        var traits = ServerTraits()
        traits.management = Set(SubscriptionChange.Kind.allCases)
        return traits
    }

    package func feeds() async throws -> [RemoteFeed] {
        guard case .array(let feeds) = try await get("feeds") else {
            throw SyncFailure.notUnderstood("the server's response is not a list of feeds")
        }
        return feeds.compactMap(Self.feed)
    }

    package func current(_ ids: [String]) async throws -> [RemoteArticle] {
        let numbers = ids.compactMap { Int64($0) }
        // The highest existing id is enough; usually the server has the first one.
        for number in numbers.sorted(by: >) {
            let response = try await send(ServerRequest(.get, base + "entries/\(number)"))
            if response.isNotFound { continue }
            let entry = try response.checked(refusal: Self.refusal).json()
            guard entry["status"]?.string != "removed" else { continue }
            guard let article = Self.article(entry) else {
                throw SyncFailure.notUnderstood("the server's response is not an article")
            }
            return [article]
        }
        return []
    }

    package func changes(after cursor: SyncCursor, showingAnchor: Bool) async throws -> SyncPage {
        let position = cursor.position.flatMap { Int64($0) } ?? 0
        // Starts one id earlier, so that the page shows the article at the cursor.
        let after = showingAnchor ? max(0, position - 1) : position
        // A sync seldom finds more, and a broken first page loses little.
        let limit = showingAnchor ? 100 : 250
        let page = try await entries("after_entry_id=\(after)&order=id&direction=asc", limit)
        seen.begin(at: cursor)
        seen.add(page)
        let reached = page.articles.compactMap { Int64($0.id) }.max() ?? position
        return SyncPage(
            articles: page.articles,
            cursor: SyncCursor(position: String(max(position, reached)), anchor: cursor.anchor),
            hasMore: page.total > page.count && page.count > 0)
    }

    package func lists() async throws -> RemoteLists {
        if let lists = try await listsOfIDs() { return lists }
        if let changed = try await changedStates() { return changed }
        return try await listsOfArticles(as: seen.latest)
    }

    package func listsOfFirstSync() async throws -> RemoteLists {
        if let lists = try await listsOfIDs() { return lists }
        // After a reset the known states belong to other ids.
        return try await listsOfArticles(as: nil)
    }

    /// Nil from an earlier Miniflux, which cannot list ids.
    private func listsOfIDs() async throws -> RemoteLists? {
        guard let unread = try await ids("status=unread"), let starred = try await ids("starred=true") else {
            return nil
        }
        return RemoteLists(unread: unread, starred: starred)
    }

    // MARK: - Articles

    package func fetch(_ ids: Set<String>, in lists: RemoteLists, into store: ArticleSink) async throws {
        let unread = ids.intersection(lists.unread)
        try await walk(unread, filter: "status=unread", into: store)
        try await walk(ids.intersection(lists.starred).subtracting(unread), filter: "starred=true", into: store)
        try await fetchUnlisted(ids.subtracting(lists.unread).subtracting(lists.starred), into: store)
    }

    /// Fetches articles by id. The API has no request for several ids, so this goes upwards from one missing id to the
    /// next, in the list that contains them.
    private func walk(_ ids: Set<String>, filter: String, into store: ArticleSink) async throws {
        var missing = ids.compactMap { Int64($0) }.sorted()[...]
        var size = PageSize()
        while let first = missing.first {
            guard !Task.isCancelled else { throw SyncFailure.cancelled }
            // For scattered ids, a page would hold mostly known articles.
            let end = missing.prefix(size.count).last ?? first
            let span = missing.prefix(size.count).count
            let limit =
                end.subtractingReportingOverflow(first).partialValue.magnitude < UInt64(size.count) * 2
                ? size.count : min(size.count, span)
            let began = ContinuousClock.now
            let before = first.addingSaturating(-1)
            let page = try await entries("after_entry_id=\(before)&\(filter)&order=id&direction=asc", limit)
            size.recordResponse(bytes: page.bytes, in: ContinuousClock.now - began)
            let wanted = page.articles.filter { ids.contains($0.id) }
            if !wanted.isEmpty { try await store(wanted) }
            let reached = page.articles.compactMap { Int64($0.id) }.max() ?? first
            // An article that is no longer on the list was marked meanwhile.
            missing = missing.drop { $0 <= max(reached, first) }
            if page.count < page.limit { return }
        }
    }

    package func fetchHistory(_ history: SyncHistory, into store: ArticleSink) async throws -> Set<String> {
        var count = HistoryCount(history)
        func storeWanted(_ articles: [RemoteArticle]) async throws {
            let wanted = articles.filter { count.admits(articleOf: $0.feed) && !history.known.contains($0.id) }
            if !wanted.isEmpty { try await store(wanted) }
        }
        let filter = "status=read&order=id&direction=desc"
        let page = try await entries(filter, PageSize().count)
        try await storeWanted(page.articles)
        // All read articles in long pages, or the newest of each feed: whichever needs fewer requests.
        guard page.total > page.count else { return [] }
        if page.total / Self.entriesAtOnce <= history.feeds.count {
            try await walkDown(from: page, filter, storeWanted)
            return []
        }
        for feed in history.feeds where count.wantsMore(of: feed) {
            count.restart(feed)
            try await walkBack("\(filter)&feed_id=\(feed.id)", history.limit(of: feed.id), storeWanted)
        }
        return []
    }

    /// Reads a list, newest first, from the end of a page to the end of the list.
    private func walkDown(
        from first: EntryPage, _ filter: String, _ store: ([RemoteArticle]) async throws -> Void
    ) async throws {
        var (page, size, below) = (first, PageSize(), Int64.max)
        // A server that ignores the id sends the same page again and again.
        while let lowest = page.lowest, lowest < below {
            guard !Task.isCancelled else { throw SyncFailure.cancelled }
            below = lowest
            size.recordResponse(bytes: page.bytes, in: .zero)
            page = try await entries("\(filter)&before_entry_id=\(below)", size.count)
            try await store(page.articles)
        }
    }

    /// Reads a list, newest first, until a number of articles has arrived.
    private func walkBack(
        _ filter: String, _ limit: Int, _ store: ([RemoteArticle]) async throws -> Void
    ) async throws {
        var (query, missing) = (filter, limit)
        while missing > 0 {
            guard !Task.isCancelled else { throw SyncFailure.cancelled }
            let page = try await entries(query, min(missing, Self.entriesAtOnce))
            try await store(page.articles)
            missing -= page.limit
            guard page.total > page.count, let last = page.articles.last else { return }
            query = "\(filter)&before_entry_id=\(last.id)"
        }
    }

    struct EntryPage {
        var articles: [RemoteArticle]
        /// The ids of all entries, even of removed ones.
        var ids: Set<String>
        /// The earliest and the latest change of an entry, in seconds since 1970; nil if an entry lacks it.
        var changes: ClosedRange<Int>?
        /// Entries on the page, and the total of matches.
        var count: Int
        var total: Int
        /// Entries requested.
        var limit: Int
        var bytes: Int
        var lowest: Int64? { articles.compactMap { Int64($0.id) }.min() }
    }

    func entries(_ query: String, _ limit: Int) async throws -> EntryPage {
        try await longest.request(limit) { try await page(of: $0, query) }
    }

    private func page(of limit: Int, _ query: String) async throws -> EntryPage {
        let response = try await send(ServerRequest(.get, base + "entries?\(query)&limit=\(limit)")).checked()
        let json = try response.json()
        let entries = try json.list("entries")
        guard let total = json["total"]?.int64 else {
            throw SyncFailure.notUnderstood("the server's response lacks total")
        }
        return EntryPage(
            articles: entries.compactMap(Self.article), ids: Set(entries.compactMap { $0["id"]?.text }),
            changes: Self.changes(of: entries), count: entries.count, total: Int(clamping: total), limit: limit,
            bytes: response.body.count)
    }

    private static func changes(of entries: [JSONValue]) -> ClosedRange<Int>? {
        let times = entries.compactMap { entry in
            entry["changed_at"]?.string.flatMap(FeedDate.parse).map { CalendarSeconds.whole($0.timeIntervalSince1970) }
        }
        guard times.count == entries.count, let first = times.min(), let last = times.max() else { return nil }
        return first...last
    }

    // MARK: - Requests

    func get(_ path: String) async throws -> JSONValue {
        try await send(ServerRequest(.get, base + path)).checked(refusal: Self.refusal).json()
    }

    static let refusal = "the server refused the API key or the password"

    /// Without a user the secret is an API key.
    func send(_ request: ServerRequest) async throws -> ServerResponse {
        var request = request
        let login = try await client.login()
        if let user = login.user {
            request.fields.append(("Authorization", BasicCredentials.field(user: user, password: login.secret)))
        } else {
            request.fields.append(("X-Auth-Token", login.secret))
        }
        return try await client.send(request)
    }

    // MARK: - Reading

    private static func feed(_ value: JSONValue) -> RemoteFeed? {
        guard let id = value["id"]?.text else { return nil }
        let folder = value["category"]?["title"]?.string.map(ServedItem.line)
        return RemoteFeed(
            id: id, title: value["title"]?.string.map(ServedItem.line),
            feedURL: ServedItem.address(value["feed_url"]?.string),
            homePageURL: ServedItem.address(value["site_url"]?.string),
            // Miniflux's first category has this name and means no folder.
            folder: folder.flatMap { $0 == "All" ? nil : [$0] } ?? [])
    }

    private static func article(_ value: JSONValue) -> RemoteArticle? {
        guard let id = value["id"]?.text, let status = value["status"]?.string else { return nil }
        guard status != "removed" else { return nil }
        var served = ServedItem()
        served.guid = value["hash"]?.string
        served.url = value["url"]?.string
        served.title = value["title"]?.string
        served.html = value["content"]?.string
        served.author = value["author"]?.string
        served.published = value["published_at"]?.string.flatMap(FeedDate.parse)
        served.commentsURL = value["comments_url"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        served.tags = value["tags"]?.elements.compactMap(\.string) ?? []
        served.enclosures =
            value["enclosures"]?.elements.compactMap { enclosure in
                enclosure["url"]?.string.map {
                    Enclosure(
                        url: $0, mimeType: enclosure["mime_type"]?.string,
                        size: enclosure["size"]?.int64.flatMap { $0 > 0 ? $0 : nil })
                }
            } ?? []
        return RemoteArticle(
            id: id, feed: value["feed_id"]?.text, item: served.item(base: value["feed"]?["site_url"]?.string),
            isRead: status == "read", isStarred: value["starred"]?.flag)
    }
}
