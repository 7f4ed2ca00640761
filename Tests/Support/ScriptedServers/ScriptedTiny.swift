import Foundation
import ScriptedOrigin

/// tt-rss.
extension ScriptedSyncServer {
    func tiny(_ request: RecordedRequest, _ world: inout World) -> Reply {
        let body = object(request)
        func answer(_ content: Any) -> Reply { json(["seq": 0, "status": 0, "content": content]) }
        func refusal(_ error: String) -> Reply { json(["seq": 0, "status": 1, "content": ["error": error]]) }
        let operation = body["op"] as? String ?? ""
        if operation == "login" {
            guard body["password"] as? String == world.password else { return refusal("LOGIN_ERROR") }
            return answer(["session_id": world.session, "api_level": 15])
        }
        guard body["sid"] as? String == world.session else { return refusal("NOT_LOGGED_IN") }
        switch operation {
        case "getCategories":
            let outermost = body["enable_nested"] as? Bool == true
            let withEmpty = body["include_empty"] as? Bool == true
            let used = Set(world.feeds.compactMap(\.folder)).union(world.outerFolders.values)
            return answer(
                world.folders.enumerated().filter { withEmpty || used.contains($0.element) }
                    .filter { !outermost || world.outerFolders[$0.element] == nil }
                    .map { ["id": $0.offset + 1, "title": $0.element] as [String: Any] })
        case "getFeedTree": return answer(["categories": ["items": Self.tree(in: nil, world)]])
        case "getFeeds":
            let labels = world.labels.enumerated().map {
                ["id": Self.label($0.offset), "title": $0.element, "cat_id": -2] as [String: Any]
            }
            let virtual = body["cat_id"] as? Int == -4 ? labels : []
            return answer(virtual + world.feeds.map { Self.tinyFeed($0, world) })
        case "subscribeToFeed":
            let folder = Self.folder(body["category_id"] as? Int, world)
            let id = Self.subscribe(to: body["feed_url"] as? String ?? "", in: folder, &world)
            return answer(["status": ["code": 1, "feed_id": id]])
        case "unsubscribeFeed":
            let id = body["feed_id"] as? Int ?? 0
            guard world.feeds.contains(where: { $0.id == id }) else { return refusal("FEED_NOT_FOUND") }
            Self.unsubscribe(id, &world)
            return answer(["status": "OK"])
        case "updateArticle":
            let ids = (body["article_ids"] as? String ?? "").split(separator: ",").compactMap { Int($0) }
            let (field, mode) = (body["field"] as? Int ?? 0, body["mode"] as? Int ?? 0)
            for id in ids {
                Self.change(id, &world) { entry in
                    if field == 0 { entry.isStarred = mode == 1 }
                    if field == 2 { entry.isRead = mode == 0 }
                }
            }
            return answer(["status": "OK", "updated": ids.count])
        case "setArticleLabel":
            let name = world.labels[Self.label(body["label_id"] as? Int ?? 0)]
            for id in (body["article_ids"] as? String ?? "").split(separator: ",").compactMap({ Int($0) }) {
                // The database refuses the label of an article that does not exist.
                if body["assign"] as? Bool == true, !Self.has(id, world) { return text("", status: 500) }
                Self.change(id, &world) { entry in
                    if body["assign"] as? Bool == true { entry.labels.insert(name) } else { entry.labels.remove(name) }
                }
            }
            return answer(["status": "OK", "updated": 1])
        case "getArticle":
            let ids = Set((body["article_id"] as? String ?? "").split(separator: ",").compactMap { Int($0) })
            return answer(world.entries.filter { ids.contains($0.id) }.map { Self.tinyArticle($0, withBody: true) })
        default:
            var entries = Array(world.entries.reversed())
            if body["view_mode"] as? String == "unread" { entries = entries.filter { !$0.isRead } }
            if body["feed_id"] as? Int == -1 { entries = entries.filter(\.isStarred) }
            if let feed = body["feed_id"] as? Int, feed <= Self.label(0) {
                entries = entries.filter { $0.labels.contains(world.labels[Self.label(feed)]) }
            }
            let page = entries.dropFirst(body["skip"] as? Int ?? 0).prefix(min(200, body["limit"] as? Int ?? 200))
            return answer(page.map { Self.tinyArticle($0, withBody: false) })
        }
    }

    /// Returns the number of a label from its index, and the index from its number.
    private static func label(_ value: Int) -> Int { -1_025 - value }

    private static func tinyArticle(_ entry: Entry, withBody: Bool) -> [String: Any] {
        [
            "id": entry.id, "guid": "guid-\(entry.id)", "title": "Article \(entry.id)",
            "link": "http://a.test/\(entry.id)", "feed_id": withBody ? entry.feed as Any : String(entry.feed),
            "unread": !entry.isRead,
            "marked": entry.isStarred,
            "labels": entry.labels.sorted().map { [-1_025, $0, "", ""] as [Any] },
            "updated": entry.published ?? 1_700_000_000,
            "content": withBody ? entry.html : "",
        ]
    }

    private static func tree(in outer: String?, _ world: World) -> [[String: Any]] {
        let feeds = world.feeds.filter { $0.folder == outer }.map {
            ["id": "FEED:\($0.id)", "name": $0.title] as [String: Any]
        }
        let folders = world.folders.enumerated().filter { world.outerFolders[$0.element] == outer }.map {
            ["id": "CAT:\($0.offset + 1)", "name": $0.element, "items": tree(in: $0.element, world)] as [String: Any]
        }
        return folders + feeds
    }

    private static func tinyFeed(_ feed: Feed, _ world: World) -> [String: Any] {
        let folder = feed.folder.flatMap { world.folders.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        return ["id": feed.id, "title": feed.title, "feed_url": feed.url, "cat_id": folder]
    }
}
