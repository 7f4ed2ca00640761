import FeedModel
import Screen
import Testing

@testable import ReaderUI

@Suite struct MovingTests {
    private func started(columns: Int = 80, rows: Int = 24, articles: Int = 30) -> Rig {
        var rig = Rig(columns: columns, rows: rows, articles: articles)
        rig.start()
        return rig
    }

    @Test("The reader starts with the unread articles") func readerOpensOnUnreadArticles() {
        let rig = started()
        #expect(rig.state.focus == .feeds)
        #expect(rig.state.sidebar.selected?.scope == .unread)
    }

    @Test("Enter moves to the right column, and q to the left") func enterMovesRightAndQMovesLeft() {
        var rig = started()
        rig.press("Enter")
        #expect(rig.state.focus == .articles)
        rig.press("l")
        #expect(rig.state.focus == .text)
        rig.press("q", "h")
        #expect(rig.state.focus == .feeds)
        #expect(!rig.effects.contains(.quit))
        rig.press("h")
        #expect(!rig.effects.contains(.quit), "in the feeds, only q quits")
        rig.press("q")
        #expect(rig.effects.last == .quit)
    }

    @Test("The selection skips rows that cannot be selected") func theSelectionStaysOnRowsThatCanBeSelected() {
        var rig = started()
        rig.press("G", "g")
        for _ in 0..<20 {
            rig.press("j")
            #expect(rig.state.sidebar.selected?.scope != nil)
        }
        #expect(rig.state.sidebar.cursor == rig.state.sidebar.rows.count - 1)
    }

    @Test("While no feed is listed, the last smart row is the end of the column")
    func noFeedIsListed() {
        var rig = Rig()
        for index in rig.subscriptions.indices { rig.subscriptions[index].folder = [] }
        for index in rig.articles.indices { rig.articles[index].isRead = true }
        rig.start()
        rig.press("g", "w", "G")
        #expect(rig.state.sidebar.selected?.scope == .today)
        rig.press("j")
        #expect(rig.state.sidebar.selected?.scope == .today)
    }

    @Test("A number repeats a movement", arguments: [("5", "j", 5), ("12", "j", 12), ("999", "j", 29)])
    func aNumberRepeatsAMovement(_ digits: String, _ key: String, _ expected: Int) {
        var rig = started()
        rig.press("k", "Enter", "g")
        rig.type(digits)
        rig.press(key)
        #expect(rig.state.list.cursor == expected)
    }

    @Test("A list is loaded in pages") func aListIsReadPieceByPiece() {
        var rig = started(articles: 5_000)
        rig.press("k", "Enter")
        // Two screens of twenty rows on both sides of the selection.
        #expect(rig.state.list.rows.count == 81)
        rig.type("1500")
        rig.press("j")
        #expect(rig.state.list.selected?.title == "Article 1500")
        #expect(rig.state.list.rows.count <= ArticleList.windowSize)
        rig.press("G")
        #expect(rig.state.list.selected?.title == "Article 4999")
        rig.press("g")
        #expect(rig.state.list.selected?.title == "Article 0")
    }

    @Test("A number with G counts from the first row, even if that row is not loaded")
    func rowOfANumber() {
        var rig = started(articles: 3_000)
        rig.press("k", "Enter", "G")
        for number in [900, 2_990, 1] {
            rig.type("\(number)")
            rig.press("G")
            #expect(rig.state.list.selected?.title == "Article \(number - 1)")
        }
    }

    @Test("A move of more rows than a list holds needs few requests", arguments: [true, false])
    func farMove(_ isDown: Bool) {
        var rig = started(articles: 5_000)
        rig.press("k", "Enter", "/")
        rig.type("Article")
        rig.press("Enter", isDown ? "g" : "G")
        rig.findsAtOnce = false
        rig.type("2500")
        rig.press(isDown ? "j" : "k")
        for _ in 0..<3 where !rig.waiting.isEmpty { rig.reply() }
        #expect(rig.waiting.isEmpty)
        #expect(rig.state.list.selected?.title == (isDown ? "Article 2500" : "Article 2499"))
        #expect(rig.state.list.rows.count == ArticleList.windowSize)
    }

