import FeedModel
import Foundation
import PackStorage
import Testing

@testable import JourneyPacking

@Suite struct PackingOrderTests {
    private func row(_ id: Int64, feed: Int64, age: Double, isStarred: Bool = false) -> ArticleSummary {
        ArticleSummary(
            id: ArticleID(rawValue: id), subscription: SubscriptionID(rawValue: feed), title: "\(id)",
            date: Date(timeIntervalSince1970: 1_000_000 - age), isRead: false, isStarred: isStarred)
    }

    @Test("Starred articles come first, then the newest of each feed, then the second newest")
    func starredThenByAgeInFeed() {
        let rows = [
            row(1, feed: 1, age: 1), row(2, feed: 1, age: 2), row(3, feed: 1, age: 3), row(4, feed: 2, age: 9),
            row(5, feed: 2, age: 10), row(6, feed: 3, age: 50, isStarred: true), row(7, feed: 3, age: 60),
        ]
        #expect(PackingOrder.ranked(rows).map(\.id.rawValue) == [6, 1, 4, 7, 2, 5, 3])
    }

    private func wanted(
        _ id: Int64, _ url: String, _ stage: PackingStage, position: Int, hasFailed: Bool = false
    ) -> WantedAddress {
        WantedAddress(
            id: AddressID(rawValue: id), url: url, stage: stage, position: position, articles: [], hasFailed: hasFailed)
    }

    @Test("An address whose transfer broke comes after the others of its stage")
    func broken() {
        var queue = PackingQueue()
        queue.add([
            wanted(1, "http://a/1", .firstPicture, position: 1, hasFailed: true),
            wanted(2, "http://a/2", .firstPicture, position: 2), wanted(3, "http://a/3", .otherPicture, position: 3),
        ])
        for id: Int64 in [2, 1, 3] {
            let next = queue.first { _ in .all }?.address
            #expect(next?.id.rawValue == id)
            next.map { queue.remove($0) }
        }
    }

    @Test("The queue returns the first allowed request of the earliest stage, and each address once")
    func queue() {
        var queue = PackingQueue()
        queue.add([
            wanted(1, "http://a/1", .page, position: 2), wanted(2, "http://a/2", .page, position: 1),
            wanted(3, "http://b/3", .page, position: 3), wanted(4, "http://b/4", .firstPicture, position: 0),
        ])
        queue.add([wanted(4, "http://b/4", .firstPicture, position: 0)])
        #expect(queue.count(of: .page) == 3 && queue.count(of: .firstPicture) == 1)
        #expect(queue.first { _ in .all }?.address.id.rawValue == 2)
        #expect(queue.first { $0 == "b" ? .all : .none }?.address.id.rawValue == 3)
        #expect(queue.first { $0 == "b" ? .files : .none }?.address.id.rawValue == 4)
        queue.remove(wanted(2, "http://a/2", .page, position: 1))
        #expect(queue.first { _ in .all }?.address.id.rawValue == 1)
        queue.removeAll(of: "a")
        queue.removeAll(of: "b")
        #expect(queue.isEmpty)
    }
}
