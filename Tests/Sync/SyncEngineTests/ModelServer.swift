import FeedModel
import Foundation
import Synchronization

@testable import SyncEngine

/// A sync server in memory with faults on demand: it behaves like its protocol and fails when the test says so.
final class ModelServer: SyncServer {
    struct Article: Equatable {
        var id: Int
        var feed: String
        var guid: String
        var isRead = false
        var isStarred = false
    }

    struct World {
        var articles: [Article] = []
        var feeds: [RemoteFeed] = []
        var nextID = 1
        /// Lists all ids; otherwise only the ids of unread and starred articles.
        var listsAll = true
        var calls: [String] = []
        /// The number of the next call that fails, counted from now, and true if it takes effect before it fails.
        var faultIn: Int?
        var isFaultLate = false
        /// Answers each mark with the status 400.
        var refusesMarks = false
        /// Runs while the feeds are being sent.
        var duringFeeds: (@Sendable () -> Void)?
        /// Runs while the lists are being sent.
        var duringLists: (@Sendable () -> Void)?
    }

    let world = Mutex(World())
    let traits: ServerTraits

    init(reportsChanges: Bool, feeds: [String] = ["f1", "f2"]) {
        var traits = ServerTraits()
        traits.reportsChanges = reportsChanges
        traits.changesShowAnchor = reportsChanges
        traits.marksAtOnce = 5
        self.traits = traits
        world.withLock { world in
            world.feeds = feeds.map {
                RemoteFeed(id: $0, title: $0, feedURL: "http://\($0).test/feed", folder: ["News"])
            }
        }
    }

    struct Broken: Error {}

    private func call<Value>(_ name: String, _ body: (inout World) -> Value) throws -> Value {
        try world.withLock { world in
            world.calls.append(name)
            var fails = false
            if let left = world.faultIn {
                world.faultIn = left > 0 ? left - 1 : nil
                fails = left == 0
            }
            if fails, !world.isFaultLate { throw Broken() }
            let value = body(&world)
            if fails { throw Broken() }
            return value
        }
    }

    // MARK: - Calls

    func current(_ ids: [String]) async throws -> [RemoteArticle] {
        try call("current") { world in world.articles.filter { ids.contains(String($0.id)) }.map(Self.remote) }
    }

    func feeds() async throws -> [RemoteFeed] {
        let feeds = try call("feeds") { $0.feeds }
        world.withLock { $0.duringFeeds }?()
        return feeds
    }

    func changes(after cursor: SyncCursor, showingAnchor: Bool) async throws -> SyncPage {
        try call("changes") { world in
            let position = cursor.position.flatMap { Int($0) } ?? 0
            let after = showingAnchor ? position - 1 : position
            let page = world.articles.filter { $0.id > after }.sorted { $0.id < $1.id }
            let part = Array(page.prefix(3))
            return SyncPage(
                articles: part.map(Self.remote),
                cursor: SyncCursor(position: String(max(position, part.last?.id ?? position))),
                hasMore: part.count < page.count)
        }
    }

    func lists() async throws -> RemoteLists {
        let lists = try call("lists") { world -> RemoteLists in
            let all = world.articles.filter { article in world.feeds.contains { $0.id == article.feed } }
            return RemoteLists(
                unread: Set(world.articles.filter { !$0.isRead }.map { String($0.id) }),
                starred: Set(world.articles.filter(\.isStarred).map { String($0.id) }),
                all: world.listsAll ? all.map { String($0.id) } : nil, isAllComplete: world.listsAll)
        }
        world.withLock { $0.duringLists }?()
        return lists
    }

    func fetch(_ ids: Set<String>, in lists: RemoteLists, into store: ArticleSink) async throws {
        for piece in stride(from: 0, to: ids.count, by: 3) {
            let wanted = ids.sorted()[piece..<min(piece + 3, ids.count)]
            let page = try call("fetch") { world in
                world.articles.filter { wanted.contains(String($0.id)) }.map(Self.remote)
            }
            if !page.isEmpty { try await store(page) }
        }
    }

    func fetchHistory(_ history: SyncHistory, into store: ArticleSink) async throws -> Set<String> {
        let page = try call("history") { world -> [RemoteArticle] in
            var count: [String: Int] = [:]
            let newest = world.articles.filter(\.isRead).sorted { $0.id > $1.id }.filter { article in
                count[article.feed, default: 0] += 1
                return count[article.feed, default: 0] <= history.limit(of: article.feed)
            }
            return newest.filter { !history.known.contains(String($0.id)) }.map(Self.remote)
        }
        if !page.isEmpty { try await store(page) }
        return []
    }

    func send(_ marks: [OutgoingMark]) async throws -> SentMarks {
        let isRefused = try call("send") { world in
            guard !world.refusesMarks else { return true }
            for mark in marks {
                guard let index = world.articles.firstIndex(where: { String($0.id) == mark.id }) else { continue }
                switch mark.mark {
                case .read(let value): world.articles[index].isRead = value
                case .starred(let value): world.articles[index].isStarred = value
                case .tagged: break
                }
            }
            return false
        }
        if isRefused { throw SyncFailure.status(400, "400 Bad Request") }
        return SentMarks(kept: marks)
    }

    func change(_ change: SubscriptionChange) async throws {}

    static func remote(_ article: Article) -> RemoteArticle {
        var item = ParsedItem(id: article.guid)
        item.title = article.guid
        item.url = "http://a.test/\(article.guid)"
        item.published = Date(timeIntervalSince1970: 1_700_000_000)
        return RemoteArticle(
            id: String(article.id), feed: article.feed, item: item, isRead: article.isRead, isStarred: article.isStarred
        )
    }

    // MARK: - Actions of other clients

    func publish(_ guid: String, in feed: String = "f1") {
        world.withLock { world in
            world.articles.append(Article(id: world.nextID, feed: feed, guid: guid))
            world.nextID += 1
        }
    }

    func mark(_ guid: String, _ mark: Mark) {
        world.withLock { world in
            guard let index = world.articles.firstIndex(where: { $0.guid == guid }) else { return }
            switch mark {
            case .read(let value): world.articles[index].isRead = value
            case .starred(let value): world.articles[index].isStarred = value
            case .tagged: break
            }
        }
    }

    /// Loses its newest articles and assigns their ids again, like a restored backup.
    func restoreBackup(losing count: Int) {
        world.withLock { world in
            world.articles.removeLast(min(count, world.articles.count))
            world.nextID = (world.articles.map(\.id).max() ?? 0) + 1
        }
    }

    /// Removes a feed with all its articles, or only with those that are not starred.
    func unsubscribe(_ feed: String, keepsStarred: Bool = false) {
        world.withLock { world in
            world.feeds.removeAll { $0.id == feed }
            world.articles.removeAll { $0.feed == feed && !(keepsStarred && $0.isStarred) }
        }
    }

    /// Removes a feed and subscribes to it again: new ids, everything unread.
    func resubscribe(_ feed: String) {
        world.withLock { world in
            guard let index = world.feeds.firstIndex(where: { $0.id == feed }) else { return }
            world.feeds[index].id += "'"
            let moved = world.articles.filter { $0.feed == feed }
            world.articles.removeAll { $0.feed == feed }
            for var article in moved {
                (article.id, article.feed, article.isRead, article.isStarred) = (world.nextID, feed + "'", false, false)
                world.nextID += 1
                world.articles.append(article)
            }
        }
    }

    var states: [String: [Bool]] {
        world.withLock { world in
            Dictionary(
                world.articles.map { ($0.guid, [$0.isRead, $0.isStarred]) }, uniquingKeysWith: { first, _ in first })
        }
    }
}
