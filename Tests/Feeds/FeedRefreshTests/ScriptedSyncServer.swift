import FeedModel
import Foundation
import ScriptedOrigin
import Synchronization

/// A sync server in the script of an origin, modelled on the real ones: FreshRSS for the Google Reader API, Miniflux,
/// Fever as Miniflux implements it (a star is a toggle, one question per request), Nextcloud News, tt-rss.
final class ScriptedSyncServer: Sendable {
    struct Entry {
        var id: Int
        var isRead = false
        var isStarred = false
        var modified: Int
    }

    struct World {
        var entries: [Entry] = []
        var password = "right"
        var session = "s1"
        var modified = 1_800_000_000_000_000
        /// Applied to the next responses, one each; nil is none.
        var faults: [(@Sendable (Reply) -> Reply)?] = []
    }

    let world = Mutex(World())
    private let origin: Origin
    let kind: ServerKind

    init(_ kind: ServerKind, on origin: Origin) {
        self.kind = kind
        self.origin = origin
        switch kind {
        case .greader:
            for path in [
                "accounts/ClientLogin", "reader/api/0/token", "reader/api/0/subscription/list",
                "reader/api/0/stream/items/ids", "reader/api/0/stream/items/contents", "reader/api/0/edit-tag",
            ] { route("/api/greader.php/" + path) { self.reader($1, &$0) } }
        case .miniflux:
            for path in ["feeds", "entries", "entries/ids"] { route("/v1/" + path) { self.miniflux($1, &$0) } }
            for id in 1...400 { route("/v1/entries/\(id)") { self.miniflux($1, &$0) } }
        case .fever: route("/fever/") { self.fever($1, &$0) }
        case .nextcloud:
            let base = "/index.php/apps/news/api/v1-3/"
            let marks = ["read", "unread", "star", "unstar"].map { "items/\($0)/multiple" }
            for path in ["feeds", "folders", "items", "items/updated"] + marks {
                route(base + path) { self.nextcloud($1, &$0) }
            }
        case .ttrss: route("/api/") { self.tiny($1, &$0) }
        case .since: break
        }
    }

    private func route(_ path: String, _ answer: @escaping @Sendable (inout World, RecordedRequest) -> Reply) {
        origin.route(path) { [self] request in
            world.withLock { world in
                let fault = world.faults.isEmpty ? nil : world.faults.removeFirst()
                let reply = answer(&world, request)
                return fault?(reply) ?? reply
            }
        }
    }

    var address: String {
        origin.url(kind == .greader ? "/api/greader.php" : kind == .fever ? "/fever/" : "/")
    }

    func publish(_ ids: ClosedRange<Int>) {
        world.withLock { world in
            for id in ids {
                world.modified += 1
                world.entries.append(Entry(id: id, modified: world.modified))
            }
        }
    }

    func change(_ id: Int, _ body: (inout Entry) -> Void) {
        world.withLock { Self.change(id, &$0, body) }
    }

    var entries: [Entry] { world.withLock { $0.entries } }

    private static func change(_ id: Int, _ world: inout World, _ body: (inout Entry) -> Void) {
        guard let index = world.entries.firstIndex(where: { $0.id == id }) else { return }
        body(&world.entries[index])
        world.modified += 1
        world.entries[index].modified = world.modified
    }

    // MARK: - Requests

