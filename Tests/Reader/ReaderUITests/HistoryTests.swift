import FeedModel
import Testing

@testable import ReaderUI

/// The list of recently opened articles. In the rig every fourth article is read.
@Suite struct HistoryTests {
    @Test("Articles that are only selected or marked are not in the history")
    func notOpened() {
        var rig = Rig.listingAll(columns: 160)
        rig.press("j", "m", "s", "n", "A", "C", "q", "J")
        #expect(rig.history.isEmpty)
    }

    @Test(
        "Each way to open an article, read or not, adds it to the history",
        arguments: [["Enter"], ["Tab"], ["o"], ["x"], ["*", "o"]], ["Article 1", "Article 3"])
    func opened(_ keys: [String], _ title: String) throws {
        var rig = Rig.listingAll()
        while rig.state.list.selected?.title != title { rig.press("j") }
        let id = try #require(rig.state.list.selected?.id)
        for key in keys { rig.press(key) }
        #expect(rig.effects.contains(.recordOpening(id, at: Rig.now)))
        #expect(rig.history == [id])
    }

    @Test("A step to another article in the text adds the article that it opens")
    func steps() {
        var rig = Rig.listingAll()
        rig.press("Enter", ")", "n")
        #expect(rig.history == [0, 1, 2].map { rig.articles[$0].id })
    }

    @Test("The guide's articles are not in the history")
    func guide() {
        #expect(Rig.listingAll().state.recordOpening(of: ArticleID(rawValue: -1)).isEmpty)
    }

    @Test("Y lists the recently opened articles with their times; q returns to the feeds")
    func list() {
        var rig = Rig.listingAll()
        rig.press("G", "Enter", "q", "g", "Enter", "q", "Y")
        #expect(rig.state.list.scope == .history && rig.state.focus == .articles)
        #expect(rig.titles == ["Article 0", "Article 29"])
        #expect(rig.line(with: "History") != nil)
        #expect(rig.line(with: "Article 29")?.contains("14:22") == true, "its date is the day before")
        rig.press("!")
        #expect(rig.titles.count == 2, "the history has read articles whatever the other lists show")
        rig.press("q")
        #expect(rig.state.focus == .feeds)
    }

    @Test(
        "Esc in the history returns to the list before it, and its column", arguments: [["h"], ["j", "j"], ["Enter"]])
    func leaving(_ keys: [String]) {
        var rig = Rig.listingAll()
        rig.press("Enter", "q", "q", "/")
        rig.type("Article 2")
        rig.press("Enter")
        keys.forEach { rig.press($0) }
        let (scope, selected) = (rig.state.list.scope, rig.state.list.selected?.title)
        let column: Column = keys == ["h"] ? .feeds : .articles
        rig.press("Y", "Y")
        #expect(rig.state.list.scope == .history && rig.state.focus == .articles)
        rig.press("Esc")
        #expect(rig.state.list.scope == scope && rig.state.focus == column)
        #expect(rig.state.list.selected?.title == selected)
        rig.press("Esc")
        #expect(rig.state.list.scope != .history)
    }

    @Test("While a text from the history is open, its neighbours stay the same; afterwards it is at the top")
    func neighbours() {
        var rig = Rig.listingAll()
        rig.press("Enter", ")", ")", "q", "Y", "G", "Enter")
        #expect(rig.titles == ["Article 2", "Article 1", "Article 0"])
        let effects = update(&rig.state, .libraryChanged)
        #expect(!effects.contains { if case .loadPage = $0 { true } else { false } })
        rig.press("(")
        #expect(rig.state.reading?.open.article.item.title == "Article 1")
        rig.press("q")
        #expect(rig.titles == ["Article 1", "Article 0", "Article 2"])
        #expect(rig.state.list.selected?.title == "Article 1")
    }

    @Test("Y in the history moves the articles opened meanwhile to the top")
    func again() {
        var rig = Rig.listingAll()
        rig.press("Enter", ")", "q", "Y", "j", "Enter", "q")
        #expect(rig.titles == ["Article 1", "Article 0"])
        rig.press("Y")
        #expect(rig.titles == ["Article 0", "Article 1"])
    }

    @Test("f filters the history")
    func filter() {
        var rig = Rig.listingAll()
        rig.press("Enter", ")", "q", "Y", "f")
        rig.type("Article 1")
        rig.press("Enter")
        #expect(rig.state.list.scope == .filtered(.history, "Article 1"))
        #expect(rig.titles.contains("Article 1") && !rig.titles.contains("Article 0"))
    }

    @Test(
        "After a filter or a search over the history is cancelled, Esc still returns to the list before the history",
        arguments: [
            ["f", "Esc"], ["f", "1", "Esc"], ["f", "1", "Enter", "Esc"], ["/", "1", "Esc"], ["/", "1", "Enter", "Esc"],
        ])
    func leavingAfterFilter(_ keys: [String]) {
        var rig = Rig.listingAll()
        rig.press("Enter", ")", "q", "/")
        rig.type("Article 2")
        rig.press("Enter")
        let scope = rig.state.list.scope
        rig.press("Y")
        keys.forEach { rig.press($0) }
        #expect(rig.state.list.scope == .history && rig.state.focus == .articles)
        rig.press("Esc")
        #expect(rig.state.list.scope == scope && rig.state.focus == .articles)
    }

    @Test(":history clear empties the list")
    func clear() {
        var rig = Rig.listingAll()
        rig.press("Enter", "q", "Y", ":")
        rig.type("history cl")
        rig.press("Tab")
        #expect(rig.state.prompt?.text == "history clear")
        rig.press("Enter")
        #expect(rig.effects.contains(.clearHistory))
        #expect(rig.titles.isEmpty && rig.line(with: "No article has been opened yet.") != nil)
    }
}
