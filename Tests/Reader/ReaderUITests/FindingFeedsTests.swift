import FeedModel
import Testing

@testable import ReaderUI

@Suite struct FindingFeedsTests {
    private static let hackerNews = SubscriptionID(rawValue: 2)
    private static let blog = SubscriptionID(rawValue: 4)

    private func feeds() -> Rig {
        var rig = Rig(columns: 100, rows: 24)
        rig.start()
        rig.press("g")
        return rig
    }

    @Test("; in the feeds selects a feed as its name is typed, and Enter opens its list")
    func typed() {
        var rig = feeds()
        rig.press(";")
        rig.type("news hack")
        #expect(rig.state.sidebar.selectedFeed?.id == Self.hackerNews)
        #expect(rig.state.list.scope == .feed(Self.hackerNews))
        #expect(rig.state.focus == .feeds)
        rig.press("Enter")
        #expect(rig.state.focus == .articles)
        #expect(rig.state.prompt == nil)
        rig.press("q", ";", "Up")
        #expect(rig.state.prompt?.text == "news hack")
    }

    @Test("Esc, and letters that find no feed, select the row that was selected before")
    func cancelled() {
        var rig = feeds()
        rig.press(";")
        rig.type("news")
        rig.press("Esc")
        #expect(rig.state.sidebar.selected?.scope == .all)
        #expect(rig.state.list.scope == .all)
        rig.press(";")
        rig.type("newsx")
        #expect(rig.state.sidebar.selected?.scope == .all)
        rig.press("Enter")
        #expect(rig.line(with: "No feed has these words in its name") != nil)
        #expect(rig.state.prompt?.text == "newsx")
    }

    @Test("A name that begins with the letters comes before one that contains them; Tab cycles through all of them")
    func order() {
        var rig = feeds()
        rig.subscriptions.append(Rig.feed(5, "Net notes", []))
        rig.start()
        rig.press(";")
        rig.type("NET")
        #expect(rig.state.sidebar.selectedFeed?.title == "Net notes")
        rig.press("Tab", "Tab")
        #expect(rig.state.prompt?.text == "LWN.net")
        #expect(rig.state.sidebar.selectedFeed?.title == "LWN.net")
    }

    @Test("A feed in a folded folder is found; its folder is selected")
    func folded() {
        var rig = feeds()
        rig.press("_", ";")
        rig.type("hacker")
        rig.press("Enter")
        #expect(rig.state.list.scope == .feed(Self.hackerNews))
    }

    @Test(":go-to-feed NAME opens the feed from any column")
    func command() {
        var rig = Rig.listingAll(columns: 100)
        rig.press(":")
        rig.type("go-to-feed blog")
        rig.press("Enter")
        #expect(rig.state.list.scope == .feed(Self.blog))
        rig.press(":")
        rig.type("go-to-feed blogs")
        rig.press("Enter")
        #expect(rig.state.list.scope == .feed(Self.blog))
        #expect(rig.line(with: "No feed has these words in its name") != nil)
    }
}
