import FeedModel
import FoundationEssentials
import Testing

@testable import ReaderUI

@Suite struct FeedOrderTests {
    private func statistics(_ rig: Rig) -> [FeedStatistics] {
        rig.subscriptions.enumerated().map { index, feed in
            var feed = feed
            feed.articleCount = [10, 40, 30, 20][index]
            feed.health = FeedHealth(lastSuccess: Rig.now.addingTimeInterval([-40, -10, -20, -30][index]))
            return FeedStatistics(
                subscription: feed, readCount: [10, 4, 15, 0][index],
                newest: Rig.now.addingTimeInterval([-4, -3, -1, -2][index] * 3_600),
                articlesPerWeek: [0, 7, 2.5, 9][index])
        }
    }

    private func order(_ rig: Rig) -> [Int64] {
        rig.state.sidebar.overview.feeds.map(\.id.rawValue)
    }

    @Test(
        "The feed column is sorted by a statistic of the feeds once the statistics have loaded",
        arguments: [
            ("newest", [3, 4, 2, 1]), ("read", [1, 3, 2, 4]), ("pace", [4, 2, 3, 1]), ("success", [2, 3, 4, 1]),
            ("size", [2, 3, 4, 1]),
        ] as [(String, [Int64])])
    func sorted(_ word: String, _ wanted: [Int64]) {
        var rig = Rig()
        rig.start()
        rig.press(":")
        rig.type("set feed-order \(word)")
        rig.press("Enter")
        #expect(rig.effects.contains(.loadFeedOrder))
        #expect(order(rig) == [1, 2, 3, 4])
        rig.send(.feedOrder(statistics(rig)))
        #expect(order(rig) == wanted)
        rig.send(.libraryChanged)
        #expect(order(rig) == wanted)
        #expect(rig.effects.count { $0 == .loadFeedOrder } == 1)
    }

    @Test("Other orders do not load statistics")
    func others() {
        var rig = Rig()
        rig.start()
        #expect(!rig.effects.contains(.loadFeedOrder))
    }
}
