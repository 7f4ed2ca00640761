import FeedModel
import Screen
import Testing

@testable import ReaderUI

/// Slow searches: the previous list stays, and commands about the new rows wait for them.
@Suite struct WaitingTests {
    private let key = Input.key(.character("j"))

    /// Returns the list of all articles, with the second one selected and these words typed; only the last search has
    /// no reply yet.
    private func searching(for words: String, columns: Int = 80, articles: Int = 30) -> Rig {
        var rig = Rig(columns: columns, articles: articles)
        rig.start()
        rig.press("k", "Enter", "j", "/")
        rig.findsAtOnce = false
        rig.type(words)
        rig.waiting.removeFirst(rig.waiting.count - 1)
        return rig
    }

    /// Returns the feeds, with a saved search selected that has no reply yet.
    private func besideASavedSearch() -> Rig {
        var rig = Rig(columns: 120)
        rig.savedSearches = [SavedSearch(name: "mine", query: "Article 2")]
        rig.start()
        rig.findsAtOnce = false
        while rig.state.sidebar.selected?.scope != .search("Article 2") { rig.press("j") }
        return rig
    }

    @Test("The previous rows stay until the search ends, and every letter is accepted at once")
    func theListBeforeStays() {
        var rig = searching(for: "Article 1")
        let (scope, rows) = (rig.state.list.scope, rig.state.list.rows)
        #expect(rig.state.prompt?.text == "Article 1" && rig.state.accepts(key))
        #expect(scope == .all && rig.state.list.selected?.title == "Article 1" && rows.count == 30)
        #expect(rig.line(with: "Nothing found") == nil)
        rig.reply()
        #expect(rig.state.list.scope == .search("Article 1") && rig.state.list.rows.count == 11)
        #expect(rig.state.list.cursor == 0)
    }

    @Test("A late reply never replaces a newer one, in any order")
    func lateAnswers() {
        var rig = searching(for: "Article 1")
        rig.type("23")
        rig.press("Backspace")
        #expect(rig.waiting.count == 4)
        rig.reply()
        #expect(rig.state.list.scope == .all)
        rig.reply(2)
        #expect(rig.state.list.rows.map(\.title) == ["Article 12"])
        while !rig.waiting.isEmpty { rig.reply() }
        #expect(rig.state.list.rows.map(\.title) == ["Article 12"])
    }

    @Test("Cancelling a search keeps the list and the position, and ignores its reply")
    func givenUp() {
        var rig = searching(for: "Art")
        rig.press("Esc")
        #expect(rig.state.list.scope == .all && rig.state.list.selected?.title == "Article 1")
        #expect(rig.state.accepts(key))
        while !rig.waiting.isEmpty { rig.reply() }
        #expect(rig.state.list.scope == .all && rig.state.list.selected?.title == "Article 1")
    }

    @Test("Returning to a finished search does not start a new search")
    func backToWhatIsShown() {
        var rig = searching(for: "Article 1")
        rig.reply()
        rig.type("2")
        rig.press("Backspace")
        #expect(rig.state.list.rows.count == 11 && rig.state.accepts(key))
        rig.press("Enter")
        #expect(rig.state.accepts(key))
        // Only changed rows are loaded again.
        #expect(rig.waiting.count == 2)
        while !rig.waiting.isEmpty { rig.reply() }
        #expect(rig.state.list.scope == .search("Article 1") && rig.state.list.rows.count == 11)
    }

    @Test("While its words are typed a search loads one screen, and after Enter as much as other lists")
    func aSearchBeingTypedLoadsOneScreen() {
        var rig = searching(for: "A", articles: 500)
        rig.reply()
        #expect(rig.state.list.rows.count == 21 && rig.waiting.isEmpty)
        rig.press("Enter")
        #expect(rig.state.accepts(key) && rig.waiting.count == 1)
        rig.press("j")
        rig.reply()
        #expect(rig.state.list.rows.count == 102 && rig.state.list.cursor == 1 && rig.waiting.isEmpty)
    }

    @Test("After Enter, commands about the rows wait for them, but a new window size does not")
    func keysWait() {
        var rig = searching(for: "Article 2")
        rig.press("Enter")
        #expect(!rig.state.accepts(key) && !rig.state.accepts(.paste("x")))
        #expect(!rig.state.accepts(.mouse(Mouse(.click, row: 3, column: 3))))
        #expect(rig.state.accepts(.resized(Size(columns: 100, rows: 30))))
        #expect(rig.state.reading == nil)
        rig.reply()
        #expect(rig.state.accepts(key) && rig.state.list.selected?.title == "Article 2")
    }

