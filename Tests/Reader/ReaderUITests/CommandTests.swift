import FeedModel
import ReaderUI
import Screen
import Testing

/// Every command, run from the `:` line, does what its table row says, in every kind of terminal.
@Suite struct CommandTests {
    struct Deed: Sendable, CustomTestStringConvertible {
        var line: String
        var column: Column
        /// The beginning of its last effect.
        var effect: String?
        /// Compares the states before and after it.
        var change: (@Sendable (State, State) -> Bool)?

        var testDescription: String { ":\(line) at the \(column)" }
        var command: Command? { Invocation(line: line)?.command }

        init(_ line: String, _ column: Column, asks effect: String) {
            (self.line, self.column, self.effect) = (line, column, effect)
        }

        init(_ line: String, _ column: Column, _ change: @escaping @Sendable (State, State) -> Bool) {
            (self.line, self.column, self.change) = (line, column, change)
        }
    }

    static let deeds: [Deed] = [
        Deed("down", .articles) { $1.list.cursor == $0.list.cursor + 1 },
        Deed("up", .articles) { $1.list.cursor == $0.list.cursor - 1 },
        Deed("page-down", .articles) { $1.list.cursor > $0.list.cursor + 2 },
        Deed("page-up", .articles) { $1.list.cursor < $0.list.cursor },
        Deed("half-page-down", .articles) { $1.list.cursor > $0.list.cursor },
        Deed("half-page-up", .articles) { $1.list.cursor < $0.list.cursor },
        Deed("first", .articles) { $1.list.cursor == 0 },
        Deed("last", .articles) { $1.list.selected?.title == "Article 29" },
        Deed("open", .articles) { $1.focus == .text },
        Deed("back", .text) { $1.focus == .articles },
        Deed("left", .articles) { $1.focus == .feeds },
        Deed("quit", .text, asks: "quit"),
        Deed("advance", .articles) { $1.list.cursor > $0.list.cursor },
        Deed("next-column", .feeds) { $1.focus == .articles },
        Deed("previous-column", .articles) { $1.focus == .feeds },
        Deed("next-unread", .articles) { $1.list.selected?.isRead == false && $1.list.cursor > $0.list.cursor },
        Deed("previous-unread", .articles) { $1.list.selected?.isRead == false && $1.list.cursor < $0.list.cursor },
        Deed("next-article", .text) { $1.reading?.id == $0.list.rows[$0.list.cursor + 1].id },
        Deed("previous-article", .articles) { $1.list.cursor == $0.list.cursor - 1 },
        Deed("go-to-feed", .articles) { $1.list.scope == $0.list.selected.map { .feed($0.subscription) } },
        Deed("next-feed", .feeds) { $1.sidebar.cursor == $0.sidebar.cursor + 1 },
        Deed("previous-feed", .feeds) { $1.sidebar.cursor == $0.sidebar.cursor - 1 },
        Deed("fold", .feeds) { $1.sidebar.rows.count < $0.sidebar.rows.count },
        Deed("fold-all", .feeds) { $1.sidebar.rows.count < $0.sidebar.rows.count },
        Deed("zen", .text) { $1.isZen },
        Deed("narrower", .articles) {
            $1.memory.widths != $0.memory.widths || $1.messages.shown?.text == "Only one column is shown"
        },
        Deed("wider", .feeds) {
            $1.memory.widths != $0.memory.widths || $1.messages.shown?.text == "Only one column is shown"
        },

        Deed("refresh", .feeds, asks: "refreshFeed(FeedModel.SubscriptionID(rawValue: 1), force: false)"),
        Deed("force-refresh", .feeds, asks: "refreshFeed(FeedModel.SubscriptionID(rawValue: 1), force: true)"),
        Deed("refresh-all", .feeds, asks: "refreshAll"),
        Deed("cancel", .articles, asks: "cancelRefresh"),
        Deed("offline", .feeds, asks: "setOffline(true)"),
        Deed("offline on", .feeds, asks: "setOffline(true)"),
        Deed("offline off", .feeds, asks: "setOffline(false)"),

        Deed("pack", .articles, asks: "togglePack("),
        Deed("only-aboard", .articles) { $1.list.isPackedOnly != $0.list.isPackedOnly },
        Deed("pack-enclosure", .articles, asks: "packEnclosure("),
        Deed("queue", .articles, asks: "loadQueue"),
        Deed("cancel-pack", .articles, asks: "cancelPacking"),

        Deed("browser", .text, asks: "openBrowser(\"https://example.org/4\")"),
        Deed("move-in newsboat", .feeds, asks: "moveIn(reader: \"newsboat\")"),
        Deed("run mpv %u", .text, asks: "runProgram(ReaderUI.ProgramSubject.article("),
        Deed("open-link 1", .text, asks: "openBrowser(\"https://example.org/one\")"),
        Deed("links", .text) { $1.panel?.lines.count == 2 },
        Deed("copy", .text, asks: "copy(\"https://example.org/4\")"),
        Deed("comments", .text) { $1.messages.shown?.text.contains("comments") == true },
        Deed("read-later example.org", .text, asks: "saveAddress(\"example.org\")"),
        Deed("full-text", .text, asks: "loadFullText"),
        Deed("changes", .text, asks: "loadChanges("),
        Deed("load-pictures", .text) { $1.messages.shown?.text == "No pictures in this text" },
        Deed("big-picture", .text) { $1.messages.shown?.text == "No pictures in this text" },
        Deed("enclosures", .text) { $1.messages.shown?.text == "No enclosure here" },
        Deed("pipe wc -l", .text, asks: "pipe("),
        Deed("save a.txt", .text, asks: "save("),
        Deed("bookmark", .articles, asks: "bookmark("),

        Deed("search Article", .feeds) { $1.list.scope == .search("Article") && $1.focus == .articles },
        Deed("find readable", .text) { $1.reading?.find?.matches.count == 1 },
        Deed("next-match", .text) { $1.messages.shown?.text.contains("Search in the text first") == true },
        Deed("previous-match", .text) { $1.messages.shown?.text.contains("Search in the text first") == true },
        Deed("filter Article 2", .articles) { $1.list.rows.count == 11 && $1.list.filter == "Article 2" },
        Deed("history", .text) { $1.list.scope == .history && $1.list.rows.map(\.title) == ["Article 4"] },
        Deed("history clear", .feeds, asks: "clearHistory"),
        Deed("save-search Mine", .articles) { $1.messages.shown?.text.contains("Search for something first") == true },

        Deed("toggle-read", .articles, asks: "mark("),
        Deed("star", .text, asks: "mark("),
        Deed("pick", .articles) { $1.list.picked.count == 1 && $1.list.cursor == $0.list.cursor + 1 },
        Deed("pick-range", .articles) { $1.messages.shown?.text.contains("Pick the first row") == true },
        Deed("mark-all-read", .articles) { $1.list.rows.allSatisfy(\.isRead) },
        Deed("mark-everything-read", .articles) { $1.list.rows.allSatisfy(\.isRead) },
        Deed("mark-above-read", .articles) { $1.list.rows[..<4].allSatisfy(\.isRead) && !$1.list.rows[5].isRead },
        Deed("mark-below-read", .articles) { !$1.list.rows[0].isRead && $1.list.rows[5...].allSatisfy(\.isRead) },
        Deed("mark-older-read 0", .articles) { $1.list.rows[1...].allSatisfy(\.isRead) },
        Deed("undo", .articles, asks: "undo"),

        Deed("add example.org", .feeds, asks: "subscribe(\"example.org\""),
        Deed("import feeds.opml", .feeds, asks: "importFeeds(path: \"feeds.opml\")"),
        Deed("export feeds.opml", .feeds, asks: "exportFeeds(path: \"feeds.opml\")"),
        Deed("rename Weekly", .feeds, asks: "rename("),
        Deed("move A/B", .feeds, asks: "move(FeedModel.SubscriptionID(rawValue: 1), folder: [\"A\", \"B\"])"),
        Deed("delete", .feeds, asks: "unsubscribe("),
        Deed("delete", .articles, asks: "deleteArticles("),
        Deed("delete", .text, asks: "deleteArticles("),
        Deed("tag sea, night", .articles) { $1.list.selected?.tags == ["night", "sea"] },
        Deed("same-story", .text) { $1.messages.shown?.text == "No other feed has this story" },
        Deed("mute title deal", .articles, asks: "previewMute("),
        Deed("sort", .articles) { $1.list.order != $0.list.order },
        Deed("show-read-articles", .feeds) { $1.settings.showsReadArticles != $0.settings.showsReadArticles },
        Deed("show-read-feeds", .feeds) { $1.settings.showsReadFeeds != $0.settings.showsReadFeeds },
        Deed("feed-settings", .feeds) { $1.panel?.kind == .feedSettings },
        Deed("feed-report", .feeds, asks: "loadFeedReport"),
        Deed("edit-search swift", .feeds) { $1.messages.shown?.text == "Select a saved search first" },
        Deed("move-up", .articles) { $1.messages.shown?.text == "Select a feed first" },
        Deed("move-down", .feeds, asks: "orderFeeds("),
        Deed("feed-set open page", .feeds, asks: "setPreferences("),

        Deed("help", .articles) { $1.panel?.kind == .help },
        Deed("command-line", .articles) { $1.prompt?.kind == .command },
        Deed("theme mono", .feeds) { $1.memory.theme == "mono" },
        Deed("messages", .feeds) { $1.messages.all.last?.text == "No messages yet" },
        Deed("guide", .feeds) { $1.list.scope == .guide },
        Deed("account", .feeds, asks: "loadAccounts"),
        Deed("set width 60", .text) { $1.settings.textWidth == 60 && ($1.reading?.layout.form.width ?? 0) <= 60 },
        Deed("edit-config", .feeds, asks: "editConfiguration"),
        Deed("suspend", .text, asks: "suspend"),
        Deed("redraw", .feeds, asks: "redraw"),
    ]

