import FeedModel
import Screen
import Testing

@testable import ReaderUI

@Suite struct MarkingTests {
    private func inAll(articles: Int = 30) -> Rig {
        var rig = Rig(articles: articles)
        rig.start()
        rig.press("k", "Enter")
        return rig
    }

    @Test("A mark changes the screen without a request to the library", arguments: ["m", "s"])
    func nothingIsAsked(_ key: String) throws {
        var rig = inAll()
        let row = rig.state.list.rows[0]
        let before = rig.state.sidebar.overview
        let mark: Mark = key == "m" ? .read(true) : .starred(true)
        #expect(update(&rig.state, .input(.key(Key(key)!))) == [.mark([row.id], mark)])
        let after = rig.state.sidebar.overview
        #expect(rig.state.list.rows[0].isRead == (key == "m") && rig.state.list.rows[0].isStarred == (key == "s"))
        #expect(before.unreadCount - after.unreadCount == (key == "m" ? 1 : 0))
        #expect(after.starredCount - before.starredCount == (key == "s" ? 1 : 0))
    }

    @Test("After marks the sidebar has the same counts and order as in a new overview", arguments: [true, false])
    func sidebar(_ showsReadFeeds: Bool) {
        var rig = inAll()
        rig.state.settings.showsReadFeeds = showsReadFeeds
        rig.press("m", "m", "j", "m", "k", "m", "m")
        var anew = rig.state.sidebar
        anew.rebuild(showsReadFeeds: showsReadFeeds)
        #expect(rig.state.sidebar.rows == anew.rows)
        #expect(anew.rows.map(anew.count) == anew.rows.map(rig.state.sidebar.count))
        for case .feed(let id) in anew.rows { #expect(rig.state.sidebar.feed(id) == anew.feed(id)) }
    }

    @Test("A number before m marks as many rows of a list at once, but not more than there are")
    func severalRows() {
        var rig = inAll()
        let ids = rig.state.list.rows.map(\.id)
        rig.press("3", "m")
        #expect(rig.effects.last == .mark(Array(ids[..<3]), .read(true)) && rig.state.list.cursor == 3)
        rig.press("2", "7", "j", "k", "9", "m")
        #expect(rig.effects.last == .mark(Array(ids[28...]), .read(true)) && rig.state.list.cursor == 29)
    }

    @Test(
        "after-toggle-read sets the row that is selected after a mark is toggled",
        arguments: [(ToggleStep.next, [1, 2, 3]), (.nextUnread, [2, 4, 4]), (.stay, [0, 0, 0])])
    func toggleSteps(_ step: ToggleStep, _ rows: [Int]) {
        var rig = Rig(articles: 30)
        // The rig's article 3 is read, too.
        rig.articles[1].isRead = true
        rig.state.settings.toggleStep = step
        rig.start()
        rig.press("k", "Enter", "m")
        #expect(rig.state.list.cursor == rows[0] && rig.articles[0].isRead)
        rig.press("m")
        #expect(rig.state.list.cursor == rows[1])
        #expect(rig.articles[0].isRead == (step != .stay))
        rig.press("g", "3", "m")
        #expect(rig.state.list.cursor == rows[2])
    }

    @Test("mark-read and mark-unread never toggle, and a step after them in a macro goes below the marked rows")
    func marksThatDoNotToggle() {
        var rig = inAll()
        let ids = rig.state.list.rows.map(\.id)
        rig.state.keymap.bind([.character("X")], to: [Invocation(.markRead), Invocation(.down)])
        rig.state.keymap.bind([.character("Z")], to: [Invocation(.markUnread)])
        rig.press("X", "3", "X")
        #expect(rig.effects.last == .mark(Array(ids[1..<4]), .read(true)) && rig.state.list.cursor == 4)
        rig.press("k", "X", "k", "k", "2", "Z", "Z")
        #expect(rig.effects.last == .mark([ids[2]], .read(false)) && rig.state.list.cursor == 2)
        #expect(rig.articles.prefix(5).map(\.isRead) == [true, true, false, false, false])
        let unread = rig.state.sidebar.overview.unreadCount
        #expect(unread == rig.articles.count { !$0.isRead })
        rig.press("*", "*", "X")
        #expect(rig.articles.prefix(5).map(\.isRead) == [true, true, true, true, false])
        #expect(rig.state.list.picked.isEmpty)
    }

    @Test("A number that exceeds the loaded rows applies only to those, and a message says so", arguments: ["m", "*"])
    func unloadedRows(_ key: String) {
        var rig = inAll(articles: 500)
        let loaded = rig.state.list.rows.count
        rig.type("300")
        rig.press(key)
        #expect(rig.state.messages.shown?.text == "Only \(loaded) of 300 rows: the others are not loaded yet")
        #expect(key == "m" ? rig.articles[..<loaded].allSatisfy(\.isRead) : rig.state.list.picked.count == loaded)
        rig.type("2")
        rig.press(key)
        #expect(rig.state.messages.shown == nil)
    }

    @Test(
        "In the feeds, a command for an article asks for one and marks nothing",
        arguments: ["m", "s", "<", ">", "x", "E", "B"])
    func noArticle(_ key: String) {
        var rig = inAll()
        rig.press("j", "h", "G")
        let effects = rig.effects
        rig.press(key)
        #expect(rig.effects == effects)
        #expect(rig.state.messages.shown?.text == "Select an article first")
    }

    @Test("In the feeds, old articles are marked read in the selected feed, not in the list opened before")
    func olderInSelectedFeed() {
        var rig = inAll()
        rig.press("h", "G", ":")
        rig.type("mark-older-read 0")
        rig.press("Enter")
        let scopes = rig.effects.compactMap { effect -> ArticleScope? in
            if case .markRead(_, let listing) = effect { listing.scope } else { nil }
        }
        #expect(scopes == [.feed(SubscriptionID(rawValue: 4))])
    }

    @Test("The text shows the article's marks, since a narrow screen has no list beside it")
    func marksOfText() {
        var rig = inAll()
        rig.press("Enter")
        #expect(rig.screen[0].hasPrefix("   Article 0"))
        rig.press("m")
        #expect(rig.screen[0].hasPrefix(" ● Article 0"))
        rig.press("s")
        #expect(rig.screen[0].hasPrefix(" ★ Article 0"))
    }

    @Test("A mark sorts the feeds again if feeds with most unread articles come first")
    func order() {
        var rig = inAll()
        rig.state.settings.feedOrder = .unread
        let effects = update(&rig.state, .input(.key(Key("m")!)))
        #expect(effects.count == 2 && effects.last == .loadOverview)
    }

    @Test("The library counts a mark of an article outside the list")
    func notInTheList() throws {
        var rig = inAll(articles: 900)
        for index in 1..<700 { rig.articles[index].isRead = true }
        rig.press("Enter")
        rig.send(.libraryChanged)
        let unread = rig.state.sidebar.overview.unreadCount
        rig.press("n")
        #expect(rig.state.reading?.open.article.item.title == "Article 700")
        #expect(rig.state.sidebar.overview.unreadCount == unread - 1)
    }

    @Test("An overview delayed by marks is requested once they are written")
    func overviewAfterMarks() {
        var rig = inAll()
        #expect(update(&rig.state, .marksWritten) == [.loadOverview])
    }

    @Test("Today's articles are counted up to a limit, and marks do not change the count above it")
    func manyToday() {
        var rig = inAll()
        rig.state.sidebar.overview.unreadTodayCount = LibraryOverview.countLimit
        _ = update(&rig.state, .input(.key(Key("m")!)))
        #expect(rig.state.sidebar.overview.unreadTodayCount == LibraryOverview.countLimit)
    }
}
