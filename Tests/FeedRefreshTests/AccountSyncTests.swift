import ArticleStorage
import FeedModel
import Foundation
import ScriptedOrigin
import Synchronization
import Testing

@testable import FeedRefresh

/// A since-id server in the script of an origin: a log of articles, with faults to order.
final class ScriptedHub: Sendable {
    struct Entry {
        var id: String
        var title: String
        var isRead = false
        var isStarred = false
        var isDeleted = false
    }

    struct Log {
        var epoch = "e1"
        var last = 1
        var feedPosition = 1
        var feedID = "urn:f:1"
        /// By position.
        var entries: [Int: Entry] = [:]
        var oldest = 1
        /// Taken one a request, in order; nil is none.
        var faults: [(@Sendable (Reply) -> Reply)?] = []
        var largestPage = 1_000
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

    /// Positions start again.
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
            let since =
                entry.isDeleted
                ? "\"deleted\":true"
                : "\"feed\":\"\(log.feedID)\",\"read\":\(entry.isRead),\"starred\":\(entry.isStarred)"
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
            guard let position = log.entries.first(where: { $0.value.id == id && !$0.value.isDeleted })?.key else {
                gone.append("\"\(id)\"")
                continue
            }
            done.append("\"\(id)\"")
            var entry = log.entries[position]!
            if let isRead = operation["read"] as? Bool { entry.isRead = isRead }
            if let isStarred = operation["starred"] as? Bool { entry.isStarred = isStarred }
            log.entries[position] = nil
            put(entry, &log)
        }
        return .response(
            fields: ["Content-Type": "application/json"],
            body: "{\"done\":[\(done.joined(separator: ","))],\"gone\":[\(gone.joined(separator: ","))]}")
    }
}

@Suite struct AccountSyncTests {
    let rig: ServiceRig
    let hub: ScriptedHub

    init() throws {
        rig = try ServiceRig()
        hub = ScriptedHub(on: rig.origin)
    }

    private func add() async throws {
        let report = try await rig.service.addAccount(rig.origin.url("/items.json")).report
        #expect(report?.problem == nil)
    }

    @discardableResult
    private func sync() async throws -> RefreshReport {
        rig.pass(seconds: 3600)
        return try await rig.service.refresh(reason: .everything)
    }

    private func titles() throws -> Set<String> {
        Set(try rig.store.page(of: ArticleListing(.all, midnight: rig.now), at: .start, limit: 1_000).rows.map(\.title))
    }

    private func id(_ number: Int) throws -> ArticleID {
        try rig.store.page(of: ArticleListing(.all, midnight: rig.now), at: .start, limit: 1_000).rows
            .first { $0.title == "Article \(number)" }!.id
    }

    private func expected(_ numbers: some Sequence<Int>) -> Set<String> {
        Set(numbers.map { "Article \($0)" })
    }

    private var targets: [String] { rig.origin.requests.map(\.target) }

    @Test(
        "A first sync shows the newest, then lists everything; from then on one small request, and a 304 where nothing is new"
    )
    func firstSync() async throws {
        hub.publish(1...120)
        try await add()
        #expect(try titles() == expected(1...120))
        #expect(rig.origin.requests.count == 3)
        #expect(targets[0] == "/items.json?limit=50")
        let feed = try #require(try rig.store.subscriptions().first)
        #expect(feed.title == "Wire" && feed.folder == ["News", "Morning"] && feed.feedURL == "http://a.test/feed")
        try await sync()
        let report = try await sync()
        #expect(rig.origin.requests.count == 5 && report.failures.isEmpty)
        #expect(rig.origin.requests.last?["If-None-Match"] != nil)
        // Nothing was asked for the feed itself.
        #expect(rig.origin.requests(to: "/feed").isEmpty)
        hub.publish(121...123)
        let third = try await sync()
        #expect(third.progress.newArticles == 3 && rig.origin.requests.count == 6)
    }

