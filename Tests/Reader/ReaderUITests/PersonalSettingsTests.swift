import FeedModel
import Screen
import Testing

@testable import ReaderUI

@Suite struct PersonalSettingsTests {
    @Test("A chosen theme stays until the configuration names another")
    func aChosenThemeHoldsUntilTheConfigurationNamesAnother() {
        var memory = Memory()
        #expect(memory.theme(over: "default") == "default")
        memory.theme = "nord"
        #expect(memory.theme(over: "default") == "nord")
        #expect(memory.theme(over: "light") == "light")
        #expect(memory.theme(over: "default") == "default", "the choice is over")
    }

    @Test("With theme auto the reader follows the terminal's background until the person chooses a theme")
    func automaticTheme() {
        func theme(_ name: String) -> Theme {
            var theme = Theme.fallback
            theme.name = name
            return theme
        }
        var rig = Rig()
        rig.state.themes = [theme("light"), theme("dark")]
        _ = rig.state.memory.theme(over: Memory.automatic)
        rig.start()
        #expect(rig.state.followsBackground)
        rig.send(.background(isDark: false))
        #expect(rig.state.theme.name == "light" && rig.state.memory.isDark == false)
        rig.send(.background(isDark: true))
        #expect(rig.state.theme.name == "dark")
        rig.press(":")
        rig.type("theme light")
        rig.press("Enter")
        rig.send(.background(isDark: true))
        #expect(rig.state.theme.name == "light" && !rig.state.followsBackground)
    }

    @Test("t in the feeds sorts the selected list, even if another list is open or none is visible")
    func sortAtTheFeeds() {
        var rig = Rig()
        rig.start()
        rig.press("g", "t")
        #expect(rig.state.list.scope == .all && rig.state.list.order == .oldestFirst)
        rig.press("G", "k", "t")
        #expect(rig.state.sidebar.selectedFeed?.preferences.order == .newestFirst)
        #expect(rig.state.list.scope == .feed(SubscriptionID(rawValue: 3)))
    }

    @Test(":sort takes the name of an order, a feed keeps it, and an unknown name lists the names")
    func sortByName() {
        var rig = Rig()
        rig.start()
        rig.press("g", "Enter", ":")
        rig.type("sort title")
        rig.press("Enter")
        #expect(rig.state.list.order == .title && rig.line(with: "Sorted by title") != nil)
        rig.press("t")
        #expect(rig.state.list.order == .newestFirst)
        rig.press(":")
        rig.type("sort colour")
        rig.press("Enter")
        #expect(rig.line(with: "sort takes one of newest, oldest, title, feed, length, unread") != nil)
    }

    private let lwn = SubscriptionID(rawValue: 1)

    private func started(_ preferences: FeedPreferences = FeedPreferences(), columns: Int = 80) -> Rig {
        var rig = Rig(columns: columns)
        rig.subscriptions[0].preferences = preferences
        rig.start()
        while rig.state.sidebar.selectedFeed?.id != lwn { rig.press("j") }
        return rig
    }

    @Test("A feed keeps the order set with t") func aFeedKeepsTheOrderThatTGivesIt() {
        var rig = started()
        rig.press("Enter", "t")
        var oldest = FeedPreferences()
        oldest.order = .oldestFirst
        #expect(rig.effects.last == .setPreferences(lwn, oldest))
        #expect(rig.state.list.order == .oldestFirst)
        rig.press("q", "k")
        rig.press("Enter")
        #expect(rig.state.list.order == .newestFirst, "another list is as it was")
        rig.press("q", "j", "Enter")
        #expect(rig.state.list.order == .oldestFirst)
        rig.press("t")
        #expect(rig.effects.last == .setPreferences(lwn, FeedPreferences()))
    }

    @Test("The order of other lists lasts for the session") func theOtherListsAreSortedForTheSession() {
        var rig = Rig()
        rig.start()
        rig.press("Enter", "t")
        #expect(rig.state.list.order == .oldestFirst)
        #expect(rig.effects.allSatisfy { if case .setPreferences = $0 { false } else { true } })
    }

    @Test("Editing a setting begins with its current value, and the panel stays open")
    func settingsPanel() throws {
        var rig = started()
        rig.press(",")
        #expect(rig.line(with: "refresh-minutes") != nil && rig.line(with: "LWN.net") != nil)
        rig.type("hidden")
        rig.press("Enter")
        #expect(rig.screen.last?.contains("hidden: false") == true)
        rig.press("Esc")
        #expect(rig.state.prompt == nil && rig.state.panel?.selected?.label == "hidden")
        rig.press("Enter", "Tab")
        #expect(rig.state.prompt?.text == "true")
        rig.press("Enter")
        var hidden = FeedPreferences()
        hidden.isHidden = true
        #expect(rig.effects.contains(.setPreferences(lwn, hidden)))
        #expect(rig.effects.last == .loadFeedStatistics(lwn))
        #expect(rig.state.panel?.selected?.label == "hidden")
        rig.press("Ctrl-u", "Home")
        #expect(rig.state.panel?.selected?.label == "order")
        rig.press("Enter")
        #expect(rig.state.prompt?.text == "")
        rig.press("Tab", "Esc")
        rig.type("hidden")
        rig.press("Enter", "Ctrl-u")
        rig.type("perhaps")
        rig.press("Enter")
        #expect(rig.state.messages.shown?.text.hasPrefix("hidden must be true") == true)
        #expect(rig.state.panel?.selected?.label == "hidden")
    }

