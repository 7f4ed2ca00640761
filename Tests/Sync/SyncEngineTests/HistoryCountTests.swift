import FeedModel
import SyncEngine
import Testing

@Suite struct HistoryCountTests {
    private static let feeds = [RemoteFeed(id: "1"), RemoteFeed(id: "2")]

    private func count(limits: [String: Int]) -> HistoryCount {
        HistoryCount(SyncHistory(feeds: Self.feeds, lists: RemoteLists(), known: [], limits: limits))
    }

    @Test("A feed admits articles up to its limit, whatever other feeds admit")
    func limits() {
        var count = count(limits: ["1": 2, "2": 1])
        #expect(["1", "2", "1", "1", "2"].map { count.admits(articleOf: $0) } == [true, true, true, false, false])
    }

    @Test("More articles are wanted until every feed has reached its limit")
    func completion() {
        var count = count(limits: ["1": 1, "2": 1])
        _ = count.admits(articleOf: "1")
        #expect(Self.feeds.map { count.wantsMore(of: $0) } == [false, true])
        #expect(count.wantsMore)
        _ = count.admits(articleOf: "2")
        #expect(!count.wantsMore)
        count.restart(Self.feeds[0])
        #expect(count.wantsMore(of: Self.feeds[0]))
    }

    @Test("Articles without a feed share the usual limit")
    func withoutFeed() {
        var count = count(limits: [:])
        let admitted = (0...SyncHistory.perFeed).map { _ in count.admits(articleOf: nil) }
        #expect(admitted.count { $0 } == SyncHistory.perFeed)
    }
}