    @Test("The table has a row for every command") func theTableIsComplete() {
        #expect(Set(Self.deeds.compactMap(\.command)) == Set(Command.allCases))
        #expect(Set(CommandTable.entries.map(\.command)) == Set(Command.allCases))
    }

    /// The initial screen: the fifth article of all, the feed LWN.net, or the text of the fifth article.
    private func rig(_ column: Column, width: Int) -> Rig {
        var rig = Rig(columns: width, rows: 24)
        rig.state.themes = [.fallback]
        rig.start()
        if column == .feeds {
            while rig.state.sidebar.selectedFeed == nil { rig.press("j") }
            return rig
        }
        rig.press("k", "Enter", "4", "j")
        if column == .text { rig.press("Enter") }
        return rig
    }

    @Test("Each command has its effect from the table", arguments: deeds, [40, 80, 100, 150, 200])
    func aCommandDoesWhatTheTableSays(_ deed: Deed, _ width: Int) {
        var rig = rig(deed.column, width: width)
        if deed.command == .cancel {
            rig.send(.refreshProgress(RefreshProgress(done: 1, total: 9, failed: 0, bytes: 0)))
        }
        let before = rig.state
        rig.press(":")
        rig.type(deed.line)
        rig.press("Enter")
        if let effect = deed.effect {
            let asked = rig.effects.map { String(describing: $0) }
            #expect(asked.contains { $0.hasPrefix(effect) }, "\(asked)")
        }
        if let change = deed.change { #expect(change(before, rig.state)) }
        let frame = rig.frame
        for row in 0..<24 {
            let filled = (0..<width).reduce(0) { $0 + Int(frame[row, $1].width) }
            #expect(filled == width, "row \(row) is whole")
        }
    }

    @Test("set says the new value; the order applies to the list at once")
    func setting() {
        var rig = Rig.listingAll()
        for (line, words) in [("set mouse off", "mouse is off"), ("set order title", "order is title")] {
            rig.press(":")
            rig.type(line)
            rig.press("Enter")
            #expect(rig.state.messages.shown?.text == words)
        }
        #expect(rig.state.list.order == .title && rig.titles == rig.titles.sorted())
    }

    @Test(
        "A mistyped command, argument or setting is reported, with a similar one if there is one",
        arguments: [
            ("serach", "No command “serach” (did you mean “search”?); ? lists all"),
            ("xyzzy", "No command “xyzzy”; ? lists all"),
            ("refresh 5", "refresh takes no argument"),
            ("offline maybe", "offline takes on or off, or nothing to switch"),
            ("history all", "history takes clear, or nothing to list the articles"),
            ("set glyph ascii", "No setting “glyph” (did you mean “glyphs”?); Tab after :set shows them"),
            ("set proxy x", "No setting “proxy”; Tab after :set shows them, :edit-config has others"),
            ("set theme nord", "No setting “theme”, but a command: type :theme nord"),
            ("set glyphs", "set takes a name and a value: set glyphs VALUE"),
            ("set", "set takes a name and a value: set width VALUE"),
            ("feed-set ordr x", "No setting “ordr” (did you mean “order”?); Tab after :feed-set"),
        ])
    func mistyped(_ line: String, _ message: String) {
        var rig = Rig(columns: 120)
        rig.start()
        rig.press(":")
        rig.type(line)
        rig.press("Enter")
        #expect(rig.line(with: message) != nil, "\(rig.screen.last ?? "")")
    }
}