    @Test("Edits, deletions and marks made elsewhere arrive; only `more` tells the end")
    func changes() async throws {
        hub.publish(1...5)
        try await add()
        hub.log.withLock { $0.largestPage = 1 }
        hub.change(1) { $0.title = "Article 1, edited" }
        hub.change(2) { $0.isRead = true }
        hub.change(3) { $0.isDeleted = true }
        hub.change(4) { $0.isStarred = true }
        try await sync()
        #expect(try titles() == ["Article 1, edited", "Article 2", "Article 4", "Article 5"])
        #expect(try rig.store.article(id(2))?.isRead == true)
        #expect(try rig.store.article(id(4))?.isStarred == true)
    }

    @Test("Opening one of its feeds pulls what is new, and tells of it")
    func opening() async throws {
        hub.publish(1...2)
        try await add()
        hub.publish(3...3)
        let feed = try rig.store.subscriptions()[0].id
        let told = Mutex<[SubscriptionID]>([])
        let result = try await rig.service.open(feed) { event in
            if case .changed(let id, _, _) = event { told.withLock { $0.append(id) } }
        }
        #expect(told.withLock { $0 } == [feed])
        guard case .updated(let new, _) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(new.count == 1)
        #expect(try titles() == expected(1...3))
    }

    @Test(
        "Marks go out before anything comes in, as values, fifty a request; a waiting mark beats the server's older value"
    )
    func marks() async throws {
        hub.publish(1...60)
        try await add()
        let ids = try (1...60).map { try id($0) }
        try rig.store.set(.read(true), on: ids)
        try rig.store.set(.starred(true), on: [ids[0]])
        try rig.store.set(.read(false), on: [ids[1]])
        let before = rig.origin.requests.count
        try await sync()
        #expect(rig.origin.requests.dropFirst(before).map { $0.path } == ["/state", "/state", "/items.json"])
        #expect(hub.entries.count { $0.isRead } == 59 && hub.entries.count { $0.isStarred } == 1)
        #expect(try rig.store.accounts()[0].outgoingCount == 0)
        #expect(try rig.store.article(ids[1])?.isRead == false)
        // Nothing comes back as news of its own.
        #expect(try titles() == expected(1...60))
    }

    @Test(
        "Whatever breaks, nothing is lost and nothing comes twice",
        arguments: [
            Fault.cutBody, .unavailable, .portal, .portalJSON, .lateCut, .wrongShape, .reset,
        ])
    func faults(_ fault: Fault) async throws {
        hub.publish(1...150)
        try await add()
        let one = try id(1)
        try rig.store.set(.read(true), on: [one])
        hub.publish(151...153)
        // The push is hit, then the pull, then the push of the next pass.
        hub.log.withLock { $0.faults = [fault.bend, nil, fault.bend, fault.bend] }
        for _ in 1...4 {
            let report = try await sync()
            for account in report.accounts where account.problem != nil {
                #expect(try rig.store.accounts()[0].health.nextAttempt ?? .distantPast > rig.now)
            }
        }
        try await sync()
        #expect(try titles() == expected(1...153))
        #expect(try rig.store.subscriptions()[0].articleCount == 153)
        #expect(hub.entries.filter(\.isRead).map(\.id) == ["urn:a:1"])
        #expect(try rig.store.article(one)?.isRead == true)
        #expect(try rig.store.accounts()[0].outgoingCount == 0)
        #expect(try rig.store.accounts()[0].health.problem == nil)
    }

    enum Fault: String, CaseIterable, Sendable {
        case cutBody, unavailable, portal, portalJSON, lateCut, wrongShape, reset

        var bend: @Sendable (Reply) -> Reply {
            switch self {
            case .cutBody: { Reply([.bytes(Self.head($0)), .close]) }
            case .unavailable: { _ in .response(503, body: "no") }
            case .portal:
                { _ in .response(fields: ["Content-Type": "text/html"], body: "<html><body>Log in</body></html>") }
            case .portalJSON:
                { _ in .response(fields: ["Content-Type": "application/json"], body: "<html>Log in</html>") }
            // The work is done, and the answer lost.
            case .lateCut: { _ in .closed }
            case .wrongShape: { _ in .response(fields: ["Content-Type": "application/json"], body: "{\"ok\":true}") }
            case .reset: { _ in .reset }
            }
        }

