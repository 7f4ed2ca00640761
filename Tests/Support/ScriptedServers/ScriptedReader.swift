import Foundation
import ScriptedOrigin

/// The Google Reader API, in its variations.
extension ScriptedSyncServer {
    func reader(_ request: RecordedRequest, _ world: inout World) -> Reply {
        let path = String(request.path.dropFirst(variation.base.count + 1))
        if path == "accounts/ClientLogin" {
            guard form(request)["Passwd"] == [world.password] else { return text("Unauthorized!", status: 401) }
            let session = "me/\(world.session)"
            guard variation != .texts else { return json(["SID": session, "LSID": "null", "Auth": session]) }
            return text("SID=\(session)\nLSID=null\nAuth=\(session)\n")
        }
        guard request["Authorization"] == "GoogleLogin auth=me/\(world.session)" else {
            return text("Unauthorized!", status: 401)
        }
        let token = "t-\(world.session)-\(world.tokenUses / (variation.tokenUses ?? .max))"
        if request.method == "POST" {
            guard form(request)["T"] == [token] else { return text("Unauthorized!", status: 401) }
            world.tokenUses += 1
        }
        switch path.dropFirst("reader/api/0/".count) {
        case "token": return text(token + "\n")
        case "subscription/list": return json(["subscriptions": world.feeds.map(readerFeed)])
        case "subscription/edit": return editSubscription(form(request), &world)
        case "rename-tag":
            let folder = label(form(request)["s"])
            guard world.feeds.contains(where: { $0.folder == folder }) else { return text("Bad Request!", status: 400) }
            Self.renameFolder(folder ?? "", to: label(form(request)["dest"]) ?? "", &world)
            return text("OK")
        case "tag/list":
            let folders = world.feeds.compactMap(\.folder).map { (name: $0, type: "folder") }
            let labels = Set(world.entries.flatMap(\.labels)).sorted().map { (name: $0, type: "tag") }
            return json(["tags": (folders + labels).map { ["id": "\(user)/label/\($0.name)", "type": $0.type] }])
        case "stream/items/ids":
            guard query(request)["output"] == ["json"] else { return text("Bad Request!", status: 400) }
            if variation == .withoutLabels, label(query(request)["s"]) != nil {
                return text("LabelStream", status: 500)
            }
            return readerIDs(query(request), world)
        case "stream/items/contents":
            let ids = Set((form(request)["i"] ?? []).compactMap(Self.number))
            let entries = world.entries.filter { ids.contains(Self.long($0.id)) }
            guard variation != .withoutLabels || !entries.isEmpty else {
                let message = "googlereader: no items returned from the database for item IDs: []"
                return json(["error_message": message], status: 400)
            }
            return json(["items": entries.map { item($0, world) }])
        case "edit-tag" where variation == .withoutLabels && label(form(request)["a"] ?? form(request)["r"]) != nil:
            return text("unsupported tag type: LabelStream", status: 500)
        default: return editTags(form(request), &world)
        }
    }

    private func readerIDs(_ query: [String: [String]], _ world: World) -> Reply {
        var entries = Array(world.entries.reversed())
        if query["xt"]?.first?.hasSuffix("/read") == true { entries = entries.filter { !$0.isRead } }
        if query["s"]?.first?.hasSuffix("/starred") == true { entries = entries.filter(\.isStarred) }
        if let name = label(query["s"]) { entries = entries.filter { $0.labels.contains(name) } }
        if let feed = query["s"]?.first.flatMap({ $0.hasPrefix("feed/") ? Int($0.dropFirst(5)) : nil }) {
            entries = entries.filter { $0.feed == feed }
        }
        let count = min(Int(query["n"]?.first ?? "") ?? 20, variation.pageLimit ?? .max)
        let place = query["c"]?.first.flatMap { Int($0) }
        let isOffset = variation == .shortPages || variation == .endlessContinuation
        let before = entries.prefix { entry in
            guard let place else { return false }
            return variation == .repeatingPages ? Self.long(entry.id) > place : Self.long(entry.id) >= place
        }.count
        let start = isOffset ? place ?? 0 : before
        let page = entries.dropFirst(start).prefix(count)
        var answer: [String: Any] = ["itemRefs": page.map { ["id": reference($0.id)] }]
        if page.isEmpty, variation == .nullLists { answer["itemRefs"] = NSNull() }
        if isOffset {
            let end = start + page.count
            if end < entries.count || variation == .endlessContinuation { answer["continuation"] = end }
        } else if start + page.count < entries.count, let last = page.last {
            answer["continuation"] = String(Self.long(last.id))
        }
        return json(answer)
    }

    private func editTags(_ form: [String: [String]], _ world: inout World) -> Reply {
        let (added, removed) = (form["a"]?.first ?? "", form["r"]?.first ?? "")
        for id in (form["i"] ?? []).compactMap(Self.number) {
            Self.change(id &- Self.long(0), &world) { entry in
                if added.hasSuffix("/read") { entry.isRead = true }
                if removed.hasSuffix("/read") { entry.isRead = false }
                if added.hasSuffix("/starred") { entry.isStarred = true }
                if removed.hasSuffix("/starred") { entry.isStarred = false }
                if let name = label(form["a"]) { entry.labels.insert(name) }
                if let name = label(form["r"]) { entry.labels.remove(name) }
            }
        }
        return text("OK")
    }

