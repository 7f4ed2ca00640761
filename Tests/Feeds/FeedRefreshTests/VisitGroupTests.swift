import ArticleStorage
import FeedModel
import ScriptedOrigin
import Testing

@testable import FeedRefresh

/// Refreshes of more feeds than are prepared together.
@Suite("Groups of visits", .timeLimit(.minutes(1))) struct VisitGroupTests {
    /// Two complete groups and a part of a third one.
    private static let count = 2 * 64 + 22

    @Test("Many feeds of one host are each requested once, in order, with the validators of the cache")
    func oneHost() async throws {
        let rig = try ServiceRig()
        for number in 0..<Self.count {
            rig.origin.route("/\(number)") { request in
                .validated(request, etag: "\"\(number)\"", body: atomFeed(1...2))
            }
            _ = try rig.subscribe("/\(number)")
        }
        let first = try await rig.service.refresh(reason: .everything)
        #expect(first.progress.newArticles == 2 * Self.count && first.failures.isEmpty)
        let before = rig.origin.requests.count
        let report = try await rig.service.refresh(reason: .insisted)
        #expect(report.notModified == Self.count && report.progress.finished == Self.count)
        let numbers = rig.origin.requests.dropFirst(before).compactMap { Int($0.target.dropFirst()) }
        #expect(numbers.sorted() == Array(0..<Self.count))
        // Visits begin in order, and at most eight to a host are under way: each request comes before the requests of
        // at most seven earlier feeds.
        #expect(numbers.indices.allSatisfy { index in numbers[index...].count { $0 < numbers[index] } < 8 })
    }

    @Test("A cancelled refresh ends its visits, asks no other feed, and keeps what has arrived")
    func cancelled() async throws {
        let rig = try ServiceRig()
        let gate = Gate()
        for number in 0..<Self.count {
            let reply = Reply.response(body: atomFeed(1...2))
            rig.origin.route("/\(number)", number == 0 ? reply : reply.after(gate))
            _ = try rig.subscribe("/\(number)")
        }
        let task = Task { try await rig.service.refresh(reason: .everything) }
        try await rig.origin.waitForRequests(3)
        while try rig.store.subscriptions().allSatisfy({ $0.articleCount == 0 }) { await Task.yield() }
        task.cancel()
        let report = try await task.value
        #expect(report.isCancelled && report.failures.isEmpty)
        #expect(report.progress.newArticles == 2 && rig.origin.requests.count < 16)
        #expect(report.notRequested == Self.count - 1)
        // The leases have been returned.
        gate.open()
        let again = try await rig.anotherService().refresh(reason: .everything)
        #expect(again.leasedElsewhere == 0 && again.failures.isEmpty)
        #expect(try rig.store.subscriptions().allSatisfy { $0.articleCount == 2 })
    }

    @Test("A visit that has ended cannot be detached; a detached one reports only to its new listener")
    func detaching() async throws {
        let rig = try ServiceRig()
        let gate = Gate()
        rig.origin.route("/feed", Reply.response(body: atomFeed(1...2)).after(gate))
        let id = try rig.subscribe()
        let subscription = try #require(try rig.store.subscriptions().first)
        let visitor = FeedVisitor(
            PlannedVisit(subscription, PollingState(subscription: id)), context: rig.service.visitContext,
            reason: .everything)
        let (first, second) = (Inbox<FeedVisit>(), Inbox<FeedVisit>())
        let visit = IndependentVisit(visitor) { first.post($0) }
        #expect(visit.detach { second.post($0) })
        gate.open()
        let ended = await second.messages()
        #expect(ended.map(\.subscription) == [id] && ended.first?.result.isSuccess == true)
        #expect(!visit.detach { first.post($0) })
        first.post(FeedVisit(subscription: id, result: .cancelled))
        #expect(await first.messages().map(\.result) == [.cancelled])
    }
}