        /// The beginning of a response, which declares more than that.
        private static func head(_ reply: Reply) -> [UInt8] {
            guard case .bytes(let bytes)? = reply.steps.first else { return [] }
            return bytes + Array("{\"version\"".utf8)
        }
    }

    @Test("Retry-After is kept, whoever asks")
    func retryAfter() async throws {
        hub.publish(1...2)
        try await add()
        hub.log.withLock { $0.faults = [{ _ in .response(503, fields: ["Retry-After": "7200"], body: "") }] }
        try await sync()
        let count = rig.origin.requests.count
        let report = try await sync()
        #expect(rig.origin.requests.count == count && report.accounts.first?.waitingUntil != nil)
        rig.pass(seconds: 7200)
        try await sync()
        #expect(rig.origin.requests.count == count + 1)
    }

    @Test("Another epoch: everything is listed again, nothing comes twice, and a mark that waits finds its article")
    func newEpoch() async throws {
        hub.publish(1...120)
        try await add()
        let ids = try (1...3).map { try id($0) }
        hub.change(2) { $0.isDeleted = true }
        hub.reset(epoch: "e2")
        hub.log.withLock { $0.feedID = "urn:f:renamed" }
        hub.publish(121...122)
        try rig.store.set(.starred(true), on: [ids[0]])
        try await sync()
        #expect(hub.entries.filter(\.isStarred).map(\.id) == ["urn:a:1"])
        // What was deleted before the reset is never told, and stays as an article of this library.
        #expect(try titles() == expected(1...122))
        #expect(try rig.store.subscriptions().count == 1)
        #expect(try rig.store.accounts()[0].outgoingCount == 0)
        #expect(try rig.store.article(ids[0])?.isStarred == true)
    }

    @Test("A backup restored under the old epoch is known by what stands at the cursor")
    func restoredBackup() async throws {
        hub.publish(1...9)
        try await add()
        // Positions 9 and 10 are handed out a second time.
        hub.log.withLock { log in
            log.entries = log.entries.filter { $0.key <= 8 }
            log.last = 8
        }
        hub.publish(20...24)
        try await sync()
        #expect(try titles().isSuperset(of: expected(20...24)))
        #expect(try titles() == expected(Array(1...9) + Array(20...24)))
    }

    @Test("A gap is told, and the sync goes on")
    func gap() async throws {
        hub.publish(1...3)
        try await add()
        hub.publish(4...9)
        hub.log.withLock { log in
            log.oldest = 9
            log.entries = log.entries.filter { $0.key >= 9 }
        }
        let report = try await sync()
        #expect(report.accounts.first?.hasGap == true)
        #expect(try rig.store.accounts()[0].gapFound != nil)
        #expect(try titles() == expected(Array(1...3) + Array(8...9)))
        #expect(try await sync().accounts.first?.hasGap == false)
    }

    @Test("Offline nothing is asked; marks wait, and settle when online again")
    func offline() async throws {
        hub.publish(1...3)
        try await add()
        try rig.service.setOffline(true)
        try rig.store.set(.read(true), on: [id(1)])
        let count = rig.origin.requests.count
        try await sync()
        #expect(try await rig.service.open(rig.store.subscriptions()[0].id) { _ in } == .unchanged)
        #expect(rig.origin.requests.count == count)
        #expect(try rig.store.accounts()[0].outgoingCount == 1)
        try rig.service.setOffline(false)
        try await sync()
        #expect(hub.entries.filter(\.isRead).map(\.id) == ["urn:a:1"])
    }

