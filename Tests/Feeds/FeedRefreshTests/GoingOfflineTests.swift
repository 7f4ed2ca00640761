import ArticleStorage
import CurlTransport
import FeedModel
import FeedRefresh
import Foundation
import GRDB
import HTTPTransport
import HTTPTypes
import ScriptedOrigin
import Testing

/// Going offline while requests are under way: a train enters a tunnel, and the person presses O.
@Suite struct GoingOfflineTests {
    /// Returns a server with eight feeds on two connections, each response behind the gate.
    private static func rig(_ gate: Gate) throws -> ServiceRig {
        var curl = CurlSettings()
        curl.maxConnectionsPerHost = 2
        let rig = try ServiceRig(curl: curl)
        for number in 0..<8 {
            rig.origin.route("/\(number)", Reply.response(body: atomFeed(1...2)).after(gate))
            _ = try rig.subscribe("/\(number)")
        }
        return rig
    }

    @Test("Going offline ends a refresh: visits that wait for a connection send no request", arguments: [true, false])
    func waiting(inThisProcess: Bool) async throws {
        let gate = Gate()
        let rig = try Self.rig(gate)
        let task = Task { try await rig.service.refresh(reason: .everything) }
        try await rig.origin.waitForRequests(2)
        _ = try rig.service.fetchOnceConnected(.everything)
        try (inThisProcess ? rig.service : rig.anotherService()).setOffline(true)
        let report = try await task.value
        gate.open()
        #expect(report.isOffline && report.notRequested == 8 && report.failures.isEmpty)
        #expect(rig.origin.requests.count == 2)
        // The queued request stays in the queue.
        #expect(try rig.store.queueCount() == 1)
    }

    @Test("A redirect opens no socket if the person has gone offline meanwhile")
    func redirect() async throws {
        let gate = Gate()
        let rig = try ServiceRig()
        rig.origin.route("/feed", Reply.response(302, fields: ["Location": "/moved"]).after(gate))
        rig.origin.route("/moved", .response(body: atomFeed(1...2)))
        let id = try rig.subscribe()
        let task = Task { try await rig.service.open(id) { _ in } }
        try await rig.origin.waitForRequests(1)
        try rig.service.setOffline(true)
        gate.open()
        #expect(try await task.value == .notAvailableOffline)
        #expect(rig.origin.requests.map(\.target) == ["/feed"])
    }

    @Test(
        "An address that is added is queued if the person goes offline before its feed is found",
        arguments: ["<link rel=alternate type=application/atom+xml href=/feed>", "<p>No feed is named here.</p>"])
    func adding(_ page: String) async throws {
        let gate = Gate()
        let rig = try ServiceRig()
        rig.origin.route("/", Reply.response(fields: ["Content-Type": "text/html"], body: page).after(gate))
        rig.origin.route("/feed", .response(body: atomFeed(1...2)))
        let feed = NewSubscription(feedURL: rig.origin.url("/"))
        let task = Task { try await rig.service.subscribe(to: feed) }
        try await rig.origin.waitForRequests(1)
        try rig.service.setOffline(true)
        gate.open()
        guard case .queued(let id, isNew: true, reason: nil) = try await task.value else {
            Issue.record("not queued")
            return
        }
        #expect(rig.origin.requests.map(\.target) == ["/"])
        #expect(try rig.store.queueCount() == 1)
        #expect(try rig.store.subscription(id) != nil)
    }

    @Test("A command's next request and next bytes fail once another process has switched lede to offline")
    func command() async throws {
        let rig = try ServiceRig()
        let gate = Gate()
        rig.origin.route("/f", Reply([Reply.head(200, []), .drip([1, 2], pieceSize: 1, gate)]))
        let offlineSwitch = OfflineSwitch(rig.store)
        let transport = SwitchedTransport(endingBodiesOf: CurlTransport(CurlSettings())) { offlineSwitch.isOffline }
        let request = TransportRequest(
            head: HTTPRequest(
                method: .get, scheme: "http", authority: "127.0.0.1:\(rig.origin.port)", path: "/f"))
        let response = try await transport.send(request)
        var pieces = response.body.makeAsyncIterator()
        gate.pass()
        #expect(try await pieces.next() == [1])
        try rig.store.setSetting("1", for: "offline")
        gate.pass()
        var end: TransportError?
        do throws(TransportError) { _ = try await pieces.next() } catch { end = error }
        #expect(end?.cause == .offline)
        await #expect(throws: TransportError.self) { try await transport.send(request) }
        #expect(rig.origin.requests.count == 1)
    }

    @Test("While the switch cannot be read, the last known value applies, and without one the process is offline")
    func unreadable() throws {
        let rig = try ServiceRig()
        try rig.store.setSetting("1", for: "offline")
        let service = rig.service
        #expect(service.isOffline)
        let file = try DatabaseQueue(path: rig.folder.appendingPathComponent("library.sqlite").path)
        try file.write { try $0.execute(sql: "ALTER TABLE setting RENAME TO hidden") }
        #expect(throws: (any Error).self) { try rig.store.setting("offline") }
        #expect(service.isOffline)
        #expect(try rig.anotherService(cache: "other.sqlite").isOffline)
    }

