package import FeedModel
import Foundation
package import ScriptedOrigin
import SeededNumbers
package import Synchronization

/// A sync server scripted on an origin, which behaves like the real ones: FreshRSS for the Google Reader API, Miniflux,
/// Fever as Miniflux speaks it (a star is a toggle, one query per request), Nextcloud News, tt-rss.
package final class ScriptedSyncServer: Sendable {
    package struct Entry: Sendable {
        package var id: Int
        package var feed = 1
        package var isRead = false
        package var isStarred = false
        /// The person's tags.
        package var labels: Set<String> = []
        package var modified: Int
        package var html = "<p>x</p>"
        /// Seconds since 1970; nil for the usual date. Miniflux always has the usual date.
        package var published: Int?
    }

    package struct Feed: Sendable {
        package var id: Int
        package var title: String
        package var url: String
        package var folder: String?

        package init(id: Int, title: String, url: String, folder: String?) {
            self.id = id
            self.title = title
            self.url = url
            self.folder = folder
        }
    }

    package struct World: Sendable {
        package var entries: [Entry] = []
        package var feeds: [Feed] = []
        package var folders: [String] = []
        /// The folders around nested ones, which tt-rss has.
        package var outerFolders: [String: String] = [:]
        /// The labels that tt-rss has.
        package var labels: [String] = []
        package var password = "right"
        package var session = "s1"
        /// The server's clock, in microseconds.
        package var modified = 1_800_000_000_000_000
        /// Nil for the current version of Miniflux.
        package var earlierMiniflux: EarlierMiniflux?
        /// True for a Fever server that refuses the marks of articles that it does not have (Coldsweat).
        package var refusesMarksOfMissing = false
        /// The number of requests that have used the current token for POST.
        var tokenUses = 0
        /// Faults for the next responses, one for each; nil means no fault.
        package var faults: [(@Sendable (Reply) -> Reply)?] = []
        /// Replies to the next requests in place of their work.
        package var refusals: [Reply] = []
        /// The share of requests that fail, half of them before their work is done, half after it.
        package var failing = 0.0
        var random = SplitMix(seed: 1)
    }

    package let world = Mutex(World())
    package let origin: Origin
    package let kind: ServerKind
    let variation: ReaderVariation

    package init(_ kind: ServerKind, on origin: Origin, as variation: ReaderVariation = .freshRSS) {
        self.kind = kind
        self.origin = origin
        self.variation = variation
        let folder = kind == .greader ? "News & a/b" : "News"
        world.withLock { world in
            world.folders = [folder]
            world.feeds = [Feed(id: 1, title: "Wire", url: "http://a.test/feed", folder: folder)]
        }
        switch kind {
        case .greader:
            for path in [
                "accounts/ClientLogin", "reader/api/0/token", "reader/api/0/subscription/list",
                "reader/api/0/stream/items/ids", "reader/api/0/stream/items/contents", "reader/api/0/edit-tag",
                "reader/api/0/subscription/edit", "reader/api/0/rename-tag", "reader/api/0/tag/list",
            ] { route(variation.base + "/" + path) { $0.reader($2, &$1) } }
        case .miniflux:
            for path in ["feeds", "categories", "entries", "entries/ids"] {
                route("/v1/" + path) { $0.miniflux($2, &$1) }
            }
            for id in 1...1_200 {
                route("/v1/entries/\(id)") { $0.miniflux($2, &$1) }
                route("/v1/entries/\(id)/bookmark") { $0.miniflux($2, &$1) }
            }
            for id in 1...9 {
                route("/v1/feeds/\(id)") { $0.miniflux($2, &$1) }
                route("/v1/categories/\(id)") { $0.miniflux($2, &$1) }
            }
        case .fever: route("/fever/") { $0.fever($2, &$1) }
        case .nextcloud:
            let marks = ["read", "unread", "star", "unstar"].map { "items/\($0)/multiple" }
            let feeds = (1...9).flatMap { ["feeds/\($0)", "feeds/\($0)/move", "feeds/\($0)/rename", "folders/\($0)"] }
            for path in ["feeds", "folders", "items", "items/updated"] + marks + feeds {
                route("/index.php/apps/news/api/v1-3/" + path) { $0.nextcloud($2, &$1) }
            }
        case .ttrss: route("/api/") { $0.tiny($2, &$1) }
        case .since: break
        }
    }

    /// Answers requests for a path without keeping the server alive, since the server owns the origin.
    private func route(
        _ path: String, _ answer: @escaping @Sendable (ScriptedSyncServer, inout World, RecordedRequest) -> Reply
    ) {
        origin.route(path) { [weak self] request in
            guard let self else { return .closed }
            return world.withLock { world in
                guard world.refusals.isEmpty else { return world.refusals.removeFirst() }
                let fault = world.faults.isEmpty ? nil : world.faults.removeFirst()
                let isFailing = Double.random(in: 0..<1, using: &world.random) < world.failing
                if isFailing, Bool.random(using: &world.random) { return .reset }
                let reply = answer(self, &world, request)
                return isFailing ? .closed : fault?(reply) ?? reply
            }
        }
    }

    package var address: String {
        origin.url(kind == .greader ? variation.base : kind == .fever ? "/fever/" : "/")
    }

    package func publish(_ ids: ClosedRange<Int>, in feed: Int = 1) {
        world.withLock { world in
            for id in ids {
                world.modified += 1
                world.entries.append(Entry(id: id, feed: feed, modified: world.modified))
            }
        }
    }

    package func change(_ id: Int, _ body: (inout Entry) -> Void) {
        world.withLock { Self.change(id, &$0, body) }
    }

    package var entries: [Entry] { world.withLock { $0.entries } }
    package var feeds: [Feed] { world.withLock { $0.feeds } }

    static func has(_ id: Int, _ world: World) -> Bool { world.entries.contains { $0.id == id } }

    static func change(_ id: Int, _ world: inout World, _ body: (inout Entry) -> Void) {
        guard let index = world.entries.firstIndex(where: { $0.id == id }) else { return }
        body(&world.entries[index])
        world.modified += 1
        world.entries[index].modified = world.modified
    }

    // MARK: - Subscriptions

    /// Returns the number of a folder, which is created if it is missing.
    static func folderID(_ name: String, _ world: inout World) -> Int {
        if let index = world.folders.firstIndex(of: name) { return index + 1 }
        world.folders.append(name)
        return world.folders.count
    }

    static func folder(_ id: Int?, _ world: World) -> String? {
        id.flatMap { world.folders.indices.contains($0 - 1) ? world.folders[$0 - 1] : nil }
    }

    static func subscribe(to url: String, in folder: String?, _ world: inout World) -> Int {
        let id = (world.feeds.map(\.id).max() ?? 0) + 1
        world.feeds.append(Feed(id: id, title: "New \(id)", url: url, folder: folder))
        return id
    }

    package static func unsubscribe(_ id: Int, _ world: inout World) {
        world.feeds.removeAll { $0.id == id }
        world.entries.removeAll { $0.feed == id }
    }

    /// Removes a feed, and keeps its starred articles without a feed.
    package func unsubscribeKeepingStarred(_ id: Int) {
        world.withLock { world in
            for index in world.entries.indices where world.entries[index].feed == id && world.entries[index].isStarred {
                world.entries[index].feed = 0
            }
            Self.unsubscribe(id, &world)
        }
    }

    package static func change(feed id: Int, _ world: inout World, _ body: (inout Feed) -> Void) {
        if let index = world.feeds.firstIndex(where: { $0.id == id }) { body(&world.feeds[index]) }
    }

    static func renameFolder(_ name: String, to newName: String, _ world: inout World) {
        for index in world.folders.indices where world.folders[index] == name { world.folders[index] = newName }
        for index in world.feeds.indices where world.feeds[index].folder == name { world.feeds[index].folder = newName }
    }

    // MARK: - Requests

    func query(_ request: RecordedRequest) -> [String: [String]] {
        let text = request.target.split(separator: "?", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
        return Self.pairs(text)
    }

    func form(_ request: RecordedRequest) -> [String: [String]] {
        Self.pairs(String(decoding: request.body, as: UTF8.self))
    }

    func object(_ request: RecordedRequest) -> [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(request.body))) as? [String: Any] ?? [:]
    }

    private static func pairs(_ text: String) -> [String: [String]] {
        text.split(separator: "&").reduce(into: [:]) { pairs, pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            pairs[parts[0], default: []].append((parts.count > 1 ? parts[1] : "").removingPercentEncoding ?? "")
        }
    }

    func json(_ value: Any, status: Int = 200) -> Reply {
        let data = (try? JSONSerialization.data(withJSONObject: value, options: [.fragmentsAllowed])) ?? Data()
        return .response(
            status, fields: ["Content-Type": "application/json"], body: String(decoding: data, as: UTF8.self))
    }

    func text(_ text: String, status: Int = 200) -> Reply {
        .response(status, fields: ["Content-Type": "text/plain"], body: text)
    }

    func isAuthorised(_ request: RecordedRequest, _ world: World) -> Bool {
        let basic = "Basic " + Data("me:\(world.password)".utf8).base64EncodedString()
        return request["Authorization"] == basic || request["X-Auth-Token"] == world.password
    }
}
