import FeedModel
import FoundationEssentials
import Testing

@testable import ReaderUI

/// The scroll position of a list when articles arrive above its first row.
@Suite struct ListTopTests {
    private func withNews(_ keys: [String], columns: Int = 80, focus: [String] = ["k", "Enter"]) -> Rig {
        var rig = Rig(columns: columns, articles: 30)
        rig.start()
        for key in focus + keys { rig.press(key) }
        for number in 100..<110 {
            var item = ParsedItem(id: "new \(number)")
            item.title = "New \(number)"
            item.published = Rig.now.addingTimeInterval(Double(number))
            rig.articles.insert(
                Article(
                    id: ArticleID(rawValue: Int64(number)), subscription: SubscriptionID(rawValue: 1), item: item,
                    received: Rig.now), at: 0)
        }
        rig.send(.libraryChanged)
        return rig
    }

    @Test("A list beside the feeds stays at its top, and its first row is selected")
    func besideFeeds() {
        let rig = withNews([], columns: 100, focus: ["k"])
        #expect(rig.state.list.selected?.title == "New 109")
        #expect(rig.screen[2].contains("New 109"))
    }

    @Test("A focused list whose cursor was not moved stays at its top, and its selected article stays selected")
    func untouched() {
        var rig = withNews([])
        #expect(rig.state.list.selected?.title == "Article 0")
        #expect(rig.screen[2].contains("New 109"))
        rig.press("/")
        rig.type("New")
        rig.press("Esc", "s")
        #expect(rig.articles.filter(\.isStarred).compactMap(\.item.title) == ["Article 0"])
    }

    @Test("An empty list stays at its top when articles arrive")
    func empty() {
        var rig = withNews([])
        rig.articles = []
        rig.send(.libraryChanged)
        #expect(rig.state.list.rows.isEmpty)
        rig = withNews([])
        #expect(rig.screen[2].contains("New 109"))
    }

    @Test("A list with a chosen row keeps that row visible", arguments: [["j"], ["s"], ["Enter", "q"], ["G"]])
    func held(_ keys: [String]) {
        let title = withNews(keys).state.list.selected?.title
        #expect(title?.hasPrefix("Article") == true)
    }

    @Test("g returns to the top, and new articles above the first row appear there without being selected")
    func backToTop() {
        let rig = withNews(["j", "j", "g"])
        #expect(rig.state.list.selected?.title == "Article 0")
        #expect(rig.screen[2].contains("New 109"))
    }
}