    @Test("A host that answers 429 gets no further request in this refresh, and its other feeds wait equally long")
    func pause() async throws {
        let gate = Gate()
        let rig = try ServiceRig(addresses: ["127.0.0.1", "127.0.0.2"])
        for number in 0..<60 {
            rig.origin.route("/\(number)", Reply.response(429, fields: ["Retry-After": "600"]).after(gate))
            _ = try rig.subscribe("/\(number)")
        }
        rig.origin.route("/feed", Reply.response(body: atomFeed(1...2)).after(gate))
        _ = try rig.subscribe("/feed", on: "127.0.0.2")
        let task = Task { try await rig.service.refresh(reason: .everything) }
        try await rig.origin.waitForRequests(3)
        gate.open()
        let report = try await task.value
        #expect(rig.origin.requests.count < 20 && report.progress.newArticles == 2 && report.notRequested == 0)
        let asked = rig.origin.requests.count
        #expect(report.waiting.count == 61 - asked && report.waiting.allSatisfy { $0.until == rig.now + 600 })
        let feeds = try rig.store.subscriptions()
        #expect(feeds.count { $0.waitsUntil == rig.now + 600 } == 60 && feeds.count { $0.waitsUntil == nil } == 1)
        rig.pass(seconds: 300)
        _ = try await rig.service.refresh(reason: .everything)
        #expect(rig.origin.requests.count == asked + 1)
    }

    @Test(
        "After a 429, later refreshes leave out all feeds of the host for as long; a 503 affects one refresh only",
        arguments: [429, 503])
    func pauseOfOthers(_ status: Int) async throws {
        let rig = try ServiceRig(addresses: ["127.0.0.1", "127.0.0.2"])
        let (busy, other) = (try rig.subscribe("/busy"), try rig.subscribe("/other"))
        _ = try rig.subscribe("/elsewhere", on: "127.0.0.2")
        rig.origin.route("/busy", .response(status, fields: ["Retry-After": "600"]))
        for path in ["/other", "/elsewhere"] { rig.origin.route(path, .response(body: atomFeed(1...2))) }
        _ = try await rig.service.refresh(.feeds([busy]), reason: .insisted)
        rig.pass(seconds: 300)
        let report = try await rig.service.refresh(reason: .everything)
        let waits = status == 429
        #expect(report.waiting.contains { $0.subscription.id == other } == waits)
        #expect(rig.origin.requests(to: "/other").isEmpty == waits && rig.origin.requests(to: "/elsewhere").count == 1)
        #expect(report.progress.newArticles == (waits ? 2 : 4))
        rig.pass(seconds: 301)
        rig.origin.route("/busy", .response(body: atomFeed(1...2)))
        #expect(try await rig.service.refresh(reason: .everything).progress.newArticles == (waits ? 4 : 2))
    }

    @Test("A feed that a refresh leaves out waits for an hour at most", arguments: [429, 503])
    func longPause(_ status: Int) async throws {
        let rig = try ServiceRig { $0.exchangesAtOnce = 1 }
        for number in 0..<2 {
            rig.origin.route("/\(number)", .response(status, fields: ["Retry-After": "86400"]))
            _ = try rig.subscribe("/\(number)")
        }
        _ = try await rig.service.refresh(reason: .everything)
        #expect(rig.origin.requests.count == 1)
        let ends = try rig.store.subscriptions().compactMap(\.waitsUntil)
        #expect(Set(ends) == [rig.now + 3_600, rig.now + 86_400])
    }

    @Test(
        "After a 429 without a time, this refresh sends its host no more requests, but the person may request again",
        arguments: [nil, "0"])
    func pauseWithoutATime(retryAfter: String?) async throws {
        let rig = try ServiceRig { $0.exchangesAtOnce = 1 }
        for number in 0..<4 {
            let fields = retryAfter.map { [RawField("Retry-After", $0)] } ?? []
            rig.origin.route("/\(number)", .response(429, fields: fields, body: []))
            _ = try rig.subscribe("/\(number)")
        }
        let report = try await rig.service.refresh(reason: .everything)
        #expect(rig.origin.requests.count == 1 && report.waiting.isEmpty)
        let host = "127.0.0.1:\(rig.origin.port)"
        #expect(report.failures.map(\.problem.message).last == "not requested: \(host) answered 429")
        #expect(try rig.store.pollingStates().allSatisfy { $0.retryAfter ?? rig.now <= rig.now })
        _ = try await rig.service.refresh(reason: .schedule)
        #expect(rig.origin.requests.count == 1)
        for number in 0..<4 { rig.origin.route("/\(number)", .response(body: atomFeed(1...2))) }
        #expect(try await rig.service.refresh(reason: .everything).progress.newArticles == 8)
    }
}
