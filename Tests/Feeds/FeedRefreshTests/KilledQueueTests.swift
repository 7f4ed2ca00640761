import ArticleStorage
import Foundation
import ScriptedOrigin
import Testing

@testable import FeedRefresh

@Suite struct KilledQueueTests {
    @Test("A reader that starts after a kill fetches the requests of the killed process, without waiting for a lease")
    func startsAfterKill() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed", .response(body: atomFeed(1...2)))
        _ = try rig.service.subscribeWithoutFetching(NewSubscription(feedURL: rig.origin.url("/feed")))
        // No process has this identifier on any Linux (the largest is 2^22).
        let dead = LeaseOwner.current.name.split(separator: " ").enumerated().map {
            $0.offset == 1 ? "99999999" : $0.element
        }
        _ = try #require(
            try rig.store.leaseQueued(owner: dead.joined(separator: " "), until: rig.now + 600, at: rig.now))
        let task = Task { await rig.service.followSchedule(every: nil) { _ in } }
        try await rig.origin.waitForRequests(1, to: "/feed")
        task.cancel()
        await task.value
    }
}
