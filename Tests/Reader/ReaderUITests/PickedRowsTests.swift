import FeedModel
import Testing

@testable import ReaderUI

/// Rows picked first, then one command on all of them; and rows that become read while scrolling.
@Suite struct PickedRowsTests {
    private func list(of count: Int = 30, _ change: (inout State) -> Void = { _ in }) -> Rig {
        var rig = Rig(columns: 60, rows: 20, articles: count)
        change(&rig.state)
        rig.start()
        rig.press("g", "Enter")
        return rig
    }

    private func ids(_ rig: Rig, _ rows: [Int]) -> [ArticleID] { rows.map { rig.state.list.rows[$0].id } }

    private func marks(_ rig: Rig) -> [Effect] {
        rig.effects.filter { if case .mark = $0 { true } else { false } }
    }

    @Test("* picks rows and moves on, and one key marks all of them")
    func marksAll() {
        var rig = list()
        rig.press("*", "j", "*")
        #expect(rig.state.list.picked == Set(ids(rig, [0, 2])))
        #expect(rig.line(with: "2 picked") != nil)
        #expect(rig.screen.count { $0.contains("✓") } == 2)
        let picked = ids(rig, [0, 2])
        rig.press("m")
        #expect(marks(rig) == [.mark(picked, .read(true))])
        #expect(rig.state.list.picked.isEmpty && rig.line(with: "picked") == nil)
        #expect(rig.state.list.rows[0].isRead && !rig.state.list.rows[1].isRead && rig.state.list.rows[2].isRead)
    }

    @Test("% picks a range in both directions, a count picks several rows, and * on a picked row unpicks it")
    func ranges() {
        var rig = list()
        rig.press("*", "j", "j", "j", "%")
        #expect(rig.state.list.picked == Set(ids(rig, [0, 1, 2, 3, 4])))
        rig.press("k", "k", "*")
        #expect(rig.state.list.picked == Set(ids(rig, [0, 1, 3, 4])))
        rig.press("Esc")
        #expect(rig.state.list.picked.isEmpty)
        rig.press("G", "*", "k", "k", "%")
        #expect(rig.state.list.picked == Set(ids(rig, [27, 28, 29])))
        rig.press("Esc", "g", "4", "*")
        #expect(rig.state.list.picked == Set(ids(rig, [0, 1, 2, 3])) && rig.state.list.cursor == 4)
    }

    @Test("A range needs a first row, and no row of another list is picked")
    func bounds() {
        var rig = list()
        rig.press("%")
        #expect(rig.line(with: "A range begins at a picked row (*)") != nil)
        rig.press("*", "q", "j", "Enter")
        #expect(rig.state.list.picked.isEmpty)
    }

    @Test("A range includes up to 1,000 rows that are no longer loaded after a refresh")
    func distantRanges() {
        var rig = list(of: 3_000)
        rig.press("*", "1", "0", "0", "j")
        rig.send(.libraryChanged)
        #expect(!rig.state.list.rows.contains { $0.id == rig.articles[0].id })
        let row = rig.screen.firstIndex { $0.contains("Article 101") }
        rig.press("%")
        #expect(rig.state.list.picked == Set(rig.articles[0...101].map(\.id)))
        #expect(rig.line(with: "102 picked") != nil && rig.screen.firstIndex { $0.contains("Article 101") } == row)
        rig.press("9", "9", "9", "j", "%")
        #expect(rig.state.list.picked.count == 1_101)
        rig.press("1", "0", "0", "0", "j", "%")
        #expect(rig.state.list.picked.count == 1_101 && rig.line(with: "A range takes at most 1,000 rows") != nil)
    }

    @Test("Picked rows stay picked in filters of their list and after them; Esc ends the filter first")
    func filters() {
        var rig = list()
        let picked = ids(rig, [0, 1, 2])
        rig.press("*", "j", "*", "f")
        rig.type("Article 1")
        rig.press("Enter", "%")
        #expect(rig.line(with: "A range begins at a picked row (*)") != nil)
        rig.press("*")
        #expect(rig.state.list.picked == Set(picked) && rig.line(with: "3 picked") != nil)
        rig.press("Esc")
        #expect(rig.state.list.picked == Set(picked) && rig.state.list.filter == nil)
        rig.press("f")
        rig.type("Article 2")
        rig.press("Esc")
        #expect(rig.state.list.picked == Set(picked) && rig.state.list.filter == nil)
        rig.press("Esc")
        #expect(rig.state.list.picked.isEmpty)
    }