    @Test("The panel of a feed names the lists that have it, without their passwords")
    func followedLists() throws {
        var rig = started()
        rig.press(",")
        let lists = ["https://me:secret@team.example/list.opml"]
        rig.send(
            .feedStatistics(
                FeedStatistics(
                    subscription: rig.subscriptions[0], readCount: 0, newest: nil, articlesPerWeek: 0, lists: lists)))
        #expect(rig.line(with: "https://team.example/list.opml")?.contains("list ") == true)
    }

    @Test(
        "An invalid command is reported",
        arguments: [
            ("feed-set", "feed-set takes a name and a value"), ("feed-set colour red", "No setting “colour”"),
            ("feed-set order up", "order must be newest, oldest"),
        ])
    func invalidLinesAreReported(_ line: String, _ message: String) {
        var rig = started()
        rig.press(":")
        rig.type(line)
        rig.press("Enter")
        #expect(rig.screen.last?.contains(message) == true)
    }

    @Test("An article opens as its feed's preference says") func articleOpensAsItsFeedsPreferenceSays() throws {
        var browser = FeedPreferences()
        browser.opening = .browser
        var rig = started(browser)
        rig.press("Enter")
        let id = try #require(rig.state.list.selected?.id)
        rig.press("Enter")
        #expect(rig.state.focus == .articles)
        let opening = Effect.recordOpening(id, at: Rig.now)
        #expect(rig.effects.suffix(3) == [.browseArticle(id), .mark([id], .read(true)), opening])

        var page = FeedPreferences()
        page.opening = .page
        rig = started(page)
        rig.press("Enter", "Enter")
        #expect(rig.state.focus == .text)
        #expect(rig.effects.last == .loadFullText(id))
    }

    @Test("A hidden feed does not count") func aHiddenFeedDoesNotCount() {
        var hidden = FeedPreferences()
        hidden.isHidden = true
        var rig = started(hidden)
        let before = rig.state.sidebar.overview.unreadCount
        rig.press("Enter", "m")
        #expect(rig.state.sidebar.overview.unreadCount == before)
    }

    @Test(
        "Feeds are sorted within their folders",
        arguments: [
            (FeedOrder.added, ["LWN.net", "Hacker News", "日本の新聞", "A blog"]),
            (.name, ["A blog", "日本の新聞", "Hacker News", "LWN.net"]),
            (.unread, ["Hacker News", "LWN.net", "日本の新聞", "A blog"]),
        ])
    func feedsAreSortedWithinTheirFolders(_ order: FeedOrder, _ titles: [String]) {
        var rig = Rig()
        rig.state.settings.feedOrder = order
        rig.start()
        let rows = rig.state.sidebar.rows.compactMap {
            if case .feed(let id) = $0 { rig.state.sidebar.feed(id)?.title } else { nil }
        }
        #expect(rows == titles)
    }

    @Test("A filter applies to its list only") func aFilterStaysWithinItsList() {
        var rig = started()
        rig.press("Enter", "f")
        rig.type("Article 1")
        #expect(rig.state.list.scope == .filtered(.feed(lwn), "Article 1"))
        #expect(rig.screen[0].contains("LWN.net · Article 1"))
        #expect(rig.state.list.rows.allSatisfy { $0.subscription == lwn })
        rig.press("Esc")
        #expect(rig.state.list.scope == .feed(lwn))
    }

    @Test("Reloaded files apply at once") func reloadedFilesApplyAtOnce() {
        var rig = started()
        var settings = ReaderSettings()
        settings.glyphs = .ascii
        var keymap = Keymap.standard
        keymap.bind([.character("X")], to: [Invocation(.quit)])
        let theme = Theme(name: "other", styles: [.text: Style(attributes: .bold)])
        rig.state.memory.theme = "mono"
        rig.send(.configured(Appearance(settings: settings, keymap: keymap, themes: [theme], theme: "other")))
        #expect(rig.state.theme == theme && rig.state.memory.theme == nil)
        #expect(rig.line(with: "* online") != nil)
        #expect(rig.state.sidebar.selectedFeed?.id == lwn)
        rig.press("X")
        #expect(rig.effects.last == .quit)
    }

    @Test("A reloaded order sorts the list on the screen") func reloadedOrderSortsTheList() {
        var rig = Rig.listingAll()
        var other = Rig()
        other.press(":")
        other.type("set order oldest")
        other.press("Enter")
        let settings = other.state.settings
        rig.send(.configured(Appearance(settings: settings, keymap: .standard, themes: [], theme: nil)))
        #expect(rig.titles.first == "Article 29" && rig.state.list.order == .oldestFirst)
    }

    @Test(
        "Highlights are visible even without colours",
        arguments: [
            (Style(foreground: .indexed(3)), Style(attributes: .underline)),
            (Style(attributes: .bold), Style(attributes: .bold)),
            (Style(foreground: .indexed(3), attributes: .italic), Style(attributes: .italic)), (.plain, .plain),
        ] as [(Style, Style)])
    func aHighlightIsVisibleWithoutColours(_ style: Style, _ plain: Style) {
        #expect(style.withoutColors == plain)
    }

    @Test("The status line shows the time of the last refresh") func statusLineShowsTimeOfLastRefresh() {
        var rig = started()
        rig.press("Enter")
        #expect(rig.screen.last?.hasPrefix(" ● online · as of 2 m ago") == true)
        rig.press("O", "q")
        rig.press("Enter")
        #expect(rig.screen.last?.hasPrefix(" ○ offline · as of 2 m ago") == true)
    }
}
