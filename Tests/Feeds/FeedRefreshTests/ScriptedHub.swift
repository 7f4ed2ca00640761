import Foundation
import ScriptedOrigin
import Synchronization

/// A since-id server scripted on an origin: a log of articles, with faults on demand.
final class ScriptedHub: Sendable {
    struct Entry {
        var id: String
        var title: String
        var isRead = false
        var isStarred = false
        var isDeleted = false
        var tags: Set<String> = []
    }

    struct Log {
        var epoch = "e1"
        var last = 1
        var feedPosition = 1
        var feedID = "urn:f:1"
        /// The entries by their positions.
        var entries: [Int: Entry] = [:]
        var oldest = 1
        /// Faults for the next requests, one for each; nil means no fault.
        var faults: [(@Sendable (Reply) -> Reply)?] = []
        var largestPage = 1_000
        /// False for a server of a version without tags.
        var hasTags = true
    }

    let log = Mutex(Log())

    init(on origin: Origin) {
        origin.route("/items.json") { [self] request in
            log.withLock { log in
                let fault = log.faults.isEmpty ? nil : log.faults.removeFirst()
                let reply = Self.items(request, log)
                return fault?(reply) ?? reply
            }
        }
        origin.route("/state") { [self] request in
            log.withLock { log in
                let fault = log.faults.isEmpty ? nil : log.faults.removeFirst()
                let reply = Self.mark(request, &log)
                return fault?(reply) ?? reply
            }
        }
    }

    func publish(_ numbers: ClosedRange<Int>) {
        log.withLock { log in
            for number in numbers { Self.put(Entry(id: "urn:a:\(number)", title: "Article \(number)"), &log) }
        }
    }

    func change(_ number: Int, _ body: (inout Entry) -> Void) {
        log.withLock { log in
            guard let (position, entry) = log.entries.first(where: { $0.value.id == "urn:a:\(number)" }) else { return }
            log.entries[position] = nil
            var changed = entry
            body(&changed)
            Self.put(changed, &log)
        }
    }

    /// Starts numbering the positions again.
    func reset(epoch: String) {
        log.withLock { log in
            let entries = log.entries.sorted { $0.key < $1.key }.map(\.value).filter { !$0.isDeleted }
            (log.epoch, log.last, log.entries) = (epoch, 1, [:])
            for entry in entries { Self.put(entry, &log) }
        }
    }

    var entries: [Entry] {
        log.withLock { log in log.entries.sorted { $0.key < $1.key }.map(\.value) }
    }

    private static func put(_ entry: Entry, _ log: inout Log) {
        log.last += 1
        log.entries[log.last] = entry
    }

    private static func items(_ request: RecordedRequest, _ log: Log) -> Reply {
        let query = URLComponents(string: request.target)?.queryItems ?? []
        func value(_ name: String) -> Int? { query.first { $0.name == name }?.value.flatMap { Int($0) } }
        let since = value("since_id")
        let epoch = query.first { $0.name == "epoch" }?.value
        if let since, since > log.last || (epoch ?? log.epoch) != log.epoch {
            return .response(
                409, fields: ["Content-Type": "application/json"],
                body: "{\"error\":\"reset\",\"_since\":{\"epoch\":\"\(log.epoch)\",\"last\":\"\(log.last)\"}}")
        }
        let limit = min(value("limit") ?? 50, log.largestPage)
        var chosen = log.entries.sorted { $0.key < $1.key }
        chosen = since.map { since in chosen.filter { $0.key > since } } ?? chosen.reversed()
        let more = chosen.count > limit
        chosen = Array(chosen.prefix(limit))
        let last = since != nil && more ? chosen.last!.key : log.last
        let items = chosen.map { position, entry in
            let tags = log.hasTags ? ",\"tags\":\(entry.tags.sorted())" : ""
            let since =
                entry.isDeleted
                ? "\"deleted\":true"
                : "\"feed\":\"\(log.feedID)\",\"read\":\(entry.isRead),\"starred\":\(entry.isStarred)\(tags)"
            let body =
                entry.isDeleted
                ? ""
                : "\"url\":\"http://a.test/\(entry.id)\",\"title\":\"\(entry.title)\",\"content_html\":\"<p>x</p>\","
                    + "\"date_published\":\"2026-01-02T00:00:00Z\","
            return "{\"id\":\"\(entry.id)\",\(body)\"_since\":{\"id\":\"\(position)\",\(since)}}"
        }
        let isTold = since.map { $0 < log.feedPosition && log.feedPosition <= last } ?? true
        let feed =
            "{\"id\":\"\(log.feedID)\",\"position\":\"\(log.feedPosition)\",\"title\":\"Wire\","
            + "\"feed_url\":\"http://a.test/feed\",\"folder\":\"News/Morning\"}"
        let gap = since.map { 0 < $0 && $0 < log.oldest - 1 } ?? false
        let body =
            "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"hub\",\"_since\":{\"epoch\":\"\(log.epoch)\","
            + "\"oldest\":\"\(log.oldest)\",\"last\":\"\(last)\",\"more\":\(more)\(gap ? ",\"gap\":true" : ""),"
            + "\"feeds\":[\(isTold ? feed : "")]},\"items\":[\(items.joined(separator: ","))]}"
        return .validated(
            request, etag: "\"\(body.hashValue)\"",
            fields: ["Content-Type": "application/feed+json", "Cache-Control": "private, no-cache"], body: body)
    }

    private static func mark(_ request: RecordedRequest, _ log: inout Log) -> Reply {
        let document = (try? JSONSerialization.jsonObject(with: Data(request.body))) as? [String: [[String: Any]]]
        var (done, gone): ([String], [String]) = ([], [])
        for operation in document?["ops"] ?? [] {
            let id = operation["id"] as? String ?? ""
            let (tagged, untagged) = (operation["tagged"] as? [String], operation["untagged"] as? [String])
            if !log.hasTags, tagged != nil || untagged != nil { continue }
            guard let position = log.entries.first(where: { $0.value.id == id && !$0.value.isDeleted })?.key else {
                gone.append("\"\(id)\"")
                continue
            }
            done.append("\"\(id)\"")
            var entry = log.entries[position]!
            if let isRead = operation["read"] as? Bool { entry.isRead = isRead }
            if let isStarred = operation["starred"] as? Bool { entry.isStarred = isStarred }
            entry.tags.formUnion(tagged ?? [])
            entry.tags.subtract(untagged ?? [])
            log.entries[position] = nil
            put(entry, &log)
        }
        return .response(
            fields: ["Content-Type": "application/json"],
            body: "{\"done\":[\(done.joined(separator: ","))],\"gone\":[\(gone.joined(separator: ","))]}")
    }
}