    private func query(_ request: RecordedRequest) -> [String: [String]] {
        let text = request.target.split(separator: "?", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
        return Self.pairs(text)
    }

    private func form(_ request: RecordedRequest) -> [String: [String]] {
        Self.pairs(String(decoding: request.body, as: UTF8.self))
    }

    private static func pairs(_ text: String) -> [String: [String]] {
        text.split(separator: "&").reduce(into: [:]) { pairs, pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            pairs[parts[0], default: []].append((parts.count > 1 ? parts[1] : "").removingPercentEncoding ?? "")
        }
    }

    private func json(_ value: Any, status: Int = 200) -> Reply {
        let data = (try? JSONSerialization.data(withJSONObject: value, options: [.fragmentsAllowed])) ?? Data()
        return .response(
            status, fields: ["Content-Type": "application/json"], body: String(decoding: data, as: UTF8.self))
    }

    private func text(_ text: String, status: Int = 200) -> Reply {
        .response(status, fields: ["Content-Type": "text/plain"], body: text)
    }

    private func isAuthorised(_ request: RecordedRequest, _ world: World) -> Bool {
        let basic = "Basic " + Data("me:\(world.password)".utf8).base64EncodedString()
        return request["Authorization"] == basic || request["X-Auth-Token"] == world.password
    }

    // MARK: - Google Reader, as FreshRSS answers

    private func reader(_ request: RecordedRequest, _ world: inout World) -> Reply {
        let path = request.path.components(separatedBy: "greader.php/").last ?? ""
        if path == "accounts/ClientLogin" {
            guard form(request)["Passwd"] == [world.password] else { return text("Unauthorized!", status: 403) }
            return text("SID=me/\(world.session)\nLSID=null\nAuth=me/\(world.session)\n")
        }
        guard request["Authorization"] == "GoogleLogin auth=me/\(world.session)" else {
            return text("Unauthorized!", status: 401)
        }
        let query = query(request)
        switch path {
        case "reader/api/0/token": return text("t-\(world.session)")
        case "reader/api/0/subscription/list":
            return json([
                "subscriptions": [
                    [
                        "id": "feed/1", "title": "Wire &amp; Co", "url": "http://a.test/feed",
                        "htmlUrl": "http://a.test/",
                        "categories": [["id": "user/-/label/News & a/b", "label": "News & a/b"]],
                    ]
                ]
            ])
        case "reader/api/0/stream/items/ids":
            var entries = world.entries.reversed().map { $0 }
            if query["xt"]?.first?.hasSuffix("/read") == true { entries = entries.filter { !$0.isRead } }
            if query["s"]?.first?.hasSuffix("/starred") == true { entries = entries.filter(\.isStarred) }
            if let from = query["c"]?.first.flatMap({ Int($0) }) {
                entries = entries.filter { Self.long($0.id) < from }
            }
            let count = Int(query["n"]?.first ?? "") ?? 20
            var answer: [String: Any] = ["itemRefs": entries.prefix(count).map { ["id": String(Self.long($0.id))] }]
            if entries.count > count { answer["continuation"] = String(Self.long(entries[count - 1].id)) }
            return json(answer)
        case "reader/api/0/stream/items/contents":
            guard form(request)["T"] == ["t-\(world.session)"] else { return text("Unauthorized!", status: 401) }
            let ids = Set((form(request)["i"] ?? []).compactMap(Self.number))
            return json(["items": world.entries.filter { ids.contains(Self.long($0.id)) }.map(Self.readerItem)])
        default:
            guard form(request)["T"] == ["t-\(world.session)"] else { return text("Unauthorized!", status: 401) }
            let (added, removed) = (form(request)["a"]?.first ?? "", form(request)["r"]?.first ?? "")
            for id in (form(request)["i"] ?? []).compactMap(Self.number) {
                Self.change(id - Self.long(0), &world) { entry in
                    if added.hasSuffix("/read") { entry.isRead = true }
                    if removed.hasSuffix("/read") { entry.isRead = false }
                    if added.hasSuffix("/starred") { entry.isStarred = true }
                    if removed.hasSuffix("/starred") { entry.isStarred = false }
                }
            }
            return text("OK")
        }
    }

    /// FreshRSS's ids are microseconds.
    private static func long(_ id: Int) -> Int { 1_700_000_000_000_000 + id }

    private static func number(_ id: String) -> Int? {
        id.components(separatedBy: "/").last.flatMap { id.contains("/") ? Int($0, radix: 16) : Int($0) }
    }

    private static func readerItem(_ entry: Entry) -> [String: Any] {
        let states = (entry.isRead ? ["read"] : []) + (entry.isStarred ? ["starred"] : [])
        let hexadecimal = String(long(entry.id), radix: 16)
        return [
            "id": "tag:google.com,2005:reader/item/" + String(repeating: "0", count: 16 - hexadecimal.count)
                + hexadecimal,
            "title": "Article \(entry.id)", "published": 1_700_000_000 + entry.id,
            "canonical": [["href": "http://a.test/\(entry.id)"]], "summary": ["content": "<p>x</p>"],
            "origin": ["streamId": "feed/1", "title": "Wire"],
            "categories": ["user/-/state/com.google/reading-list"] + states.map { "user/-/state/com.google/\($0)" },
        ]
    }

    // MARK: - Miniflux

    private func miniflux(_ request: RecordedRequest, _ world: inout World) -> Reply {
        guard isAuthorised(request, world) else { return json(["error_message": "access unauthorized"], status: 401) }
        let query = query(request).compactMapValues(\.first)
        if request.method == "PUT" {
            let body = (try? JSONSerialization.jsonObject(with: Data(request.body))) as? [String: Any] ?? [:]
            for id in body["entry_ids"] as? [Int] ?? [] {
                Self.change(id, &world) { entry in
                    if let status = body["status"] as? String { entry.isRead = status == "read" }
                    if let isStarred = body["starred"] as? Bool { entry.isStarred = isStarred }
                }
            }
            return .response(204)
        }
        if request.path == "/v1/feeds" {
            return json([
                [
                    "id": 1, "title": "Wire", "feed_url": "http://a.test/feed", "site_url": "http://a.test/",
                    "category": ["id": 2, "title": "News"], "password": "feed-secret",
                ]
            ])
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
        if query["direction"] == "desc" { entries.reverse() }
        let page = entries.prefix(Int(query["limit"] ?? "") ?? 100)
        return json(["total": entries.count, "entries": page.map(Self.minifluxEntry)])
    }

    private static func minifluxEntry(_ entry: Entry) -> [String: Any] {
        [
            "id": entry.id, "feed_id": 1, "status": entry.isRead ? "read" : "unread", "starred": entry.isStarred,
            "hash": "hash-\(entry.id)", "title": "Article \(entry.id)", "url": "http://a.test/\(entry.id)",
            "content": "<p>x</p>", "published_at": "2026-01-02T00:00:00Z",
        ]
    }

    // MARK: - Fever

    private func fever(_ request: RecordedRequest, _ world: inout World) -> Reply {
        let (query, form) = (query(request), form(request))
        // md5("me:right")
        let key = world.password == "right" ? "45a0a4a4fc0d6b1b9b9b4cbf5ca57c5c" : "other"
        guard form["api_key"]?.first?.count == 32, world.password == "right" || form["api_key"] == [key] else {
            return json(["api_version": 3, "auth": 0])
        }
        var answer: [String: Any] = ["api_version": 3, "auth": 1, "last_refreshed_on_time": 1]
        if form["mark"] != nil, let id = form["id"]?.first.flatMap({ Int($0) }) {
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
            answer["groups"] = [["id": 2, "title": "News"]]
            answer["feeds_groups"] = [["group_id": 2, "feed_ids": "1"]]
        } else if query["feeds"] != nil {
            answer["feeds"] = [["id": 1, "title": "Wire", "url": "http://a.test/feed", "site_url": "http://a.test/"]]
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
                    "id": entry.id, "feed_id": 1, "title": "Article \(entry.id)", "url": "http://a.test/\(entry.id)",
                    "html": "<p>x</p>", "is_read": entry.isRead ? 1 : 0, "is_saved": entry.isStarred ? 1 : 0,
                    "created_on_time": 1_700_000_000 + entry.id,
                ]
            }
        }
        return json(answer)
    }

