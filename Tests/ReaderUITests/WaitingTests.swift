import FeedModel
import Screen
import Testing

@testable import ReaderUI

/// Searches that take their time: the list before stays, and what is about their rows waits for them.
@Suite struct WaitingTests {
    private let key = Input.key(.character("j"))

    /// In the list of all, on its second article, with these words typed; only the last search waits for its answer.
    private func searching(for words: String, articles: Int = 30) -> Rig {
        var rig = Rig(articles: articles)
        rig.start()
        rig.press("k", "Enter", "j", "/")
        rig.findsAtOnce = false
        rig.type(words)
        rig.unanswered.removeFirst(rig.unanswered.count - 1)
        return rig
    }

    @Test("What was shown stays until something is found, and every letter is taken at once")
    func theListBeforeStays() {
        var rig = searching(for: "Article 1")
        let (scope, rows) = (rig.state.list.scope, rig.state.list.rows)
        #expect(rig.state.prompt?.text == "Article 1" && rig.state.accepts(key))
        #expect(scope == .all && rig.state.list.selected?.title == "Article 1" && rows.count == 30)
        #expect(rig.line(with: "Nothing found") == nil)
        rig.answer()
        #expect(rig.state.list.scope == .search("Article 1") && rig.state.list.rows.count == 11)
        #expect(rig.state.list.cursor == 0)
    }

    @Test("An answer that comes late does not replace a newer one, whichever comes first")
    func lateAnswers() {
        var rig = searching(for: "Article 1")
        rig.type("23")
        rig.press("Backspace")
        #expect(rig.unanswered.count == 4)
        rig.answer()
        #expect(rig.state.list.scope == .all)
        rig.answer(2)
        #expect(rig.state.list.rows.map(\.title) == ["Article 12"])
        while !rig.unanswered.isEmpty { rig.answer() }
        #expect(rig.state.list.rows.map(\.title) == ["Article 12"])
    }

    @Test("A search that is given up leaves the list and the place in it, and its answer is not heard")
    func givenUp() {
        var rig = searching(for: "Art")
        rig.press("Esc")
        #expect(rig.state.list.scope == .all && rig.state.list.selected?.title == "Article 1")
        #expect(rig.state.accepts(key))
        while !rig.unanswered.isEmpty { rig.answer() }
        #expect(rig.state.list.scope == .all && rig.state.list.selected?.title == "Article 1")
    }

    @Test("Back to what is found already, nothing is searched for again")
    func backToWhatIsShown() {
        var rig = searching(for: "Article 1")
        rig.answer()
        rig.type("2")
        rig.press("Backspace")
        #expect(rig.state.list.rows.count == 11 && rig.state.accepts(key))
        rig.press("Enter")
        #expect(rig.state.accepts(key))
        // Only what may have changed meanwhile is read once more.
        #expect(rig.unanswered.count == 2)
        while !rig.unanswered.isEmpty { rig.answer() }
        #expect(rig.state.list.scope == .search("Article 1") && rig.state.list.rows.count == 11)
    }

    @Test("Once the words are there, what is about the rows waits for them, but not the window's size")
    func keysWait() {
        var rig = searching(for: "Article 2")
        rig.press("Enter")
        #expect(!rig.state.accepts(key) && !rig.state.accepts(.paste("x")))
        #expect(!rig.state.accepts(.mouse(Mouse(.click, row: 3, column: 3))))
        #expect(rig.state.accepts(.resized(Size(columns: 100, rows: 30))))
        #expect(rig.state.reading == nil)
        rig.answer()
        #expect(rig.state.accepts(key) && rig.state.list.selected?.title == "Article 2")
    }

    @Test("Beside the feeds a saved search holds up no key")
    func besideTheFeeds() {
        var rig = Rig(columns: 120)
        rig.savedSearches = [SavedSearch(name: "mine", query: "Article 2")]
        rig.start()
        rig.findsAtOnce = false
        while rig.state.sidebar.selected?.scope != .search("Article 2") { rig.press("j") }
        #expect(rig.state.accepts(key) && rig.unanswered.count == 1)
        rig.press("Enter")
        #expect(!rig.state.accepts(key) && rig.unanswered.count == 1)
        rig.answer()
        #expect(rig.state.accepts(key) && rig.state.list.rows.count == 11)
    }

    @Test("Rows further on, the other end and the next unread one hold up what is about them")
    func furtherOn() {
        var rig = searching(for: "A", articles: 500)
        rig.answer()
        rig.press("Enter")
        #expect(rig.state.list.rows.count == 200 && rig.state.accepts(key))
        for _ in 0..<12 where rig.state.accepts(key) { rig.press("PgDn") }
        #expect(rig.state.list.cursor == 199 && !rig.state.accepts(key))
        rig.answer()
        #expect(rig.state.list.cursor > 199 && rig.state.accepts(key))
        rig.unanswered = []

        rig.press("G")
        #expect(!rig.state.accepts(key))
        rig.answer()
        #expect(rig.state.list.selected?.title == "Article 499" && rig.state.accepts(key))

        rig.unanswered = []
        rig.press("g")
        rig.answer()
        #expect(rig.state.list.selected?.title == "Article 0" && rig.unanswered.isEmpty)
        rig.press("n")
        #expect(!rig.state.accepts(key))
        rig.answer()
        #expect(rig.state.list.selected?.title == "Article 1")
        #expect(rig.state.accepts(key))
    }

    @Test("The nearest unread article outside the rows at hand is selected without an empty list between")
    func unreadFarAway() {
        var rig = Rig(articles: 500)
        for index in 0..<400 { rig.articles[index].isRead = true }
        rig.start()
        rig.press("k", "Enter", "/")
        rig.findsAtOnce = false
        rig.type("A")
        rig.answer()
        rig.press("Enter", "n")
        rig.answer()
        #expect(rig.state.list.rows.count == 200 && !rig.state.accepts(key))
        rig.answer()
        #expect(rig.state.list.selected?.title == "Article 400" && rig.state.accepts(key))
    }

    @Test("A mark that is made while rows are read shows in them")
    func marksMeanwhile() throws {
        var rig = searching(for: "Article")
        rig.answer()
        rig.press("Enter")
        let before = rig.articles
        rig.send(.libraryChanged)
        #expect(rig.unanswered.count == 1)
        rig.press("s")
        #expect(rig.state.list.rows[0].isStarred)
        // Rows as they were before the mark.
        rig.articles = before
        rig.answer()
        #expect(rig.state.list.rows[0].isStarred)
    }

    @Test("A change of the library while it is searched is read after that, once")
    func changesMeanwhile() {
        var rig = searching(for: "Art")
        rig.send(.libraryChanged)
        rig.send(.libraryChanged)
        #expect(rig.unanswered.count == 1)
        rig.answer()
        #expect(rig.state.list.rows.count == 30 && rig.unanswered.count == 1)
        rig.articles.removeFirst()
        rig.answer()
        #expect(rig.state.list.rows.count == 29 && rig.unanswered.isEmpty)
    }

    @Test("What cannot be read holds up nothing")
    func failure() throws {
        var rig = searching(for: "Art")
        rig.press("Enter")
        guard case .loadPage(let request) = rig.unanswered.last else { throw Missing() }
        rig.send(.rowsFailed(request.listing))
        #expect(rig.state.accepts(key) && rig.state.list.scope == .all)
    }

    private struct Missing: Error {}
}
