import Basics
package import FeedModel
import FeedParsing
package import SyncEngine
import Synchronization

/// The Google Reader API, as implemented by FreshRSS, Miniflux, Inoreader, The Old Reader, BazQux and others.
///
/// The servers share no request for new articles (`ot` loses late articles on some, continuations skip on others), so
/// the id lists show which are missing. First sync: 1 request for feeds, 3 or more for ids, and 1 for each 100 to 250
/// articles. Nothing new: 6 requests, and 1 or more for each label.
package struct GoogleReaderServer: SyncServer {
    let session: GoogleReaderSession
    let streams = FeedStreams()
    let knownLabels = KnownLabels()
    private let longest = LongestPage()

    /// The ids of feeds by the names of their streams: some servers name an article's stream by the feed's address.
    final class FeedStreams: Sendable {
        private let ids = Mutex<[String: String]>([:])
        /// The names of folders. Articles have them as labels too.
        private let folders = Mutex<Set<String>?>(nil)

        func learn(_ feeds: [RemoteFeed], folders names: Set<String>) {
            let pairs = feeds.flatMap { feed in
                [(feed.id, feed.id)] + (feed.feedURL.map { [("feed/\($0)", feed.id)] } ?? [])
            }
            ids.withLock { $0 = Dictionary(pairs, uniquingKeysWith: { first, _ in first }) }
            folders.withLock { $0 = names }
        }

        /// Nil if the folders are not known yet.
        func tags(in categories: [String]) -> [String]? {
            guard let folders = folders.withLock({ $0 }) else { return nil }
            let names = categories.compactMap(GoogleReaderServer.name(ofLabel:)).map(ServedItem.line)
            let tags = names.filter { !folders.contains($0) }.compactMap(StarredItems.tag)
            return Array(tags.prefix(RemoteLabel.maximumCount))
        }

        func isFolder(_ name: String) -> Bool { folders.withLock { $0?.contains(name) ?? true } }

        func id(of stream: String) -> String { ids.withLock { $0[stream] ?? stream } }
    }

    /// Ids per request: the maximum of Miniflux and The Old Reader; other servers return fewer and a continuation.
    private static let idsAtOnce = 10_000
    /// Pages of ids read from one list (default 50).
    private static let pageLimit = 50
    /// Pages of ids read from the list of all articles in a first sync, and from the list of a label (default 10).
    static let firstPageLimit = 10
    /// Newest ids of one feed that are searched for read articles (default 500).
    private static let idsOfFeed = 500

    package init(_ client: any ServerClient, url: String) {
        session = GoogleReaderSession(client, base: Self.base(of: url))
    }

    static func base(of url: String) -> String {
        var url = url.withoutFragment.withoutFinalSlashes
        for tail in ["/reader/api/0", "/accounts/ClientLogin"] where url.hasSuffix(tail) {
            url.removeLast(tail.count)
        }
        return url
    }

    package var traits: ServerTraits {
        var traits = ServerTraits()
        traits.reportsChanges = false
        traits.changesShowAnchor = false
        traits.marksAtOnce = 250
        traits.management = Set(SubscriptionChange.Kind.allCases)
        return traits
    }

    package func feeds() async throws -> [RemoteFeed] {
        let values = try await session.get("subscription/list").list("subscriptions")
        let feeds = values.compactMap(Self.feed)
        streams.learn(feeds, folders: Set(values.flatMap(Self.labels)))
        return feeds
    }

    package func current(_ ids: [String]) async throws -> [RemoteArticle] {
        try await contents(ids).articles
    }

    package func lists() async throws -> RemoteLists {
        // The new articles are on the newest page.
        try await lists(pages: 1)
    }

    package func listsOfFirstSync() async throws -> RemoteLists {
        try await lists(pages: Self.firstPageLimit)
    }

    /// - Parameter pages: pages read from the list of all articles.
    private func lists(pages: Int) async throws -> RemoteLists {
        let unread = try await ids("reading-list", excluding: "read")
        let starred = try await ids("starred")
        let all = try await ids("reading-list", pages: pages)
        return RemoteLists(
            unread: Set(unread.ids), starred: Set(starred.ids), all: all.ids, isUnreadComplete: unread.isWhole,
            isStarredComplete: starred.isWhole, isAllComplete: all.isWhole, reachesOldest: all.reachesEnd,
            labels: try await labels())
    }

    /// The ids of a stream, newest first.
    struct Listing {
        var ids: [String] = []
        /// True if the list is complete and fitted on one page: between two pages, articles may have moved.
        var isWhole = false
        var reachesEnd = false
    }

    private func ids(_ state: String, excluding excluded: String? = nil, pages: Int = pageLimit) async throws -> Listing
    {
        try await ids(stream: "user/-/state/com.google/\(state)", excluding: excluded, pages: pages)
    }

    func ids(
        stream: String, excluding excluded: String? = nil, count: Int = idsAtOnce, pages: Int
    ) async throws -> Listing {
        var query = "s=\(stream.formEncoded)&n=\(count)"
        if let excluded { query += "&xt=\("user/-/state/com.google/\(excluded)".formEncoded)" }
        var listing = Listing()
        var known: Set<String> = []
        var continuation: String?
        for page in 1...pages {
            let response = try await session.get(
                "stream/items/ids", query + (continuation.map { "&c=\($0.formEncoded)" } ?? ""))
            let references = try response.list("itemRefs")
            let before = known.count
            for reference in references {
                guard let id = reference["id"]?.text.flatMap(ItemID.init)?.text else { continue }
                if known.insert(id).inserted { listing.ids.append(id) }
            }
            let next = response["continuation"]?.text.flatMap { $0.isEmpty ? nil : $0 }
            guard let next, next != continuation, known.count > before, known.count < pages * count else {
                // Some servers give a continuation after the last page as well: it leads to nothing, or to the last
                // article.
                listing.reachesEnd = next == nil || references.count <= 1
                listing.isWhole = listing.reachesEnd && (page == 1 || page == 2 && known.count == before)
                return listing
            }
            continuation = next
        }
        return listing
    }

    // MARK: - Articles

    package func fetch(_ ids: Set<String>, in lists: RemoteLists, into store: ArticleSink) async throws {
        try await fetch(ids.sorted(by: ItemID.isNewer), into: store)
    }

    private func fetch(_ ids: [String], into store: ([RemoteArticle]) async throws -> Void) async throws {
        try await longest.fetch(ids, limit: 250, contents, into: store)
    }

    package func fetchHistory(_ history: SyncHistory, into store: ArticleSink) async throws -> Set<String> {
        let listed = (history.lists.all ?? []).filter { !history.known.contains($0) }
        var count = HistoryCount(history)
        // All read articles, or the newest of each feed: whichever are fewer.
        if history.lists.reachesOldest, listed.count <= max(SyncHistory.perFeed, history.total) {
            var left: Set<String> = []
            try await fetch(listed) { articles in
                let wanted = articles.filter { count.admits(articleOf: $0.feed) }
                left.formUnion(Set(articles.map(\.id)).subtracting(wanted.map(\.id)))
                if !wanted.isEmpty { try await store(wanted) }
            }
            return left
        }
        var wanted: Set<String> = []
        for feed in history.feeds {
            let limit = history.limit(of: feed.id)
            let pages = limit / Self.idsOfFeed + 1
            let ids = try await ids(stream: feed.id, count: Self.idsOfFeed, pages: pages).ids
            wanted.formUnion(ids.lazy.filter { !history.lists.unread.contains($0) }.prefix(limit))
        }
        let missing = wanted.subtracting(history.known).sorted(by: ItemID.isNewer)
        try await fetch(missing, into: store)
        return Set(listed).subtracting(wanted)
    }

    private func contents(_ ids: [String]) async throws -> (articles: [RemoteArticle], bytes: Int) {
        guard !ids.isEmpty else { return ([], 0) }
        let response = try await session.postAny(
            "stream/items/contents?output=json", ids.map { ("i", ItemID.sent($0)) })
        // Earlier versions of Miniflux refuse a request if they have none of its ids.
        if response.status == 400, response.serverMessage?.contains("no items returned") == true { return ([], 0) }
        return (try response.checked().json().list("items").compactMap(article), response.body.count)
    }

    // MARK: - Marks and subscriptions

    package func send(_ marks: [OutgoingMark]) async throws -> SentMarks {
        try await marks.sent { mark, ids in
            let articles = ids.map { ("i", ItemID.sent($0)) }
            let state: (String, String)
            switch mark {
            case .read(let value): state = (value ? "a" : "r", "user/-/state/com.google/read")
            case .starred(let value): state = (value ? "a" : "r", "user/-/state/com.google/starred")
            case .tagged(let tag, let isAdded):
                return try await sendTag(tag, isAdded: isAdded, of: articles) ? ids : []
            }
            try await session.confirmed("edit-tag", articles + [state])
            return ids
        }
    }

    package func change(_ change: SubscriptionChange) async throws {
        switch change {
        case .subscribe(let url, let title, let folder):
            try await session.confirmed(
                "subscription/edit",
                [("ac", "subscribe"), ("s", "feed/\(url)")] + (title.map { [("t", $0)] } ?? [])
                    + (folder.map { [("a", Self.label($0))] } ?? []))
        case .unsubscribe(let feed):
            try await remove(feed) {
                try await session.confirmed("subscription/edit", [("ac", "unsubscribe"), ("s", feed.id)])
            }
        case .rename(let feed, let title):
            try await session.confirmed("subscription/edit", [("ac", "edit"), ("s", feed.id), ("t", title)])
        case .move(let feed, let folder): try await move(feed, to: folder)
        case .renameFolder(let folder, let name): try await renameFolder(folder, to: name)
        }
    }

    private func move(_ feed: RemoteFeed, to folder: String?) async throws {
        let removed = feed.folder.last.map { [("r", Self.label($0))] } ?? []
        let added = folder.map { [("a", Self.label($0))] } ?? []
        try await session.confirmed("subscription/edit", [("ac", "edit"), ("s", feed.id)] + removed + added)
        guard folder == nil, !removed.isEmpty else { return }
        // Miniflux confirms that a feed has left its folder, and keeps it there.
        if try await feeds().contains(where: { $0.id == feed.id && $0.folder == feed.folder }) {
            throw SyncFailure.status("the server left the feed in its folder")
        }
    }

    private func renameFolder(_ folder: String, to name: String) async throws {
        do {
            try await session.confirmed("rename-tag", [("s", Self.label(folder)), ("dest", Self.label(name))])
        } catch let failure as SyncFailure where failure.isRefusal {
            let folders = try await feeds().map(\.folder)
            guard !folders.contains([folder]) else { throw failure }
            // Renamed before: through another account, or by a request whose response was lost.
            guard folders.contains([name]) else { throw SyncFailure.noFolder(folder) }
        }
    }

    static func label(_ folder: String) -> String {
        "user/-/label/" + folder
    }

    // MARK: - Reading

    private static func feed(_ value: JSONValue) -> RemoteFeed? {
        guard let id = value["id"]?.text.map(ServedItem.line) else { return nil }
        let category = value["categories"]?.elements.first {
            $0["type"]?.string.map { $0 == "folder" } ?? $0["id"]?.string?.contains("/label/") ?? false
        }
        let label = category?["label"]?.string ?? category?["id"]?.string.flatMap(Self.name(ofLabel:))
        let isAddress = id.hasPrefix("feed/http")
        return RemoteFeed(
            id: id, title: ServedItem.title(value["title"]?.string).map(FullwidthForms.replaced),
            feedURL: ServedItem.address(value["url"]?.string ?? (isAddress ? String(id.dropFirst(5)) : nil)),
            homePageURL: ServedItem.address(value["htmlUrl"]?.string), folder: label.map { [ServedItem.line($0)] } ?? []
        )
    }

    /// Returns the names of all labels of a feed.
    private static func labels(_ feed: JSONValue) -> [String] {
        let categories = feed["categories"]?.elements ?? []
        return categories.compactMap { $0["label"]?.string ?? $0["id"]?.string.flatMap(name(ofLabel:)) }.map(
            ServedItem.line)
    }

    static func name(ofLabel id: String) -> String? {
        id.firstRange(of: "/label/").map { String(id[$0.upperBound...]) }
    }

    private func article(_ value: JSONValue) -> RemoteArticle? {
        guard let id = value["id"]?.text.flatMap(ItemID.init)?.text else { return nil }
        // Some servers write the user's number instead of the hyphen: compare the end.
        let states = value["categories"]?.elements.compactMap(\.string) ?? []
        let published = value["published"]?.double.flatMap(FeedDate.moment(seconds:))
        var served = ServedItem()
        served.guid = value["guid"]?.string
        served.url =
            value["canonical"]?.elements.first?["href"]?.string ?? value["alternate"]?.elements.first?["href"]?.string
        served.title = value["title"]?.string
        served.html = value["content"]?["content"]?.string ?? value["summary"]?["content"]?.string
        served.author = value["author"]?.string.map(FullwidthForms.replaced)
        served.published = published
        served.tags = states.filter { $0.contains("/label/") == false && !$0.contains("/state/") }
        served.enclosures =
            value["enclosure"]?.elements.compactMap { enclosure in
                enclosure["href"]?.string.map {
                    Enclosure(
                        url: $0, mimeType: enclosure["type"]?.string,
                        size: enclosure["length"]?.int64.flatMap { $0 > 0 ? $0 : nil })
                }
            } ?? []
        var item = served.item(base: value["origin"]?["htmlUrl"]?.string)
        item.title = item.title.map(FullwidthForms.replaced)
        return RemoteArticle(
            id: id, feed: value["origin"]?["streamId"]?.text.map { streams.id(of: ServedItem.line($0)) }, item: item,
            isRead: states.contains { $0.hasSuffix("/state/com.google/read") },
            isStarred: states.contains { $0.hasSuffix("/state/com.google/starred") }, labels: streams.tags(in: states))
    }
}
