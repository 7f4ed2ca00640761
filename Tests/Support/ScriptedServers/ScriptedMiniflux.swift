import Foundation
import ScriptedOrigin

/// Versions of Miniflux without lists of ids, in which a star is a toggle. To them `entries/ids` is the address of an
/// article.
package enum EarlierMiniflux: CaseIterable, Sendable {
    case refusingIDs
    /// An id that is not a number counts as missing.
    case sendingAnyArticle
    /// An even earlier version, which also refuses ids, and lacks the filter by the time of changes.
    case ignoringChangeTimes
}

/// Miniflux, API version 1.
extension ScriptedSyncServer {
    func miniflux(_ request: RecordedRequest, _ world: inout World) -> Reply {
        guard isAuthorised(request, world) else { return json(["error_message": "access unauthorized"], status: 401) }
        let query = query(request).compactMapValues(\.first)
        if request.path.hasPrefix("/v1/feeds") || request.path.hasPrefix("/v1/categories") {
            return minifluxFeeds(request, &world)
        }
        if let version = world.earlierMiniflux, let reply = earlier(version, request, &world) { return reply }
        if request.method == "PUT" {
            let body = object(request)
            for id in body["entry_ids"] as? [Int] ?? [] {
                Self.change(id, &world) { entry in
                    if let status = body["status"] as? String { entry.isRead = status == "read" }
                    if let isStarred = body["starred"] as? Bool { entry.isStarred = isStarred }
                }
            }
            return .response(204)
        }
        if let id = Int(request.path.split(separator: "/").last ?? "") {
            guard let entry = world.entries.first(where: { $0.id == id }) else {
                return json(["error_message": "resource not found"], status: 404)
            }
            return json(Self.minifluxEntry(entry))
        }
        var entries = world.entries
        if let status = query["status"] { entries = entries.filter { $0.isRead == (status == "read") } }
        if query["starred"] == "true" { entries = entries.filter(\.isStarred) }
        if request.path == "/v1/entries/ids" {
            let offset = Int(query["offset"] ?? "") ?? 0
            let ids = entries.map(\.id).sorted(by: >).dropFirst(offset).prefix(Int(query["limit"] ?? "") ?? 100)
            return json(["total": entries.count, "entry_ids": Array(ids)])
        }
        if let after = query["after_entry_id"].flatMap({ Int($0) }) { entries = entries.filter { $0.id > after } }
        if let before = query["before_entry_id"].flatMap({ Int($0) }) { entries = entries.filter { $0.id < before } }
        if let feed = query["feed_id"].flatMap({ Int($0) }) { entries = entries.filter { $0.feed == feed } }
        if let after = query["changed_after"].flatMap({ Int($0) }), world.earlierMiniflux != .ignoringChangeTimes {
            entries = entries.filter { $0.modified > after * 1_000_000 }
        }
        if query["direction"] == "desc" { entries.reverse() }
        let page = entries.prefix(Int(query["limit"] ?? "") ?? 100)
        return json(["total": entries.count, "entries": page.map(Self.minifluxEntry)])
    }

    /// Returns the responses in which an earlier version differs; nil for the others.
    private func earlier(_ version: EarlierMiniflux, _ request: RecordedRequest, _ world: inout World) -> Reply? {
        let parts = request.path.split(separator: "/").map(String.init)
        if parts.last == "ids" {
            guard version == .sendingAnyArticle else { return json(["error_message": "invalid entry ID"], status: 400) }
            guard let entry = world.entries.first else { return json(["error_message": "not found"], status: 404) }
            return json(Self.minifluxEntry(entry))
        }
        if parts.last == "bookmark", let id = Int(parts[2]) {
            Self.change(id, &world) { $0.isStarred.toggle() }
            return .response(204)
        }
        guard request.method == "PUT" else { return nil }
        let body = object(request)
        guard body["status"] != nil else { return json(["error_message": "invalid status"], status: 400) }
        let ids = body["entry_ids"] as? [Int] ?? []
        guard !world.entries.contains(where: { ids.contains($0.id) }) else { return nil }
        return json(["error_message": "store: nothing has been updated"], status: 500)
    }

    /// Category 1 is `All`, which stands for none; the others are the folders.
    private func minifluxFeeds(_ request: RecordedRequest, _ world: inout World) -> Reply {
        let (body, id) = (object(request), Int(request.path.split(separator: "/").last ?? ""))
        let category = (body["category_id"] as? Int).map { $0 - 1 }
        switch (request.method, request.path.hasPrefix("/v1/feeds"), id) {
        case ("GET", true, _):
            return json(
                world.feeds.map { feed -> [String: Any] in
                    [
                        "id": feed.id, "title": feed.title, "feed_url": feed.url, "site_url": "http://a.test/",
                        "category": ["id": 2, "title": feed.folder ?? "All"], "password": "feed-secret",
                    ]
                })
        case ("GET", false, _):
            let folders = (["All"] + world.folders).enumerated()
            return json(folders.map { ["id": $0.offset + 1, "title": $0.element] as [String: Any] })
        case ("POST", true, _):
            let url = body["feed_url"] as? String ?? ""
            guard !world.feeds.contains(where: { $0.url == url }) else {
                return json(["error_message": "This feed already exists."], status: 400)
            }
            return json(["feed_id": Self.subscribe(to: url, in: Self.folder(category, world), &world)], status: 201)
        case ("POST", false, _):
            return json(["id": Self.folderID(body["title"] as? String ?? "", &world) + 1], status: 201)
        case ("PUT", true, let id?):
            let folder = Self.folder(category, world)
            Self.change(feed: id, &world) { feed in
                if let title = body["title"] as? String { feed.title = title }
                if category != nil { feed.folder = folder }
            }
            return json(["id": id], status: 201)
        case ("PUT", false, let id?):
            Self.renameFolder(Self.folder(id - 1, world) ?? "", to: body["title"] as? String ?? "", &world)
            return json(["id": id], status: 201)
        case ("DELETE", true, let id?) where world.feeds.contains(where: { $0.id == id }):
            Self.unsubscribe(id, &world)
            return .response(204)
        default: return json(["error_message": "resource not found"], status: 404)
        }
    }

    private static func minifluxEntry(_ entry: Entry) -> [String: Any] {
        [
            "id": entry.id, "feed_id": entry.feed, "status": entry.isRead ? "read" : "unread",
            "starred": entry.isStarred,
            "hash": "hash-\(entry.id)", "title": "Article \(entry.id)", "url": "http://a.test/\(entry.id)",
            "content": entry.html, "published_at": "2026-01-02T00:00:00Z",
            "changed_at": ISO8601DateFormatter().string(
                from: Date(timeIntervalSince1970: TimeInterval(entry.modified / 1_000_000))),
        ]
    }
}