    @Test(
        "Leaving a search ends the wait, and results that arrive later do not bring the search back",
        arguments: ["q", "h", "Left"])
    func leavingKeys(_ name: String) throws {
        for columns in [80, 140] {
            var rig = searching(for: "Article 2", columns: columns)
            rig.press("Enter")
            let leaving = try Input.key(#require(Key(name)))
            #expect(rig.state.accepts(leaving))
            rig.send(.input(leaving))
            #expect(rig.state.focus == .feeds && rig.state.accepts(key))
            while !rig.waiting.isEmpty { rig.reply() }
            #expect(rig.state.focus == .feeds && rig.state.list.scope == .all)
            #expect(rig.state.list.rows.count == 30)
        }
    }

    @Test("During a search q quits, and Esc restores the previous list and its position")
    func quittingAndGivingUp() {
        for name in ["Esc", "Ctrl-c"] {
            var rig = searching(for: "Article 2")
            rig.press("Enter", name)
            #expect(rig.state.focus == .articles && rig.state.accepts(key))
            #expect(rig.state.list.scope == .all && rig.state.list.selected?.title == "Article 1")
            while !rig.waiting.isEmpty { rig.reply() }
            #expect(rig.state.list.scope == .all && rig.state.list.selected?.title == "Article 1")
            rig.press("/")
            rig.type("Art")
            rig.press("Enter", "Q")
            #expect(rig.effects.last == .quit)
        }
    }

    @Test("A list restored by Esc keeps its selection when the library changes")
    func restoredSelection() {
        var rig = Rig(articles: 30)
        rig.start()
        rig.press("k", "Enter", "j", "j", "/")
        rig.type("Article 2")
        rig.press("Esc")
        #expect(rig.state.list.scope == .all && rig.state.list.selected?.title == "Article 2")
        rig.send(.libraryChanged)
        #expect(rig.state.list.selected?.title == "Article 2")
    }

    @Test("Leaving a pending saved search returns to the feeds")
    func givingUpASavedSearch() {
        var rig = besideASavedSearch()
        rig.press("Enter", "Esc")
        #expect(rig.state.focus == .feeds && rig.state.accepts(key))
        rig.reply()
        #expect(rig.state.list.rows.count == 11 && rig.state.focus == .feeds && rig.waiting.isEmpty)
    }

    @Test(
        "Esc cancels a jump to the end or to the next unread article, and the selection stays when the rows arrive",
        arguments: ["G", "n"])
    func givingUpMoves(_ name: String) {
        var rig = searching(for: "A", articles: 500)
        rig.reply()
        rig.press("Enter")
        rig.reply()
        rig.press("j", name)
        #expect(!rig.state.accepts(key) && rig.waiting.count == 1)
        rig.press("Esc")
        #expect(rig.state.accepts(key))
        while !rig.waiting.isEmpty { rig.reply() }
        #expect(rig.state.list.selected?.title == "Article 1" && rig.state.focus == .articles)
        rig.press(name, "q")
        while !rig.waiting.isEmpty { rig.reply() }
        #expect(rig.state.focus == .feeds)
    }

    static let typedAhead: [(typed: [String], next: String?, left: [String])] = [
        (["j"], nil, ["j"]),
        (["q"], "q", []),
        (["j", "PgDn", "G", "q", "x"], "q", ["x"]),
        (["j", "Q"], "Q", []),
        (["m", "q"], nil, ["m", "q"]),
        (["Enter", "q"], nil, ["Enter", "q"]),
        (["/", "q"], nil, ["/", "q"]),
        (["m", "/", "q", "Esc", "j"], "Esc", ["j"]),
    ]

    @Test(
        "Leaving drops pending moves, but not marks and typed words; cancelling drops all of them",
        arguments: typedAhead)
    func takingNext(_ keys: (typed: [String], next: String?, left: [String])) {
        var rig = searching(for: "Article 2")
        rig.press("Enter")
        let input = { (name: String) in Input.key(Key(name)!) }
        var held = keys.typed.map(input)
        #expect(rig.state.dequeueNext(of: &held) == keys.next.map(input))
        #expect(held == keys.left.map(input))
        while !rig.waiting.isEmpty { rig.reply() }
        held = keys.typed.map(input)
        #expect(rig.state.dequeueNext(of: &held) == input(keys.typed[0]))
        #expect(held == keys.typed.dropFirst().map(input))
    }

    @Test("A saved search beside the feeds does not delay keys")
    func besideTheFeeds() {
        var rig = besideASavedSearch()
        #expect(rig.state.accepts(key) && rig.waiting.count == 1)
        rig.press("Enter")
        #expect(!rig.state.accepts(key) && rig.waiting.count == 1)
        rig.reply()
        #expect(rig.state.accepts(key) && rig.state.list.rows.count == 11)
    }

    @Test("Paging, and jumping to the end or the next unread article, delay only commands about the rows they need")
    func furtherOn() {
        var rig = searching(for: "A", articles: 500)
        rig.reply()
        rig.press("Enter")
        rig.reply()
        #expect(rig.state.list.rows.count == 102 && rig.state.accepts(key))
        for _ in 0..<12 where rig.state.accepts(key) { rig.press("PgDn") }
        #expect(rig.state.list.cursor == 101 && !rig.state.accepts(key))
        rig.reply()
        #expect(rig.state.list.cursor > 101 && rig.state.accepts(key))
        rig.waiting = []

        rig.press("G")
        #expect(!rig.state.accepts(key))
        rig.reply()
        #expect(rig.state.list.selected?.title == "Article 499" && rig.state.accepts(key))

        rig.waiting = []
        rig.press("g")
        rig.reply()
        #expect(rig.state.list.selected?.title == "Article 0" && rig.waiting.isEmpty)
        rig.press("n")
        #expect(!rig.state.accepts(key))
        rig.reply()
        #expect(rig.state.list.selected?.title == "Article 1")
        #expect(rig.state.accepts(key))
    }

    @Test("An unread article outside the loaded rows is selected without an empty list in between")
    func unreadFarAway() {
        var rig = Rig(articles: 500)
        for index in 0..<400 { rig.articles[index].isRead = true }
        rig.start()
        rig.press("k", "Enter", "/")
        rig.findsAtOnce = false
        rig.type("A")
        rig.reply()
        rig.press("Enter")
        rig.reply()
        rig.press("n")
        rig.reply()
        #expect(rig.state.list.rows.count == 102 && !rig.state.accepts(key))
        rig.reply()
        #expect(rig.state.list.selected?.title == "Article 400" && rig.state.accepts(key))
    }

    @Test("Moves after the jump to the next unread article do not load rows")
    func stepsAfterANextUnreadStep() {
        var rig = searching(for: "A", articles: 500)
        for index in 0..<300 { rig.articles[index].isRead = true }
        rig.reply()
        rig.press("Enter")
        rig.reply()
        rig.press("n")
        rig.reply()
        rig.reply()
        #expect(rig.state.list.selected?.title == "Article 300" && rig.waiting.isEmpty)
        rig.press("j", "j", "j", "k", "k", "k", "k")
        #expect(rig.waiting.isEmpty)
    }

    @Test("Rows that arrive show marks made meanwhile")
    func marksMeanwhile() throws {
        var rig = searching(for: "Article")
        rig.reply()
        rig.press("Enter")
        let before = rig.articles
        rig.send(.libraryChanged)
        #expect(rig.waiting.count == 1)
        rig.press("s")
        #expect(rig.state.list.rows[0].isStarred)
        // The reply has the rows from before the mark.
        rig.articles = before
        rig.reply()
        #expect(rig.state.list.rows[0].isStarred)
    }

    @Test("Changes to the library during a search cause one reload after it")
    func changesMeanwhile() {
        var rig = searching(for: "Art")
        rig.send(.libraryChanged)
        rig.send(.libraryChanged)
        #expect(rig.waiting.count == 1)
        rig.reply()
        #expect(rig.state.list.rows.count == 21 && rig.waiting.count == 1)
        rig.articles.removeFirst()
        rig.reply()
        #expect(rig.state.list.rows.count == 29 && rig.waiting.isEmpty)
    }

    @Test("A failed read does not delay keys")
    func failure() throws {
        var rig = searching(for: "Art")
        rig.press("Enter")
        guard case .loadPage(let request) = rig.waiting.last else { throw Missing() }
        rig.send(.rowsFailed(request.listing))
        #expect(rig.state.accepts(key) && rig.state.list.scope == .all)
    }

    private struct Missing: Error {}
}
