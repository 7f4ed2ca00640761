import Basics
package import FeedModel
import FeedParsing
package import SyncEngine
import Synchronization

/// The Fever API, as implemented by Miniflux, FreshRSS, Coldsweat, CommaFeed and others.
///
/// A request asks for one list or for 50 articles, or sends one mark. The API does not report edits or deletions, and
/// cannot change subscriptions. On Miniflux `saved` is a toggle, so the adapter reads the saved ids first and sends
/// only the differences. First sync: 4 requests, 1 for each 50 unread or starred articles, and 1 or more if there are
/// read ones. Nothing new: 5 requests.
package struct FeverServer: SyncServer {
    private let client: any ServerClient
    /// The address up to the question mark.
    private let base: String
    private let memory = Memory()
    private let longest = LongestPage()

    /// Facts from the responses of this sync.
    private final class Memory: Sendable {
        /// The number of all articles on the server.
        let total = Mutex<Int?>(nil)
        /// The starred ids before stars were sent.
        let saved = Mutex<Set<String>?>(nil)
        /// True if a page of the server's own length was too long.
        let isTooLong = Mutex(false)
        /// The unread and starred ids in ascending order, once shorter pages are requested by them.
        let marked = Mutex<[Int64]?>(nil)
    }

    /// Articles in one response (the protocol's limit).
    private static let pageSize = 50
    /// Ids between two cursors that are requested by number if the server does not sort (default 2000).
    private static let gapLimit: Int64 = 2_000

    package init(_ client: any ServerClient, url: String) {
        self.client = client
        base = String(url.withoutQuery)
    }

    package var traits: ServerTraits {
        var traits = ServerTraits()
        traits.marksAtOnce = 500
        return traits
    }

    package func feeds() async throws -> [RemoteFeed] {
        let response = try await ask("feeds")
        let groups = try await ask("groups")
        let titles = Dictionary(
            try groups.list("groups").compactMap { group -> (String, String)? in
                guard let id = group["id"]?.text, let title = group["title"]?.string else { return nil }
                return (id, ServedItem.line(title))
            }, uniquingKeysWith: { first, _ in first })
        var folders: [String: String] = [:]
        for relation in (groups["feeds_groups"] ?? response["feeds_groups"])?.elements ?? [] {
            guard let title = relation["group_id"]?.text.flatMap({ titles[$0] }) else { continue }
            for id in Self.ids(relation["feed_ids"]?.text ?? "") where folders[id] == nil { folders[id] = title }
        }
        return try response.list("feeds").compactMap { feed in
            guard let id = feed["id"]?.text else { return nil }
            return RemoteFeed(
                id: id, title: feed["title"]?.string.map(ServedItem.line),
                feedURL: ServedItem.address(feed["url"]?.string),
                homePageURL: ServedItem.address(feed["site_url"]?.string),
                // Miniflux and Coldsweat use these names for the group of feeds without a group.
                folder: folders[id].flatMap { ["All", "Default"].contains($0) ? nil : [$0] } ?? [])
        }
    }

    package func current(_ ids: [String]) async throws -> [RemoteArticle] {
        try await articles("items&with_ids=\(ids.prefix(Self.pageSize).joined(separator: ","))").articles
    }

    package func changes(after cursor: SyncCursor, showingAnchor: Bool) async throws -> SyncPage {
        let position = cursor.position.flatMap { Int64($0, within: 0 ... .max) } ?? 0
        // Starts one id earlier, so that the page shows the article at the cursor. From 0 Miniflux does not sort.
        let since = showingAnchor && position > 1 ? position - 1 : position
        guard let page = try await fixedPage("items&since_id=\(since)") else { return try await marked(after: since) }
        let ids = page.articles.compactMap { Int64($0.id) }
        let reached = max(position, ids.max() ?? position)
        var articles = page.articles
        if page.articles.count >= Self.pageSize, ids != ids.sorted() {
            articles += try await between(position, reached, without: Set(ids))
        }
        return SyncPage(
            articles: articles, cursor: SyncCursor(position: String(reached)),
            hasMore: page.articles.count >= Self.pageSize && reached > position)
    }

    /// Returns a page whose length the server decides; nil if it is too long.
    private func fixedPage(_ question: String) async throws -> (articles: [RemoteArticle], total: Int?)? {
        guard !memory.isTooLong.withLock(\.self) else { return nil }
        do {
            return try await articles(question)
        } catch SyncFailure.tooLong(_) {
            memory.isTooLong.withLock { $0 = true }
            return nil
        }
    }

    /// Requests the next articles by id, since the server decides the length of its own pages. The API lists only the
    /// ids of unread and starred articles: read ones are left out.
    private func marked(after position: Int64) async throws -> SyncPage {
        let later = try await markedIDs().filter { $0 > position }
        var rest = later[...]
        let articles = try await page(of: &rest)
        let reached = later.dropLast(rest.count).last ?? position
        return SyncPage(
            articles: articles, cursor: SyncCursor(position: String(reached)), hasMore: !rest.isEmpty)
    }

    /// Returns the unread and starred ids in ascending order. The lists may be longer than a short page, so they are
    /// requested once.
    private func markedIDs() async throws -> [Int64] {
        if let known = memory.marked.withLock(\.self) { return known }
        let ids = try await idList("unread_item_ids").union(idList("saved_item_ids")).compactMap { Int64($0) }
        let ascending = ids.sorted()
        memory.marked.withLock { $0 = ascending }
        return ascending
    }

    /// Requests the first of these articles, and removes their ids.
    private func page(of rest: inout ArraySlice<Int64>) async throws -> [RemoteArticle] {
        guard !rest.isEmpty else { return [] }
        let ids = rest
        let (found, count) = try await longest.request(min(Self.pageSize, ids.count)) { count in
            let list = ids.prefix(count).map(String.init).joined(separator: ",")
            return (try await articles("items&with_ids=\(list)").articles, count)
        }
        rest = rest.dropFirst(count)
        return found
    }

    /// Requests by number the ids that a full unsorted page may lack below its highest one.
    private func between(_ low: Int64, _ high: Int64, without known: Set<Int64>) async throws -> [RemoteArticle] {
        guard high > low, high - low <= Self.gapLimit else { return [] }
        var found: [RemoteArticle] = []
        var rest = ((low + 1)...high).filter { !known.contains($0) }[...]
        while !rest.isEmpty { found += try await page(of: &rest) }
        return found
    }

    package func lists() async throws -> RemoteLists {
        let unread = try await idList("unread_item_ids")
        // Reuses the list from before the stars were sent; `StateComparison` leaves out the articles of sent stars.
        if let saved = memory.saved.withLock(\.self) { return RemoteLists(unread: unread, starred: saved) }
        return RemoteLists(unread: unread, starred: try await idList("saved_item_ids"))
    }

    private func idList(_ name: String) async throws -> Set<String> {
        // A list of one id may be a number.
        guard let text = try await ask(name)[name]?.text else {
            throw SyncFailure.notUnderstood("the server's response lacks \(name)")
        }
        return Set(Self.ids(text))
    }

    private static func ids(_ text: String) -> [String] {
        text.split(separator: ",").compactMap { Int64($0.filter { $0 != " " }).map(String.init) }
    }

    // MARK: - Articles

    package func fetch(_ ids: Set<String>, in lists: RemoteLists, into store: ArticleSink) async throws {
        var rest = ids.compactMap { Int64($0) }.sorted(by: >)[...]
        while !rest.isEmpty {
            guard !Task.isCancelled else { throw SyncFailure.cancelled }
            let found = try await page(of: &rest)
            if !found.isEmpty { try await store(found) }
        }
    }

    package func fetchHistory(_ history: SyncHistory, into store: ArticleSink) async throws -> Set<String> {
        let marked = history.lists.unread.union(history.lists.starred)
        // No article is read: all have arrived as unread or starred ones.
        if let total = memory.total.withLock(\.self), total == marked.count, marked.isSubset(of: history.known) {
            return []
        }
        var count = HistoryCount(history)
        var found = 0
        // The highest integer that PHP and JavaScript agree on: no server has ids near it.
        var before: Int64 = 9_007_199_254_740_991
        // The pages contain unread articles too.
        for _ in 0..<(history.total + marked.count) / Self.pageSize + 1 {
            guard !Task.isCancelled else { throw SyncFailure.cancelled }
            guard let page = try await fixedPage("items&max_id=\(before)") else { break }
            let lowest = page.articles.compactMap { Int64($0.id) }.min()
            let wanted = page.articles.filter {
                !marked.contains($0.id) && !history.known.contains($0.id) && count.admits(articleOf: $0.feed)
            }
            if !wanted.isEmpty { try await store(wanted) }
            found += page.articles.count { !marked.contains($0.id) }
            // All read articles are fetched.
            if let total = page.total, found >= total - marked.count { break }
            guard let lowest, lowest < before, page.articles.count >= Self.pageSize, count.wantsMore else { break }
            before = lowest
        }
        return []
    }

    private func articles(_ question: String) async throws -> (articles: [RemoteArticle], total: Int?) {
        let response = try await ask(question)
        let total = response["total_items"]?.text.flatMap { Int($0, within: 0 ... .max) }
        memory.total.withLock { $0 = total }
        return (try response.list("items").compactMap(Self.article), total)
    }

    // MARK: - Marks

    package func send(_ marks: [OutgoingMark]) async throws -> SentMarks {
        let saved = marks.contains(where: \.isStar) ? try await idList("saved_item_ids") : nil
        if let saved { memory.saved.withLock { $0 = saved } }
        var done = SentMarks()
        // Stars first: the older the list is, the likelier it is that another device has toggled the same star.
        for mark in [marks.filter(\.isStar), marks.filter { !$0.isStar }].joined() {
            let value: String? =
                switch mark.mark {
                case .read(let value): value ? "read" : "unread"
                case .starred(let value): saved?.contains(mark.id) == value ? nil : value ? "saved" : "unsaved"
                case .tagged: nil
                }
            do {
                let isKept = if let value { try await send(value, of: mark.id) } else { true }
                if isKept { done.kept.append(mark) } else { done.dropped.append(mark) }
            } catch {
                // The marks sent so far leave the outbox; the next request shows the error.
                guard !done.all.isEmpty else { throw error }
                return done
            }
        }
        return done
    }

    /// Sends the mark of one article.
    ///
    /// - Returns: false if the server refuses the mark because it no longer has the article (Coldsweat).
    private func send(_ mark: String, of id: String) async throws -> Bool {
        do {
            _ = try await ask("", form: [("mark", "item"), ("as", mark), ("id", id)])
            return true
        } catch let refusal as SyncFailure where refusal.isRefusal {
            guard try await current([id]).isEmpty else { throw refusal }
            return false
        }
    }

    package func change(_ change: SubscriptionChange) async throws {
        throw SyncFailure.status("the Fever API cannot change subscriptions: do it on the server's own page")
    }

    // MARK: - Requests

    /// Sends a request. A server that refuses the login also answers with status 200.
    private func ask(_ question: String, form: [(String, String)] = []) async throws -> JSONValue {
        let login = try await client.login()
        var request = ServerRequest(.post, base + "?api" + (question.isEmpty ? "" : "&" + question))
        request.setForm([("api_key", MD5.hexadecimal("\(login.user ?? ""):\(login.secret)"))] + form)
        let json = try await client.send(request).checked().json()
        guard let isAuthenticated = json["auth"]?.flag else {
            throw SyncFailure.notUnderstood("not a response of the Fever API")
        }
        guard isAuthenticated else { throw SyncFailure.credentials(ServerResponse.refusedPassword) }
        return json
    }

    private static func article(_ value: JSONValue) -> RemoteArticle? {
        guard let id = value["id"]?.int64 else { return nil }
        var served = ServedItem()
        served.url = value["url"]?.string
        served.title = value["title"]?.string
        served.html = value["html"]?.string
        served.author = value["author"]?.string
        served.published = value["created_on_time"]?.double.flatMap(FeedDate.moment(seconds:))
        return RemoteArticle(
            id: String(id), feed: value["feed_id"]?.text, item: served.item(base: nil),
            isRead: value["is_read"]?.flag, isStarred: value["is_saved"]?.flag)
    }
}

extension OutgoingMark {
    fileprivate var isStar: Bool {
        if case .starred = mark { true } else { false }
    }
}
