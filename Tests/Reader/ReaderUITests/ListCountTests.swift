import FeedModel
import Testing

@testable import ReaderUI

@Suite struct ListCountTests {
    @Test(
        "A list header shows as much of its counts as fits, at least the count in its sidebar row",
        arguments: [
            (ListCount.number(1_297), 40, "1,297"), (.number(1_297), 2, "1,297"),
            (.found(1_297, unread: nil), 11, "1,297 found"), (.found(1_297, unread: nil), 10, "1,297"),
            (.found(12, unread: 3), 18, "12 found, 3 unread"), (.found(12, unread: 3), 17, "3 of 12"),
            (.found(12, unread: 3), 6, "3"), (.found(12, unread: 0), 40, "12 found, 0 unread"),
        ] as [(ListCount, Int, String)])
    func text(_ count: ListCount, _ width: Int, _ text: String) {
        #expect(count.text(within: width) == text)
    }

    @Test("The header of a saved search counts the unread articles, as its row does, and all articles found")
    func savedSearch() {
        var rig = Rig(columns: 160, rows: 24)
        rig.savedSearches = [SavedSearch(name: "Swift", query: "swift")]
        rig.start()
        rig.press("g", "j", "j", "j", "j", "Enter")
        rig.send(.searchCounts(["swift": 7]))
        rig.send(.found(30, in: .search("swift")))
        #expect(rig.screen[0].contains("30 found, 7 unread"))
        #expect(rig.line(with: "Saved: Swift")?.contains(" 7 ") == true)
        rig.press("f")
        rig.type("x")
        rig.press("Enter")
        rig.send(.found(2, in: .filtered(.search("swift"), "x")))
        #expect(rig.screen[0].contains("2 found") && !rig.screen[0].contains("unread"), "\(rig.screen[0])")
    }

    @Test("A long title of a list is cut before the words of its filter")
    func filterBesideALongTitle() {
        var rig = Rig()
        rig.subscriptions[3].name = String(repeating: "A title longer than the column. ", count: 4)
        rig.start()
        rig.send(.subscribed(rig.subscriptions[3].id))
        rig.press("f")
        rig.type("Article 2")
        rig.press("Enter")
        rig.send(.found(2, in: .filtered(.feed(rig.subscriptions[3].id), "Article 2")))
        let header = rig.screen[0]
        #expect(header.hasPrefix(" A title") && header.contains("… · Article 2 "), "\(header)")
        #expect(header.contains("2 found"), "\(header)")
    }
}
