import FeedModel
import Screen
import Testing

@testable import ReaderUI

/// A thousand feeds have summaries; their state is loaded only for the visible ones.
@Suite struct FeedsInViewTests {
    private static func rig(feeds count: Int64) -> Rig {
        var rig = Rig()
        rig.subscriptions = (1...count).map { number in
            Subscription(
                id: SubscriptionID(rawValue: number), feedURL: "https://example.org/\(number)", name: "Feed \(number)",
                health: FeedHealth(problem: FeedProblem(kind: .network, message: "Feed \(number) says why.")))
        }
        return rig
    }

    @Test("Visible feeds are requested once") func visibleFeedsAreRequestedOnce() {
        var rig = Self.rig(feeds: 1_000)
        rig.start()
        let rows = rig.screen.filter { $0.contains("! Feed ") }.count
        #expect(rows > 10 && rig.feedsAskedFor == (1...rows).map { SubscriptionID(rawValue: Int64($0)) })
        rig.press("j", "j", "k")
        #expect(rig.feedsAskedFor.count == rows, "and no key asks again")
        rig.press("G")
        #expect(rig.line(with: "! Feed 1000") != nil && rig.line(with: "Feed 1000 says why.") != nil)
        #expect(rig.feedsAskedFor.count == rig.screen.filter { $0.contains("! Feed ") }.count + rows)
    }

    @Test("Every overview requests the visible feeds again") func everyOverviewRequestsVisibleFeedsAgain() {
        var rig = Self.rig(feeds: 3)
        rig.start()
        rig.subscriptions[0].health.problem = nil
        rig.subscriptions[2].health.problem?.message = "Now another thing."
        rig.send(.libraryChanged)
        #expect(rig.line(with: "! Feed 1") == nil && rig.line(with: "! Feed 3") != nil)
        rig.press("G")
        #expect(rig.line(with: "Now another thing.") != nil)
        #expect(rig.feedsAskedFor.count == 6)
    }

    @Test("The feed of the selected article is requested without its row")
    func theFeedOfTheSelectedArticleIsInSightWithoutItsRow() {
        var rig = Self.rig(feeds: 3)
        rig.start()
        rig.press("k", "Enter")
        rig.send(.input(.resized(Size(columns: 40, rows: 20))))
        rig.feedsAskedFor = []
        rig.send(.libraryChanged)
        #expect(rig.feedsAskedFor == [SubscriptionID(rawValue: 1)])
        #expect(rig.screen.last?.contains("Feed 1 says why.") == true)
    }

    @Test("A missing feed is not requested again") func missingFeedIsNotRequestedAgain() {
        var rig = Self.rig(feeds: 3)
        rig.subscriptions.removeLast()
        var state = rig.state
        let feeds = (1...3).map { FeedSummary(id: SubscriptionID(rawValue: $0), title: "Feed \($0)") }
        let first = update(&state, .overview(LibraryOverview(feeds: feeds), []))
        #expect(first.contains(.loadSubscriptions(feeds.map(\.id))))
        #expect(update(&state, .subscriptions(rig.subscriptions)) == [])
        rig.state = state
        #expect(rig.line(with: "Feed 3") != nil && rig.line(with: "! Feed 3") == nil)
    }
}
