import ArticleStorage
import FeedModel
import Foundation
import ScriptedOrigin
import Testing

@testable import FeedRefresh

@Suite struct PublishingPaceTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    @Test("Articles dated in the future do not count, and a single date gives no gap")
    func unknownGap() {
        #expect(PublishingPace(of: [now + 60, now - 10, now - 20, now - 50], at: now).articleGap == 30)
        #expect(PublishingPace(of: [now + 60, now - 10], at: now).articleGap == nil)
    }

    @Test("After a 304 the next poll follows the pace and the hints of the last document")
    func unchanged() async throws {
        let rig = try ServiceRig()
        let ids = [try subscribe(to: "/gap", ttl: 60, rig), try subscribe(to: "/ttl", ttl: 600, rig)]
        for _ in 0..<2 {
            _ = try await rig.service.refresh(reason: .everything)
            let waits = try ids.map { try wait(for: $0, rig) }
            #expect(waits == [4 * 3600, 10 * 3600])
            rig.pass(seconds: 86_400)
        }
        #expect(rig.origin.requests.count { $0["If-None-Match"] != nil } == 2)
    }

    @Test("A pace that is not stored is computed from the stored articles")
    func earlierLibrary() async throws {
        let rig = try ServiceRig()
        let id = try subscribe(to: "/feed", ttl: 60, rig)
        _ = try await rig.service.refresh(reason: .everything)
        var state = try #require(try rig.store.pollingState(of: id))
        state.pace = PublishingPace()
        try rig.store.record([state])
        _ = try await rig.service.refresh(reason: .everything)
        #expect(try rig.store.pollingState(of: id)?.pace.articleGap == 8 * 3600)
        #expect(try wait(for: id, rig) == 4 * 3600)
    }

    @Test("The few articles of a 226 do not change the pace")
    func delta() async throws {
        let rig = try ServiceRig()
        rig.origin.route(
            "/feed",
            inOrder: [
                .response(fields: ["ETag": "\"1\""], body: Self.feed(ttl: 60, hours: [0, 8, 16])),
                .response(226, fields: ["ETag": "\"2\"", "IM": "feed"], body: Self.feed(ttl: 60, hours: [22, 23])),
                .response(304, fields: ["ETag": "\"2\""]),
            ])
        let id = try rig.subscribe()
        for _ in 0..<3 {
            _ = try await rig.service.refresh(reason: .everything)
            #expect(try rig.store.pollingState(of: id)?.pace.articleGap == 8 * 3600)
            #expect(try wait(for: id, rig) == 4 * 3600)
        }
    }

    private func subscribe(to path: String, ttl minutes: Int, _ rig: ServiceRig) throws -> SubscriptionID {
        rig.origin.route(path) { .validated($0, etag: "\"1\"", body: Self.feed(ttl: minutes, hours: [0, 8, 16])) }
        return try rig.subscribe(path)
    }

    private func wait(for id: SubscriptionID, _ rig: ServiceRig) throws -> TimeInterval? {
        try rig.store.subscription(id)?.health.nextAttempt?.timeIntervalSince(rig.now)
    }

    /// Returns a feed with an article at each of these hours of a day.
    private static func feed(ttl minutes: Int, hours: [Int]) -> String {
        let items = hours.map { hour in
            let date = "Mon, 05 Jan 2026 \(hour < 10 ? "0" : "")\(hour):00:00 GMT"
            return "<item><title>At \(hour)</title><guid>\(hour)</guid><pubDate>\(date)</pubDate></item>"
        }
        return """
            <rss version="2.0"><channel><title>Pace</title><ttl>\(minutes)</ttl>\(items.joined())</channel></rss>
            """
    }
}