    @Test(
        "Marking in a filtered list includes the picked rows that the filter hides, as unread and without a star",
        arguments: [("m", Mark.read(true)), ("s", .starred(true))])
    func hidden(_ key: String, _ mark: Mark) {
        var rig = list()
        rig.press("3", "j", "s", "g", "*", "j", "j", "*", "f")
        let picked = ids(rig, [3, 0])
        #expect(rig.state.list.rows[3].isRead && rig.state.list.rows[3].isStarred)
        rig.type("Article 3")
        rig.press("Enter", key)
        #expect(marks(rig).last == .mark(picked, mark))
    }

    @Test("A picked article that another process deletes is no longer picked; rows that are not loaded stay picked")
    func deletedElsewhere() {
        var rig = list(of: 3_000)
        let first = rig.articles[0].id
        rig.press("*", "1", "0", "0", "j", "*", "*")
        let picked = ids(rig, [101, 102])
        rig.articles.removeAll { $0.id == picked[1] }
        rig.send(.libraryChanged)
        #expect(rig.state.list.picked == [first, picked[0]] && rig.line(with: "2 picked") != nil)
        rig.press("%")
        #expect(rig.line(with: "A range begins at a picked row (*)") != nil)
    }

    @Test("In an empty list * says that there is no article")
    func emptyList() {
        var rig = Rig(columns: 60, rows: 20, articles: 0)
        rig.start()
        rig.press("Enter", "*")
        #expect(rig.line(with: "No article here") != nil)
    }

    @Test("s stars all picked rows unless all have a star, d packs them, o opens them")
    func otherCommands() {
        var rig = list()
        let picked = ids(rig, [0, 1])
        rig.press("s", "*", "*", "s")
        #expect(marks(rig).last == .mark(picked, .starred(true)))
        #expect(rig.state.sidebar.overview.starredCount == 2)
        rig.press("g", "*", "*", "s")
        #expect(marks(rig).last == .mark(picked, .starred(false)))
        #expect(rig.state.sidebar.overview.starredCount == 0)
        rig.press("g", "*", "*", "d")
        #expect(rig.effects.last == .togglePack(.articles(picked)))
        rig.press("g", "*", "*", "o")
        let pages = picked.map(Effect.browseArticle)
        let openings = picked.map { Effect.recordOpening($0, at: Rig.now) }
        #expect(Array(rig.effects.suffix(5)) == pages + [Effect.mark(picked, .read(true))] + openings)
    }

    @Test("At most 20 pages are opened at once")
    func manyPages() {
        var rig = list()
        rig.press("2", "1", "*", "o")
        #expect(rig.line(with: "At most 20 pages") != nil && rig.effects.isEmpty)
    }

    @Test("Without mark-read-on-open, opened articles stay unread, and are in the history")
    func opening() {
        var rig = list { $0.settings.marksOpenedRead = false }
        let picked = ids(rig, [0, 1])
        rig.press("2", "*", "o")
        let openings = picked.map { Effect.recordOpening($0, at: Rig.now) }
        #expect(marks(rig).isEmpty && Array(rig.effects.suffix(2)) == openings)
        rig.press("g", "Enter")
        #expect(marks(rig).isEmpty && rig.effects.count { $0 == openings[0] } == 2)
    }

    @Test("With mark-read-on-scroll, rows become read when the selection passes them, and m still marks one unread")
    func scrolling() {
        var rig = list { $0.settings.marksPassedRead = true }
        let passed = ids(rig, [0, 1, 2])
        rig.press("3", "j")
        #expect(marks(rig) == [.mark(passed, .read(true))])
        rig.press("k", "m")
        #expect(marks(rig).last == .mark(ids(rig, [2]), .read(false)) && !rig.state.list.rows[2].isRead)
        #expect(rig.state.list.cursor == 3)
    }

    @Test("With mark-read-on-scroll, a count that passes the loaded rows marks all rows that it passes")
    func scrollingFar() {
        var rig = list(of: 3_000) { $0.settings.marksPassedRead = true }
        rig.press("1", "5", "0", "j")
        #expect(rig.state.list.cursor == 150)
        #expect(rig.articles[..<150].allSatisfy(\.isRead) && !rig.articles[150].isRead)
        rig.press("2", "5", "0", "0", "j")
        #expect(rig.state.list.selected?.id == rig.articles[2_650].id)
        #expect(rig.articles[..<2_650].allSatisfy(\.isRead) && !rig.articles[2_650].isRead)
    }

    @Test("Without the setting, scrolling marks nothing")
    func notScrolling() {
        var rig = list()
        rig.press("3", "j", "PgDn")
        #expect(marks(rig).isEmpty)
    }
}