    @Test("Marks alone are pushed in one request; a server that refuses them is left alone for a while")
    func marksAlone() async throws {
        hub.publish(1...3)
        try await add()
        let health = try rig.store.accounts()[0].health
        await rig.service.pushMarks()
        #expect(targets.last?.hasPrefix("/items.json") == true)
        try rig.store.set(.read(true), on: [id(1), id(2)])
        let count = rig.origin.requests.count
        await rig.service.pushMarks()
        #expect(targets.dropFirst(count) == ["/state"])
        #expect(hub.entries.count { $0.isRead } == 2)
        #expect(try rig.store.accounts()[0].health == health)

        try rig.store.set(.starred(true), on: [id(3)])
        hub.log.withLock { $0.faults = [Fault.unavailable.bend] }
        for _ in 1...3 { await rig.service.pushMarks() }
        #expect(targets.dropFirst(count) == ["/state", "/state"])
        #expect(try rig.store.accounts()[0].health.problem != nil)
        rig.pass(seconds: 1)
        await rig.service.pushMarks()
        #expect(hub.entries.filter(\.isStarred).map(\.id) == ["urn:a:3"])
        #expect(try rig.store.accounts()[0].health.problem == nil)

        try rig.store.set(.starred(false), on: [id(3)])
        hub.log.withLock { $0.faults = [{ _ in .response(503, fields: ["Retry-After": "7200"], body: "") }] }
        await rig.service.pushMarks()
        rig.pass(seconds: 3600)
        await rig.service.pushMarks(isProbe: true)
        #expect(rig.origin.requests.count == count + 4)
        rig.pass(seconds: 3600)
        try rig.service.setOffline(true)
        await rig.service.pushMarks()
        #expect(rig.origin.requests.count == count + 4)
        #expect(try rig.store.accounts()[0].outgoingCount == 1)
    }

    @Test("An account's server that cannot be reached speaks of the line, and nothing is asked until a probe is due")
    func unreachable() async throws {
        hub.publish(1...2)
        try await add()
        let port = rig.origin.port
        rig.origin.stop()
        let told = Mutex<[Connectivity]>([])
        rig.pass(seconds: 3600)
        let report = try await rig.service.refresh(reason: .everything) { event in
            if case .connectivity(let connectivity) = event { told.withLock { $0.append(connectivity) } }
        }
        #expect(report.unreachableUntil == rig.now + 5)
        #expect(told.withLock { $0.last } == .unreachable(nextTry: rig.now + 5))
        #expect(report.accounts.first?.problem?.kind == .network)
        #expect(try FeedService.unreachable(in: rig.store) != nil)
        // A feed that the server reads is no host of its own that could be asked.
        #expect(rig.service.knownHosts() == 1)

        let back = try Origin(port: port)
        let hub = ScriptedHub(on: back)
        hub.publish(1...3)
        #expect(try await rig.service.refresh(reason: .everything).unreachableUntil != nil)
        #expect(back.requests.isEmpty)
        rig.pass(seconds: 5)
        #expect(try await rig.service.refresh(reason: .everything).unreachableUntil == nil)
        #expect(rig.service.connectivity == .online)
        #expect(try titles() == expected(1...3))
    }

    @Test("What waits until lede is back waits on where an account's server is not reached")
    func queuedWhileUnreachable() async throws {
        hub.publish(1...2)
        try await add()
        _ = try rig.service.fetchWhenBack(.everything)
        rig.origin.stop()
        rig.pass(seconds: 3600)
        try await rig.service.fetchQueued()
        #expect(try rig.store.queueCount() == 1)
    }

    @Test("A JSON Feed that shows _since is told from a plain one")
    func discovery() async throws {
        hub.publish(1...2)
        guard case .since(let url, let title) = try await rig.service.discover(rig.origin.url("/items.json")) else {
            Issue.record("a plain feed")
            return
        }
        #expect(url == rig.origin.url("/items.json") && title == "hub")
    }

    @Test(arguments: [
        ("http://h:1", "http://h:1/items.json"), ("http://h/", "http://h/items.json"),
        ("h.example/lede/", "https://h.example/lede/items.json"), ("http://h/x.json", "http://h/x.json"),
    ])
    func anAddressMayBeAFolder(_ address: String, _ url: String) {
        #expect(FeedService.sinceAddress(address) == url)
    }
}
