import FeedModel
import Testing

@testable import ReaderUI

@Suite struct RestoredFeedTests {
    @Test("A feed that U brings back is selected again, once")
    func selection() throws {
        var rig = Rig()
        rig.start()
        let feed = try #require(rig.subscriptions.first { $0.title == "Hacker News" })
        rig.state.sidebar.select(.feed(feed.id))
        rig.subscriptions.removeAll { $0.id == feed.id }
        rig.send(.libraryChanged)
        #expect(rig.state.sidebar.selectedFeed?.id != feed.id)
        rig.subscriptions.insert(feed, at: 1)
        rig.send(.feedRestored(feed.id))
        #expect(rig.state.sidebar.selectedFeed?.id == feed.id)
        rig.state.sidebar.select(.unread)
        rig.send(.libraryChanged)
        #expect(rig.state.sidebar.selected?.scope == .unread)
    }
}
