import FeedModel
import Screen
import Testing

@testable import ReaderUI

/// Lists that open at their first unread article, if `select-unread-on-open` is set.
@Suite struct FirstUnreadTests {
    /// Returns a reader whose newest articles are read, with the list of all articles open.
    private func rig(articles: Int = 30, read: Int, columns: Int = 80, isSet: Bool = true) -> Rig {
        var rig = Rig(columns: columns, articles: articles)
        for index in 0..<read { rig.articles[index].isRead = true }
        rig.state.settings.selectsUnreadOnOpen = isSet
        rig.start()
        rig.press("k", "Enter")
        return rig
    }

    @Test("The first unread article is selected, at every width", arguments: [40, 80, 150, 200])
    func firstUnread(_ columns: Int) {
        let rig = rig(read: 5, columns: columns)
        #expect(rig.state.list.scope == .all && rig.state.focus == .articles)
        #expect(rig.state.list.selected?.title == "Article 5" && rig.unreadReads == 0)
        #expect(self.rig(read: 5, columns: columns, isSet: false).state.list.cursor == 0)
    }

    @Test("An article far down is selected, but not looked for from the feeds", arguments: [40, 80, 200])
    func farDown(_ columns: Int) {
        var rig = rig(articles: 900, read: 700, columns: columns)
        #expect(rig.state.list.selected?.title == "Article 700" && rig.unreadReads == 1)
        #expect(rig.line(with: "Article 700") != nil)
        rig.press("h", "j", "k")
        #expect(rig.unreadReads == 1)
        rig.press("Tab")
        #expect(rig.state.list.selected?.title == "Article 700")
    }

    @Test("A list without unread articles opens at its first row, without a message", arguments: [30, 900])
    func nothingUnread(_ count: Int) {
        let rig = rig(articles: count, read: count)
        #expect(rig.state.list.scope == .all && rig.state.list.cursor == 0)
        #expect(rig.state.messages.shown == nil)
    }

    @Test("The results of a search, and a list that is opened at an article, keep their selection")
    func results() {
        var rig = rig(read: 5)
        rig.press("/")
        rig.type("Article")
        rig.press("Enter")
        #expect(rig.state.list.scope == .search("Article") && rig.state.list.cursor == 0)
        rig.press("j", ";")
        #expect(rig.state.list.scope == .feed(SubscriptionID(rawValue: 2)))
        #expect(rig.state.list.selected?.title == "Article 1")
    }

    @Test("The next feed opens at its first unread article; the selection stays when rows reload")
    func nextFeed() {
        var rig = rig(read: 5)
        while rig.state.sidebar.selectedFeed == nil { rig.press("J") }
        #expect(rig.state.list.scope == .feed(SubscriptionID(rawValue: 1)))
        #expect(rig.state.list.selected?.title == "Article 6")
        rig.press("k")
        rig.send(.libraryChanged)
        #expect(rig.state.list.selected?.title == "Article 3")
    }
}
