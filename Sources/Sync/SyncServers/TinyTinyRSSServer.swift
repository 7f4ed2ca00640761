package import FeedModel
import FeedParsing
package import SyncEngine

/// Tiny Tiny RSS (API level 15 and later), and The Arsse, which has the same API.
///
/// Lists of headlines are sorted by date and paged by offset, so id lists show which articles are missing. First sync:
/// 5 requests, 1 for each 200 unread articles, 1 for each 100 to 200 articles. Nothing new: 6 requests, 1 for each 200
/// unread articles, 1 for each label, and 1 if folders are nested.
package struct TinyTinyRSSServer: SyncServer {
    let session: TinyTinyRSSSession
    let knownLabels = KnownLabels()
    private let longest = LongestPage()

    /// Headlines in one response (the server's limit).
    private static let pageSize = 200
    /// Pages of the newest headlines that a first sync reads for each feed's newest read articles (default 25).
    private static let historyPages = 25
    private static let allArticles = -4
    private static let starred = -1
    /// All feeds, the labels among them.
    private static let allFeeds = "-4"
    /// Pages read of the unread or the starred articles (default 2,000, which are 400,000 articles).
    private static let listPages = 2_000

    package init(_ client: any ServerClient, url: String) {
        session = TinyTinyRSSSession(client, url: Self.base(of: url))
    }

    static func base(of url: String) -> String { url.apiAddress("/api/") }

    package var traits: ServerTraits {
        var traits = ServerTraits()
        traits.reportsChanges = false
        traits.changesShowAnchor = false
        traits.management = [.subscribe, .unsubscribe]
        return traits
    }

    package func feeds() async throws -> [RemoteFeed] {
        guard
            case .array(let feeds) = try await session.call(
                "getFeeds", { $0.member("cat_id", Self.allFeeds, quoted: false) })
        else { throw SyncFailure.notUnderstood("the server's response is not a list of feeds") }
        knownLabels.learn(feeds)
        let used = Set(feeds.compactMap { $0["cat_id"]?.int64 }.filter { $0 > 0 }.map { String($0) })
        let folders = used.isEmpty ? [:] : try await folders { used.isSubset(of: $0.keys) }
        return feeds.compactMap { feed in
            guard let id = feed["id"]?.int64, id > 0 else { return nil }
            let category = feed["cat_id"]?.int64 ?? 0
            return RemoteFeed(
                id: String(id), title: feed["title"]?.string.map(ServedItem.line),
                feedURL: ServedItem.address(feed["feed_url"]?.string),
                folder: category > 0 ? folders[String(category)] ?? [] : [])
        }
    }

    package func current(_ ids: [String]) async throws -> [RemoteArticle] {
        try await articles(ids)
    }

    package func lists() async throws -> RemoteLists {
        let (unread, isUnreadComplete) = try await list(Self.allArticles, "unread")
        let (starred, isStarredComplete) = try await list(Self.starred, "all_articles")
        let newest = try await headlines(Self.allArticles, "all_articles", skip: 0)
        return RemoteLists(
            unread: Set(unread), starred: Set(starred), all: newest.map(\.id), isUnreadComplete: isUnreadComplete,
            isStarredComplete: isStarredComplete, isAllComplete: newest.count < Self.pageSize,
            labels: try await labels())
    }

    /// Returns the ids of a list, by offset. Each page must begin with the last id of the previous one: otherwise the
    /// list has shifted meanwhile, and is read again.
    func list(
        _ feed: Int, _ mode: String, pages: Int = listPages
    ) async throws -> (ids: [String], isComplete: Bool) {
        var known: Set<String> = []
        for _ in 1...3 {
            var ids: [String] = []
            var isStable = true
            var read = 0
            while isStable {
                guard !Task.isCancelled else { throw SyncFailure.cancelled }
                guard read < pages else { return (ids, false) }
                read += 1
                let page = try await headlines(feed, mode, skip: max(0, ids.count - 1)).map(\.id)
                isStable = ids.isEmpty || page.first == ids.last
                ids += ids.isEmpty ? page[...] : page.dropFirst()
                if isStable, page.count < Self.pageSize { return (ids, true) }
            }
            known.formUnion(ids)
        }
        return (Array(known), false)
    }

    private struct Headline {
        var id: String
        var feed: String
        var isUnread: Bool
        var isStarred: Bool
    }

    private func headlines(_ feed: Int, _ mode: String, skip: Int, limit: Int = pageSize) async throws -> [Headline] {
        let response = try await session.call("getHeadlines") { json in
            json.member("feed_id", String(feed), quoted: false)
            json.member("limit", String(limit), quoted: false)
            json.member("skip", String(skip), quoted: false)
            json.member("view_mode", mode)
            json.member("show_content", "false", quoted: false)
            json.member("show_excerpt", "false", quoted: false)
            json.member("include_attachments", "false", quoted: false)
        }
        guard case .array(let headlines) = response else {
            throw SyncFailure.notUnderstood("the server's response is not a list of headlines")
        }
        return headlines.compactMap { headline in
            guard let id = headline["id"]?.int64 else { return nil }
            return Headline(
                id: String(id), feed: headline["feed_id"]?.text ?? "", isUnread: headline["unread"]?.flag ?? false,
                isStarred: headline["marked"]?.flag ?? false)
        }
    }

    // MARK: - Articles

    package func fetch(_ ids: Set<String>, in lists: RemoteLists, into store: ArticleSink) async throws {
        let newestFirst = ids.compactMap { Int64($0) }.sorted(by: >).map(String.init)
        try await longest.fetch(newestFirst, limit: Self.pageSize, { (try await articles($0), 0) }, into: store)
    }

    package func fetchHistory(_ history: SyncHistory, into store: ArticleSink) async throws -> Set<String> {
        // Without a headline beyond the marked ones, no article is read.
        let marked = history.lists.unread.union(history.lists.starred).count
        guard try await !headlines(Self.allArticles, "all_articles", skip: marked, limit: 1).isEmpty else { return [] }
        var count = HistoryCount(history)
        var wanted: Set<String> = []
        let needed = history.limits.isEmpty ? 0 : (history.total + marked) / Self.pageSize
        for page in 0..<max(Self.historyPages, needed) {
            let headlines = try await headlines(Self.allArticles, "all_articles", skip: page * Self.pageSize)
            for headline in headlines where !headline.isUnread && !headline.isStarred {
                if count.admits(articleOf: headline.feed) { wanted.insert(headline.id) }
            }
            guard headlines.count >= Self.pageSize, count.wantsMore else { break }
        }
        try await fetch(wanted.subtracting(history.known), in: history.lists, into: store)
        return Set(history.lists.all ?? []).subtracting(history.known).subtracting(wanted)
    }

    func articles(_ ids: [String]) async throws -> [RemoteArticle] {
        let response = try await session.call("getArticle") { $0.member("article_id", ids.joined(separator: ",")) }
        guard case .array(let articles) = response else {
            throw SyncFailure.notUnderstood("the server's response is not a list of articles")
        }
        return articles.compactMap(Self.article)
    }

    // MARK: - Marks and subscriptions

    /// Sends marks. Modes 0 and 1 are values, 2 is a toggle. Without a mode the server clears the field.
    package func send(_ marks: [OutgoingMark]) async throws -> SentMarks {
        try await marks.sent { mark, ids in
            let (field, mode): (String, String)
            switch mark {
            case .starred(let value): (field, mode) = ("0", value ? "1" : "0")
            case .read(let value): (field, mode) = ("2", value ? "0" : "1")
            case .tagged(let name, let value):
                return try await sendTag(name, isAdded: value, of: ids)
            }
            let response = try await session.call("updateArticle") { json in
                json.member("article_ids", ids.joined(separator: ","))
                json.member("mode", mode, quoted: false)
                json.member("field", field, quoted: false)
            }
            guard response["status"]?.string == "OK" else {
                throw SyncFailure.notUnderstood("the server did not confirm marks")
            }
            return ids
        }
    }

    package func change(_ change: SubscriptionChange) async throws {
        switch change {
        case .subscribe(let url, let title, let folder):
            guard title == nil else {
                throw SyncFailure.status("this server's API cannot name a feed: leave the title out")
            }
            var category = "0"
            if let folder { category = try await categoryID(folder) }
            let response = try await session.call("subscribeToFeed") { [category] json in
                json.member("feed_url", url)
                json.member("category_id", category, quoted: false)
            }
            // 0 means already subscribed, and 1 means done; higher numbers are errors.
            let code = response["status"]?["code"]?.int64 ?? -1
            guard code == 0 || code == 1 else {
                throw SyncFailure.status(
                    "the server refused the subscription: " + (Self.refusals[code] ?? "error \(code)"))
            }
        case .unsubscribe(let feed):
            try await remove(feed) {
                let response = try await session.call("unsubscribeFeed") {
                    $0.member("feed_id", feed.id, quoted: false)
                }
                guard response["status"]?.string == "OK" else { throw SyncFailure.notConfirmed }
            }
        case .rename, .move, .renameFolder:
            throw SyncFailure.status("this server's API can neither rename nor move: do it on the server's own page")
        }
    }

    private static let refusals: [Int64: String] = [
        2: "not an address", 3: "no feed there, and the page names none", 4: "the page names several feeds",
        5: "the address cannot be fetched", 6: "not a feed", 7: "the server's database failed",
    ]

    private func categoryID(_ title: String) async throws -> String {
        let folders = try await folders { $0.values.contains([title]) }
        // The id must be a number, since it is sent as it is.
        guard let id = folders.first(where: { $0.value.joined(separator: "/") == title })?.key, Int64(id) != nil else {
            throw SyncFailure.noFolder(title, ", and its API cannot make one")
        }
        return id
    }

    private static func article(_ value: JSONValue) -> RemoteArticle? {
        guard let id = value["id"]?.int64 else { return nil }
        var served = ServedItem()
        served.guid = value["guid"]?.string
        served.url = value["link"]?.string
        served.title = value["title"]?.string
        served.html = value["content"]?.string
        served.author = value["author"]?.string
        served.published = value["updated"]?.double.flatMap(FeedDate.moment(seconds:))
        served.enclosures =
            value["attachments"]?.elements.compactMap { attachment in
                attachment["content_url"]?.string.map {
                    Enclosure(url: $0, mimeType: attachment["content_type"]?.string)
                }
            } ?? []
        // The server archives the starred and unread articles of a removed feed: they have no feed, or number 0.
        let feed = value["feed_id"]?.int64.flatMap { $0 > 0 ? String($0) : nil }
        return RemoteArticle(
            id: String(id), feed: feed, item: served.item(base: nil),
            isRead: value["unread"]?.flag.map { !$0 }, isStarred: value["marked"]?.flag,
            labels: KnownLabels.tags(of: value))
    }
}