    @Test("Moving down a long list visits every row") func movingDownLongListVisitsEveryRow() {
        var rig = started(articles: 2_500)
        rig.press("k", "Enter")
        for index in 0..<2_500 {
            #expect(rig.state.list.selected?.title == "Article \(index)")
            rig.press("j")
        }
        for index in (0..<2_500).reversed() {
            #expect(rig.state.list.selected?.title == "Article \(index)")
            rig.press("k")
        }
    }

    @Test("The selection stays three lines away from the edge") func theSelectionKeepsThreeLinesFromTheEdge() {
        var rig = started(articles: 200)
        rig.press("k", "Enter")
        for _ in 0..<60 { rig.press("j") }
        let row = rig.screen.firstIndex { $0.contains("Article 60") }
        #expect(row == 24 - 2 - 1 - 3)
    }

    @Test("J and K say that there is no further feed; - says that no folder is selected")
    func ends() {
        var rig = Rig(columns: 80)
        rig.start()
        rig.press("-")
        #expect(rig.state.messages.shown?.text == "No folder is selected in the feeds")
        rig.press("G", "Enter", "J")
        #expect(rig.state.messages.shown?.text == "The end of the feed list" && rig.state.focus == .articles)
        rig.press("q", "g", "Enter", "K")
        #expect(rig.state.messages.shown?.text == "The beginning of the feed list")
    }

    @Test("A folder folds and unfolds") func aFolderFoldsAndUnfolds() {
        var rig = started()
        rig.press("G", "g")
        while rig.state.sidebar.selected?.scope != .folder(["Tech"]) { rig.press("j") }
        #expect(rig.line(with: "LWN.net") != nil)
        rig.press("-")
        #expect(rig.line(with: "LWN.net") == nil)
        #expect(rig.line(with: "Tech")?.contains("▸") == true)
        rig.press("Enter")
        #expect(rig.state.list.scope == .folder(["Tech"]))
    }