    private func editSubscription(_ form: [String: [String]], _ world: inout World) -> Reply {
        let stream = form["s"]?.first ?? ""
        if form["ac"] == ["subscribe"] {
            let id = Self.subscribe(to: String(stream.dropFirst(5)), in: label(form["a"]), &world)
            if let title = form["t"]?.first { Self.change(feed: id, &world) { $0.title = title } }
            return text("OK")
        }
        guard let id = Int(stream.dropFirst(5)) else { return text("Bad Request!", status: 400) }
        if form["ac"] == ["unsubscribe"] {
            guard world.feeds.contains(where: { $0.id == id }) else { return text("Bad Request!", status: 400) }
            Self.unsubscribe(id, &world)
            return text("OK")
        }
        let (added, removed) = (label(form["a"]), label(form["r"]))
        Self.change(feed: id, &world) { feed in
            if let title = form["t"]?.first { feed.title = title }
            if removed == feed.folder, variation != .withoutLabels { feed.folder = nil }
            if let added { feed.folder = added }
        }
        if let added { _ = Self.folderID(added, &world) }
        return text("OK")
    }

    // MARK: - Names

    private var user: String { variation == .userNumbers ? "user/1005921515" : "user/-" }

    private func label(_ values: [String]?) -> String? {
        values?.first.flatMap { $0.hasPrefix("user/-/label/") ? String($0.dropFirst(13)) : nil }
    }

    /// FreshRSS writes the fullwidth form of an ampersand, other servers write HTML.
    private func written(_ title: String) -> String {
        title.replacingOccurrences(of: "&", with: variation == .freshRSS ? "\u{FF06}" : "&amp;")
    }

    private func readerFeed(_ feed: Feed) -> [String: Any] {
        [
            "id": "feed/\(feed.id)", "title": written(feed.title), "url": feed.url,
            "htmlUrl": "http://a.test/",
            "categories": feed.folder.map { [["id": "\(user)/label/\($0)", "label": $0]] } ?? [],
        ]
    }

    /// Returns microseconds, as in the ids of FreshRSS.
    private static func long(_ id: Int) -> Int { 1_700_000_000_000_000 + id }

    private static func number(_ id: String) -> Int? {
        guard let last = id.components(separatedBy: "/").last else { return nil }
        if let own = ownDigits(last) { return own }
        let value = id.contains("/") ? UInt64(last, radix: 16).map { Int(bitPattern: UInt($0)) } : Int(last)
        return value.map { $0 < 0 ? long($0 &- negative) : $0 }
    }

    /// The offset that makes the number of an article negative.
    private static let negative = -355_401_917_359_550_817

    private static let ownPrefix = "50d31f1a1d1cb1a9"

    private static func ownDigits(_ text: String) -> Int? {
        text.count == 24 && text.hasPrefix(ownPrefix) ? Int(text.dropFirst(16), radix: 16).map(long) : nil
    }

    private func hexadecimal(_ id: Int) -> String {
        let value = variation == .unsignedIDs ? Self.negative + id : Self.long(id)
        let digits = String(UInt64(bitPattern: Int64(value)), radix: 16)
        let own = String(id, radix: 16)
        return variation == .ownIDs
            ? Self.ownPrefix + String(repeating: "0", count: 8 - own.count) + own
            : String(repeating: "0", count: 16 - digits.count) + digits
    }

    private func longForm(_ id: Int) -> String { "tag:google.com,2005:reader/item/" + hexadecimal(id) }

    private func reference(_ id: Int) -> Any {
        switch variation {
        case .longIDs: longForm(id)
        case .bareIDs, .ownIDs: hexadecimal(id)
        case .unsignedIDs: String(UInt64(bitPattern: Int64(Self.negative + id)))
        case .numericIDs: Self.long(id)
        default: String(Self.long(id))
        }
    }

    private func item(_ entry: Entry, _ world: World) -> [String: Any] {
        let states = ["reading-list"] + (entry.isRead ? ["read"] : []) + (entry.isStarred ? ["starred"] : [])
        let published = entry.published ?? (1_700_000_000 + entry.id)
        // An article has the label of its feed's folder, too.
        let folder = world.feeds.first { $0.id == entry.feed }?.folder.map { [$0] } ?? []
        let stream =
            variation == .streamsByAddress
            ? world.feeds.first { $0.id == entry.feed }?.url ?? "" : String(entry.feed)
        return [
            "id": longForm(entry.id), "title": "Article \(entry.id)",
            "published": variation == .texts ? String(published) as Any : published,
            "canonical": [["href": "http://a.test/\(entry.id)"]], "summary": ["content": entry.html],
            "origin": ["streamId": "feed/\(stream)", "title": "Wire"],
            "categories": states.map { "\(user)/state/com.google/\($0)" }
                + (folder + entry.labels.sorted()).map { "\(user)/label/\($0)" },
        ]
    }
}
