import ArticleStorage
import FeedModel
import Testing

@testable import FeedRefresh

@Suite struct VisitQueueTests {
    private func queue(_ count: Int) -> VisitQueue {
        VisitQueue(
            (0..<count).map { number in
                let id = SubscriptionID(rawValue: Int64(number))
                return PlannedVisit(
                    Subscription(id: id, feedURL: "https://\(number).example"), PollingState(subscription: id))
            })
    }

    private func numbers(_ plans: [PlannedVisit]) -> [Int64] { plans.map(\.subscription.id.rawValue) }

    @Test("Feeds begin in order; feeds that waited for their host come before the others")
    func order() throws {
        var queue = queue(5)
        for _ in 0..<3 {
            let plan = queue.popNext()
            queue.hold(try #require(plan), for: "a")
        }
        #expect(queue.count == 5 && !queue.isEmpty)
        queue.release(2, of: "a")
        queue.release(1, of: "b")
        var rest: [PlannedVisit] = []
        while let plan = queue.popNext() { rest.append(plan) }
        #expect(numbers(rest) == [0, 1, 3, 4])
        #expect(queue.isEmpty && queue.count == 1)
        queue.release(.max, of: "a")
        #expect(queue.popNext()?.subscription.id.rawValue == 2)
    }

    @Test("Removing all feeds counts the feeds that wait for their host")
    func removal() throws {
        var queue = queue(4)
        let plan = queue.popNext()
        queue.hold(try #require(plan), for: "a")
        #expect(queue.removeAll() == 4)
        #expect(queue.isEmpty && queue.count == 0)
    }

    @Test("Stored heads are read together, each once")
    func preparation() throws {
        var queue = queue(VisitQueue.preparedAtOnce + 2)
        let (first, second) = (queue.popNext(), queue.popNext())
        let group = queue.unprepared(with: try #require(first), to: "a")
        #expect(numbers(group) == [0] + Array(2...Int64(VisitQueue.preparedAtOnce)))
        let rest = queue.unprepared(with: try #require(second), to: "a")
        #expect(numbers(rest) == [1])
        let third = queue.popNext()
        #expect(queue.unprepared(with: try #require(third), to: "a").isEmpty)
    }
}
