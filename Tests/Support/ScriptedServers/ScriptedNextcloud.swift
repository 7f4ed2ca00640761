import Foundation
import ScriptedOrigin

/// Nextcloud News, API v1-3.
extension ScriptedSyncServer {
    func nextcloud(_ request: RecordedRequest, _ world: inout World) -> Reply {
        guard isAuthorised(request, world) else { return json(["message": "not logged in"], status: 401) }
        let query = query(request).compactMapValues(\.first)
        let parts = request.path.components(separatedBy: "v1-3/").last?.split(separator: "/").map(String.init) ?? []
        if ["feeds", "folders"].contains(parts.first) { return nextcloudFeeds(request, parts, &world) }
        if parts.last == "multiple" {
            let body = (try? JSONSerialization.jsonObject(with: Data(request.body))) as? [String: [Int]] ?? [:]
            for id in body["itemIds"] ?? [] {
                Self.change(id, &world) { entry in
                    switch parts[1] {
                    case "read": entry.isRead = true
                    case "unread": entry.isRead = false
                    case "star": entry.isStarred = true
                    default: entry.isStarred = false
                    }
                }
            }
            return json([String]())
        }
        var entries = Array(world.entries.reversed())
        if parts.last == "updated" {
            let since = Int(query["lastModified"] ?? "") ?? 0
            entries = entries.filter { $0.modified >= since }
        } else {
            if query["getRead"] == "false" { entries = entries.filter { !$0.isRead } }
            if query["type"] == "2" { entries = entries.filter(\.isStarred) }
            if let offset = query["offset"].flatMap({ Int($0) }), offset > 0 {
                entries = entries.filter { $0.id < offset }
            }
            if let size = query["batchSize"].flatMap({ Int($0) }), size >= 0 { entries = Array(entries.prefix(size)) }
        }
        return json([
            "items": entries.map { entry -> [String: Any] in
                [
                    "id": entry.id, "feedId": entry.feed, "guidHash": "hash-\(entry.id)",
                    "title": "Article \(entry.id)",
                    "url": "http://a.test/\(entry.id)", "body": entry.html, "unread": !entry.isRead,
                    "starred": entry.isStarred, "lastModified": String(entry.modified),
                    "pubDate": entry.published ?? 1_700_000_000,
                ]
            }
        ])
    }

    private func nextcloudFeeds(_ request: RecordedRequest, _ parts: [String], _ world: inout World) -> Reply {
        let body = object(request)
        let id = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        let folder = Self.folder(body["folderId"] as? Int, world)
        switch (request.method, parts.first, parts.count > 2 ? parts[2] : "") {
        case ("GET", "feeds", _): return json(["feeds": world.feeds.map { nextcloudFeed($0, world) }])
        case ("GET", _, _): return json(["folders": world.folders.enumerated().map(Self.nextcloudFolder)])
        case ("POST", "feeds", ""):
            let id = Self.subscribe(to: body["url"] as? String ?? "", in: folder, &world)
            return json(["feeds": [["id": id]]])
        case ("POST", "feeds", "move"): Self.change(feed: id, &world) { $0.folder = folder }
        case ("POST", "feeds", _): Self.change(feed: id, &world) { $0.title = body["feedTitle"] as? String ?? "" }
        case ("DELETE", "feeds", _) where world.feeds.contains(where: { $0.id == id }): Self.unsubscribe(id, &world)
        case ("POST", "folders", _):
            return json(["folders": [["id": Self.folderID(body["name"] as? String ?? "", &world)]]])
        case ("PUT", "folders", _):
            Self.renameFolder(Self.folder(id, world) ?? "", to: body["name"] as? String ?? "", &world)
        default: return json(["message": "not found"], status: 404)
        }
        return json([String]())
    }

    private func nextcloudFeed(_ feed: Feed, _ world: World) -> [String: Any] {
        let folder = feed.folder.flatMap { world.folders.firstIndex(of: $0) }.map { $0 + 1 }
        return ["id": feed.id, "title": feed.title, "url": feed.url, "folderId": folder as Any? ?? NSNull()]
    }

    private static func nextcloudFolder(_ index: Int, _ name: String) -> [String: Any] {
        ["id": index + 1, "name": name]
    }
}
