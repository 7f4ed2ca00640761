import ArticleStorage
import FeedModel
import Foundation
import HTTPCache
import HTTPTransport
import ScriptedOrigin
import Synchronization
import Testing

@testable import FeedRefresh

@Suite struct ConnectionProbeTests {
    let rig: ServiceRig
    let dead: [SubscriptionID]

    init() throws {
        let rig = try ServiceRig { $0.exchangesAtOnce = 1 }
        rig.origin.route("/feed") { .validated($0, etag: "\"1\"", body: atomFeed(1...2)) }
        _ = try rig.subscribe("/feed")
        dead = try (3...5).map { try rig.store.add(NewSubscription(feedURL: "http://127.0.0.\($0):1/")).id }
        self.rig = rig
    }

    private func failures() throws -> [Int?] {
        try dead.map { try rig.store.pollingState(of: $0)?.health.consecutiveFailures }
    }

    @Test(
        "Dead servers that fail last, or alone, do not mean a dead connection if one more request is answered"
    )
    func deadServersAtTheEnd() async throws {
        let report = try await rig.service.refresh(reason: .everything)
        #expect(report.unreachableUntil == nil && report.failures.count == 3)
        #expect(rig.service.connectivity == .online)
        #expect(rig.origin.requests.count == 2)
        #expect(rig.origin.requests.last?["If-None-Match"] == "\"1\"")
        #expect(try failures() == [1, 1, 1])
        #expect(try await rig.service.refresh(.feeds(dead), reason: .schedule).progress.total == 0)

        rig.pass(seconds: 700)
        let again = try await rig.service.refresh(.feeds(dead), reason: .schedule)
        #expect(again.unreachableUntil == nil && again.failures.count == 3)
        #expect(rig.origin.requests.count == 3)
        #expect(try failures() == [2, 2, 2])
    }

    @Test("Further dead servers after such a response do not mean a dead connection either")
    func manyDeadServers() async throws {
        for number in 6...160 { _ = try rig.store.add(NewSubscription(feedURL: "http://127.0.0.\(number):1/")) }
        let hasWaited = Mutex(false)
        let report = try await rig.service.refresh(reason: .everything) { [rig] event in
            guard case .connectivity(.unreachable) = event else { return }
            // The queue waits once for a probe.
            hasWaited.withLock {
                if !$0 { rig.pass(seconds: 10) }
                $0 = true
            }
        }
        #expect(report.unreachableUntil == nil && report.failures.count == 158)
        #expect(rig.service.connectivity == .online)
        #expect(try failures() == [1, 1, 1])
        // After 4, 10, 22, 46, 94 and 145 dead servers.
        #expect(rig.origin.requests.count == 7)
    }

    @Test("Without a response the failures are blamed on the connection and do not count against the feeds")
    func deadConnection() async throws {
        _ = try await rig.service.refresh(reason: .everything)
        rig.origin.stop()
        rig.pass(seconds: 700)
        let report = try await rig.service.refresh(.feeds(dead), reason: .schedule)
        #expect(report.unreachableUntil != nil)
        #expect(try failures() == [1, 1, 1])
    }

    @Test("No request goes to a feed that has not answered for a day")
    func silentFeeds() async throws {
        _ = try await rig.service.refresh(reason: .everything)
        rig.pass(seconds: 90_000)
        let report = try await rig.service.refresh(.feeds(dead), reason: .schedule)
        #expect(report.unreachableUntil != nil)
        #expect(rig.origin.requests.count == 2)
    }

    @Test("A feed on this machine or in the local network shows nothing about a server on the internet")
    func nearbyFeed() async throws {
        _ = try await rig.service.refresh(reason: .everything)
        let probe = ConnectionProbe(context: rig.service.visitContext)
        #expect(await probe.isAnswered(besides: ["127.0.0.9", "nas.local:80"], PausedHosts()) == true)
        #expect(await probe.isAnswered(besides: ["127.0.0.9", "dead.example"], PausedHosts()) == nil)
        let hosts = ["localhost:3000", "rss-bridge", "192.168.1.2", "nas.local:80", "10.0.0.7:80", "local.example:80"]
        #expect(hosts.map(ConnectionProbe.isNearby) == [true, true, true, true, true, false])
    }

    @Test("The head of a packed file's response shows that the network is back")
    func headOfFile() async throws {
        rig.origin.route("/1.mp3") { _ in .response(200, fields: [], body: [1, 2, 3]) }
        for number in 3...5 {
            let error = CacheError.transport(TransportError(.connection, "no connection"))
            rig.service.failPacked(error, "enclosure", "http://127.0.0.\(number):1/")
        }
        #expect(rig.service.connectivity != .online)
        let request = try await rig.service.fileRequest(rig.origin.url("/1.mp3"), of: [])
        _ = try await rig.service.packedReply(for: request, policy: .useProtocolCachePolicy)
        #expect(rig.service.connectivity == .online)
    }
}