    // MARK: - Nextcloud News

    private func nextcloud(_ request: RecordedRequest, _ world: inout World) -> Reply {
        guard isAuthorised(request, world) else { return json(["message": "not logged in"], status: 401) }
        let query = query(request).compactMapValues(\.first)
        let parts = request.path.components(separatedBy: "v1-3/").last?.split(separator: "/").map(String.init) ?? []
        if parts == ["feeds"] {
            return json(["feeds": [["id": 1, "title": "Wire", "url": "http://a.test/feed", "folderId": 2]]])
        }
        if parts == ["folders"] { return json(["folders": [["id": 2, "name": "News"]]]) }
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
                    "id": entry.id, "feedId": 1, "guidHash": "hash-\(entry.id)", "title": "Article \(entry.id)",
                    "url": "http://a.test/\(entry.id)", "body": "<p>x</p>", "unread": !entry.isRead,
                    "starred": entry.isStarred, "lastModified": String(entry.modified), "pubDate": 1_700_000_000,
                ]
            }
        ])
    }

    // MARK: - tt-rss

    private func tiny(_ request: RecordedRequest, _ world: inout World) -> Reply {
        let body = (try? JSONSerialization.jsonObject(with: Data(request.body))) as? [String: Any] ?? [:]
        func answer(_ content: Any) -> Reply { json(["seq": 0, "status": 0, "content": content]) }
        func refusal(_ error: String) -> Reply { json(["seq": 0, "status": 1, "content": ["error": error]]) }
        let operation = body["op"] as? String ?? ""
        if operation == "login" {
            guard body["password"] as? String == world.password else { return refusal("LOGIN_ERROR") }
            return answer(["session_id": world.session, "api_level": 15])
        }
        guard body["sid"] as? String == world.session else { return refusal("NOT_LOGGED_IN") }
        switch operation {
        case "getCategories": return answer([["id": 2, "title": "News"]])
        case "getFeeds":
            return answer([["id": 1, "title": "Wire", "feed_url": "http://a.test/feed", "cat_id": 2]])
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
        case "getArticle":
            let ids = Set((body["article_id"] as? String ?? "").split(separator: ",").compactMap { Int($0) })
            return answer(world.entries.filter { ids.contains($0.id) }.map { Self.tinyArticle($0, withBody: true) })
        default:
            var entries = Array(world.entries.reversed())
            if body["view_mode"] as? String == "unread" { entries = entries.filter { !$0.isRead } }
            if body["feed_id"] as? Int == -1 { entries = entries.filter(\.isStarred) }
            let page = entries.dropFirst(body["skip"] as? Int ?? 0).prefix(min(200, body["limit"] as? Int ?? 200))
            return answer(page.map { Self.tinyArticle($0, withBody: false) })
        }
    }

    private static func tinyArticle(_ entry: Entry, withBody: Bool) -> [String: Any] {
        [
            "id": entry.id, "guid": "guid-\(entry.id)", "title": "Article \(entry.id)",
            "link": "http://a.test/\(entry.id)", "feed_id": withBody ? 1 as Any : "1", "unread": !entry.isRead,
            "marked": entry.isStarred, "updated": 1_700_000_000, "content": withBody ? "<p>x</p>" : "",
        ]
    }
}