    @Test(
        "An empty folder is listed last in its parent, and D removes it; a folder with feeds stays")
    func emptyFolders() {
        var rig = started()
        rig.emptyFolders = [["Tech", "Old"], ["Later"], ["Tech", "Old", "Older"]]
        rig.send(.libraryChanged)
        let folders = rig.state.sidebar.rows.compactMap { row -> String? in
            switch row {
            case .folder(let path, _): path.joined(separator: "/")
            case .feed(let id): rig.state.sidebar.feed(id)?.title
            default: nil
            }
        }
        #expect(
            folders == [
                "Tech", "LWN.net", "Hacker News", "Tech/Old", "Tech/Old/Older", "News", "日本の新聞", "A blog", "Later",
            ])
        rig.press("G", "g")
        while rig.state.sidebar.selected?.scope != .folder(["Tech"]) { rig.press("j") }
        rig.press("D")
        #expect(rig.effects.isEmpty && rig.line(with: "Remove the feeds of this folder first") != nil)
        while rig.state.sidebar.selected?.scope != .folder(["Tech", "Old"]) { rig.press("j") }
        rig.press("D")
        #expect(rig.effects == [.removeFolder(["Tech", "Old"])])
        #expect(rig.line(with: "Removed the folder Tech/Old; U undoes") != nil)
    }

    @Test("Folding a folder that hides the selected feed selects the folder")
    func foldingSelectsTheFolder() {
        var rig = started()
        rig.press("G", "g")
        while rig.state.sidebar.selected?.scope != .folder(["Tech"]) { rig.press("j") }
        rig.press("-", "G")
        #expect(rig.state.sidebar.selectedFeed?.title == "A blog")
        rig.subscriptions[3].folder = ["Tech"]
        rig.send(.libraryChanged)
        #expect(rig.state.sidebar.selected?.scope == .folder(["Tech"]))
    }

    @Test("The text of a new page starts at its top; the same text keeps its position when it is loaded again")
    func anotherTextBeginsAtItsTop() throws {
        var rig = started(columns: 40, rows: 10)
        rig.press("k", "Enter", "Enter", "Space")
        let start = try #require(rig.state.reading?.layout.start)
        let top = try #require(rig.state.reading?.top)
        #expect(top > start)
        var open = try #require(rig.state.reading?.open)
        rig.send(.article(open))
        #expect(rig.state.reading?.top == top)
        open.textKind = .page
        rig.send(.article(open))
        #expect(rig.state.reading?.top == start)
    }

    @Test("The hint of x names the text that it shows: the full page, or the feed's text")
    func hintOfFullText() throws {
        var rig = started(columns: 120)
        rig.press("k", "Enter", "Enter")
        #expect(rig.screen.last?.contains("x full page") == true)
        var open = try #require(rig.state.reading?.open)
        open.textKind = .page
        rig.send(.article(open))
        #expect(rig.screen.last?.contains("x feed's text") == true)
    }

    @Test("A hint names a key that runs its command in the focused column")
    func hintsOfColumn() {
        var rig = started(columns: 120)
        rig.state.keymap.bind([.character("s")], to: [Invocation(.browser)], in: .articles)
        rig.state.keymap.bind([.character("Z")], to: [Invocation(.star)], in: .articles)
        rig.state.keymap.bind([.character("o")], to: [], in: .text)
        rig.press("k", "Enter")
        #expect(rig.screen.last?.contains("Z star") == true)
        rig.press("Enter")
        #expect(rig.screen.last?.contains("s star") == true && rig.screen.last?.contains("browser") == false)
    }

    @Test("Text that is shown again after the page or the changes keeps its position", arguments: [true, false])
    func textShownAgain(_ isPage: Bool) throws {
        var rig = started(columns: 40, rows: 10)
        rig.press("k", "Enter", "Enter", "Space")
        let reading = try #require(rig.state.reading)
        #expect(reading.top > reading.layout.start)
        var other = reading.open
        other.textKind = isPage ? .page : .changes
        rig.send(.article(other))
        rig.press("j")
        let top = try #require(rig.state.reading?.top)
        rig.send(.article(reading.open))
        #expect(rig.state.reading?.top == reading.top)
        rig.send(.article(other))
        #expect(rig.state.reading?.top == top && top < reading.top)
    }

    @Test("In a single column, Tab opens the selected list even if no list was shown before")
    func tabOpensFirstList() {
        var rig = started()
        rig.press("Tab")
        #expect(rig.state.focus == .articles && rig.state.list.scope == .unread)
        #expect(rig.line(with: "Article 0") != nil)
    }

    @Test("In a single column, Tab opens the list that is selected now, not the list that was shown")
    func tabOpensSelectedList() {
        var rig = started()
        rig.press("Enter", "q", "Tab")
        #expect(rig.state.focus == .articles && rig.state.list.scope == .unread)
        rig.press("q", "k", "Shift-Tab")
        #expect(rig.state.focus == .feeds && rig.line(with: "Open an article first") != nil)
        rig.press("Tab")
        #expect(rig.state.focus == .articles && rig.state.list.scope == .all)
    }

    @Test("Tab in an empty list moves to the feeds")
    func tabInEmptyList() {
        var rig = started(articles: 0)
        rig.press("Enter", "Tab")
        #expect(rig.state.focus == .feeds && rig.state.messages.shown == nil)
    }

    @Test("In a single column, Tab returns to the results of a search unless another list is selected meanwhile")
    func tabReturnsToResults() {
        var rig = started(columns: 80)
        rig.press("/")
        rig.type("Article 3")
        rig.press("Enter", "Shift-Tab", "Tab")
        #expect(rig.state.focus == .articles && rig.state.list.scope == .search("Article 3"))
        rig.press("Shift-Tab", "k", "Tab")
        #expect(rig.state.focus == .articles && rig.state.list.scope == .all)
    }

    @Test("z in the feeds does not open an article; if a text is on the screen, z shows only that text")
    func zenAtFeeds() {
        var narrow = started(columns: 80)
        narrow.press("Enter", "q", "z")
        #expect(narrow.state.focus == .feeds && !narrow.state.isZen && narrow.state.text == .empty)
        #expect(narrow.line(with: "Open an article first") != nil)
        var wide = started(columns: 160)
        #expect(wide.state.focus == .feeds && wide.state.reading != nil)
        wide.press("z")
        #expect(wide.state.focus == .text && wide.state.isZen)
    }

    @Test("The message about fetching the page disappears once the page's text is shown")
    func pageArrives() throws {
        var rig = started(columns: 80, rows: 24)
        rig.press("k", "Enter", "Enter", "x")
        #expect(rig.line(with: "Fetching the page") != nil)
        var open = try #require(rig.state.reading?.open)
        open.textKind = .page
        rig.send(.article(open))
        #expect(rig.line(with: "Fetching the page") == nil)
        rig.send(.message(Message("Something else")))
        rig.send(.article(open))
        #expect(rig.line(with: "Something else") != nil)
    }

    @Test("n moves to the next unread article across feeds") func nGoesToTheNextUnreadAcrossFeeds() {
        var rig = started()
        while rig.state.sidebar.selected?.scope != .feed(SubscriptionID(rawValue: 1)) { rig.press("j") }
        rig.press("Enter", "Enter")
        var met: Set<ArticleID> = []
        for _ in 0..<24 where rig.state.focus == .text {
            met.insert(rig.state.reading!.id)
            rig.press("n")
        }
        let unread = rig.articles.count { !$0.isRead }
        #expect(unread == 0, "each opened article is read")
        #expect(met.count >= 22)
        #expect(rig.line(with: "No more unread articles") != nil)
    }

    @Test("n and p continue in a feed with an order of its own", arguments: ["n", "p"], [true, false])
    func nextUnreadInSortedFeed(_ key: String, _ isFirstSorted: Bool) {
        var rig = started()
        for index in rig.subscriptions.indices where index > 0 || isFirstSorted {
            rig.subscriptions[index].preferences.order = .title
        }
        for index in rig.articles.indices {
            rig.articles[index].isRead = rig.articles[index].subscription.rawValue != 2
        }
        rig.send(.libraryChanged)
        rig.press("g", "j", "j", "j")
        while rig.state.sidebar.selected?.scope != .feed(rig.subscriptions[0].id) { rig.press("j") }
        rig.press("Enter", key)
        #expect(rig.state.list.scope == .feed(rig.subscriptions[1].id))
        #expect(rig.state.list.selected.map { !$0.isRead } == true)
    }

    @Test("Space turns pages, then opens the next unread article") func spaceTurnsPagesAndThenOpensTheNextUnread() {
        var rig = started(columns: 40, rows: 10)
        rig.press("k", "Enter", "Enter")
        let first = rig.state.reading?.id
        var pages = 0
        while rig.state.reading?.id == first, pages < 50 {
            rig.press("Space")
            pages += 1
        }
        #expect(pages > 2 && pages < 50)
        #expect(rig.state.reading?.top == rig.state.reading?.layout.start)
    }

    @Test("Tab cycles through the columns") func tabGoesRoundTheColumns() {
        var rig = started(columns: 160)
        rig.press("Tab")
        #expect(rig.state.focus == .articles)
        rig.press("Tab")
        #expect(rig.state.focus == .text)
        rig.press("Tab")
        #expect(rig.state.focus == .feeds)
        rig.press("Shift-Tab")
        #expect(rig.state.focus == .text)
    }

    @Test("Only opening an article marks it read") func onlyOpeningAnArticleMarksItRead() {
        var rig = started(columns: 160)
        rig.press("k", "Enter", "j", "j")
        #expect(rig.state.reading?.open.article.item.title == "Article 2", "the next column previews what is selected")
        #expect(rig.effects.allSatisfy { if case .mark = $0 { false } else { true } })
        rig.press("Enter")
        let id = rig.state.reading!.id
        #expect(rig.effects.suffix(2) == [.mark([id], .read(true)), .recordOpening(id, at: Rig.now)])
    }
}
