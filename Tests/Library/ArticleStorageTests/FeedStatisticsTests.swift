import FeedModel
import Foundation
import Testing

@testable import ArticleStorage

@Suite struct FeedStatisticsTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func dates(_ count: Int, daysApart days: Double) -> [Date] {
        (0..<count).map { now - Double($0) * days * 86_400 }
    }

    @Test(
        "The rate is the mean over 12 weeks, or over the period of the newest 200 articles or of all articles",
        arguments: [
            (0, 1, 0), (12, 7, 12.0 / 11), (24, 7, 1), (6, 1, 6), (5, 0.01, 5), (10, 2, 10 / (18.0 / 7)),
            (200, 0.07, 100.5), (200, 1_000, 1.0 / 12), (2, 1_000, 1.0 / 12),
        ]
            as [(Int, Double, Double)])
    func pace(_ count: Int, _ days: Double, _ expected: Double) {
        let pace = ArticleStore.articlesPerWeek(dates(count, daysApart: days), now: now)
        #expect(abs(pace - expected) < 0.01)
    }

    @Test(
        "A feed whose articles all appeared within 7 days is reported for this week",
        arguments: [(5, 0.1, true), (9, 1, false)])
    func thisWeek(_ count: Int, _ days: Double, _ expected: Bool) {
        #expect(ArticleStore.areAllFromThisWeek(dates(count, daysApart: days), now: now) == expected)
    }

    @Test("A feed with a new address keeps its articles and forgets the validators of the old one")
    func newAddress() throws {
        let library = try Library()
        let store = library.store
        let id = try library.feed("one", [item("a", hoursAgo: 1)])
        var state = try store.pollingState(of: id) ?? PollingState(subscription: id)
        state.etag = "\"x\""
        try store.record([state])
        #expect(try store.changeFeedURL("https://example.org/new", of: id))
        let statistics = try #require(try store.statistics(of: id, at: now))
        #expect(
            statistics.subscription.feedURL == "https://example.org/new" && statistics.subscription.articleCount == 1)
        #expect(try store.pollingState(of: id)?.etag == nil)
    }

    @Test("An address that another feed has is refused")
    func takenAddress() throws {
        let library = try Library()
        let one = try library.feed("one", [])
        let two = try library.feed("two", [])
        let address = try #require(try library.store.subscription(two)).feedURL
        #expect(try !library.store.changeFeedURL(address, of: one))
    }
}
