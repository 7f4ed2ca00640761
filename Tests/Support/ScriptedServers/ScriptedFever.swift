import Foundation
import ScriptedOrigin

/// Fever, as Miniflux speaks it: a star is a toggle, and each request is answered for only one query.
extension ScriptedSyncServer {
    func fever(_ request: RecordedRequest, _ world: inout World) -> Reply {
        let (query, form) = (query(request), form(request))
        // md5("me:right"); no client knows another password.
        let key = world.password == "right" ? "0a2e6ddef8d68fff31b43357d06399ea" : "other"
        guard form["api_key"] == [key] else { return json(["api_version": 3, "auth": 0]) }
        var answer: [String: Any] = ["api_version": 3, "auth": 1, "last_refreshed_on_time": 1]
        if form["mark"] != nil, let id = form["id"]?.first.flatMap({ Int($0) }) {
            if world.refusesMarksOfMissing, !Self.has(id, world) { return text("Not Found", status: 404) }
            Self.change(id, &world) { entry in
                switch form["as"]?.first {
                case "read": entry.isRead = true
                case "unread": entry.isRead = false
                default: entry.isStarred.toggle()
                }
            }
            return json(answer)
        }
        if query["groups"] != nil {
            answer["groups"] = world.folders.enumerated().map {
                ["id": $0.offset + 1, "title": $0.element] as [String: Any]
            }
            answer["feeds_groups"] = world.folders.enumerated().map { index, folder -> [String: Any] in
                let ids = world.feeds.filter { $0.folder == folder }.map { String($0.id) }
                return ["group_id": index + 1, "feed_ids": ids.joined(separator: ",")]
            }
        } else if query["feeds"] != nil {
            answer["feeds"] = world.feeds.map { feed -> [String: Any] in
                ["id": feed.id, "title": feed.title, "url": feed.url, "site_url": "http://a.test/"]
            }
        } else if query["unread_item_ids"] != nil {
            answer["unread_item_ids"] = world.entries.filter { !$0.isRead }.map { String($0.id) }.joined(separator: ",")
        } else if query["saved_item_ids"] != nil {
            answer["saved_item_ids"] = world.entries.filter(\.isStarred).map { String($0.id) }.joined(separator: ",")
        } else if query["items"] != nil {
            var entries = world.entries
            if let since = query["since_id"]?.first.flatMap({ Int($0) }) { entries = entries.filter { $0.id > since } }
            if let before = query["max_id"]?.first.flatMap({ Int($0) }) {
                entries = entries.filter { $0.id < before }.reversed()
            }
            if let ids = query["with_ids"]?.first {
                let wanted = Set(ids.split(separator: ",").compactMap { Int($0) })
                entries = entries.filter { wanted.contains($0.id) }
            }
            answer["total_items"] = world.entries.count
            answer["items"] = entries.prefix(50).map { entry -> [String: Any] in
                [
                    "id": entry.id, "feed_id": entry.feed, "title": "Article \(entry.id)",
                    "url": "http://a.test/\(entry.id)",
                    "html": entry.html, "is_read": entry.isRead ? 1 : 0, "is_saved": entry.isStarred ? 1 : 0,
                    "created_on_time": entry.published ?? (1_700_000_000 + entry.id),
                ]
            }
        }
        return json(answer)
    }
}
