import FeedModel
import FoundationEssentials
import Testing

@testable import PackStorage

@Suite struct RemovalOrderTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let day = 86_400.0

    private func candidate(
        _ id: Int64, days: Double, isStarred: Bool = false, isByHand: Bool = false, isGone: Bool = false,
        readDays: Double? = nil
    ) -> RemovalOrder.Candidate {
        RemovalOrder.Candidate(
            id: ArticleID(rawValue: id), date: Self.now - days * Self.day, isStarred: isStarred, isByHand: isByHand,
            isGone: isGone, readSince: readDays.map { Self.now - $0 * Self.day })
    }

    @Test("Missing articles are removed first, then read ones by age, then unread ones by age; starred ones are kept")
    func order() {
        let candidates = [
            candidate(1, days: 1), candidate(2, days: 9), candidate(3, days: 30, isStarred: true),
            candidate(4, days: 40, isByHand: true), candidate(5, days: 2, readDays: 3),
            candidate(6, days: 1, readDays: 8),
            candidate(7, days: 5, readDays: 1), candidate(8, days: 1, isGone: true),
        ]
        #expect(RemovalOrder.ids(candidates, now: Self.now).map(\.rawValue) == [8, 6, 5, 2, 1])
    }

    @Test("A read article may be removed after 48 hours, not before", arguments: [(1.9, false), (2.0, true)])
    func timeAfterReading(_ days: Double, _ isRemoved: Bool) {
        let order = RemovalOrder.ids([candidate(1, days: 5, readDays: days)], now: Self.now)
        #expect(order.isEmpty != isRemoved)
    }
}
