import ArticleStorage
import FeedModel
import Foundation
import ScriptedOrigin
import Testing

@testable import FeedRefresh

/// A clock that was ahead and is corrected.
@Suite struct ClockCorrectionTests {
    @Test(
        "After a clock that was years fast is corrected, the schedule polls the feed at once",
        arguments: [20.0, 1.0 / 365])
    func correctedClock(_ years: Double) async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed", .response(fields: ["Cache-Control": "max-age=36000"], body: atomFeed(1...2)))
        _ = try rig.subscribe()
        let ahead = years * 365 * 86_400
        rig.pass(seconds: ahead)
        _ = try await rig.service.refresh(reason: .everything)
        rig.pass(seconds: -ahead)
        let health = try #require(try rig.store.subscriptions().first?.health)
        #expect(health.nextAttempt ?? rig.now > rig.now && health.scheduledAttempt(at: rig.now) == rig.now)
        let report = try await rig.service.refresh(reason: .schedule)
        #expect(report.requests == 1 && rig.origin.requests.count == 2)
        let repaired = try #require(try rig.store.subscriptions().first?.health)
        #expect(repaired.nextAttempt != nil && repaired.scheduledAttempt(at: rig.now) == repaired.nextAttempt)
    }

    @Test("A Retry-After from a fast clock does not hold for years")
    func retryAfter() async throws {
        let rig = try ServiceRig()
        rig.origin.route(
            "/feed", inOrder: [.response(503, fields: ["Retry-After": "60"]), .response(body: atomFeed(1...2))])
        let feed = try rig.subscribe()
        rig.pass(seconds: 630_720_000)
        _ = try await rig.service.refresh(reason: .everything)
        rig.pass(seconds: -630_720_000)
        _ = try await rig.service.refresh(reason: .schedule)
        #expect(try rig.titles(feed).count == 2)
    }

    @Test("Validators from a fast clock are left out of one request, since their age is unknown")
    func validators() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed") { .validated($0, etag: "\"1\"", body: atomFeed(1...2)) }
        _ = try rig.subscribe()
        rig.pass(seconds: 630_720_000)
        _ = try await rig.service.refresh(reason: .everything)
        rig.pass(seconds: -630_720_000)
        for condition in [nil, "\"1\""] {
            _ = try await rig.service.refresh(reason: .everything)
            #expect(rig.origin.requests(to: "/feed").last?["If-None-Match"] == condition)
        }
    }

    @Test("The queue is fetched after a clock was set back")
    func queue() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed", .response(body: atomFeed(1...2)))
        let feed = try rig.subscribe()
        rig.pass(seconds: 630_720_000)
        #expect(try rig.service.fetchOnceConnected(.feed(feed)))
        rig.pass(seconds: -630_720_000)
        try await rig.service.fetchQueued()
        #expect(try rig.titles(feed).count == 2 && rig.store.queueCount() == 0)
    }
}
