import FeedModel
import Screen
import Testing

@testable import ReaderUI

/// Every command, run from the `:` line, has the effect listed in its table row, in every layout.
@Suite struct CommandTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var line: String
        var column: Column
        /// The beginning of the description of its last effect.
        var effect: String?
        /// Compares the states before and after the command.
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

    static let cases: [Case] = [
        Case("down", .articles) { $1.list.cursor == $0.list.cursor + 1 },
        Case("up", .articles) { $1.list.cursor == $0.list.cursor - 1 },
        Case("page-down", .articles) { $1.list.cursor > $0.list.cursor + 2 },
        Case("page-up", .articles) { $1.list.cursor < $0.list.cursor },
        Case("half-page-down", .articles) { $1.list.cursor > $0.list.cursor },
        Case("half-page-up", .articles) { $1.list.cursor < $0.list.cursor },
        Case("first", .articles) { $1.list.cursor == 0 },
        Case("last", .articles) { $1.list.selected?.title == "Article 29" },
        Case("open", .articles) { $1.focus == .text },
        Case("back", .text) { $1.focus == .articles },
        Case("left", .articles) { $1.focus == .feeds },
        Case("quit", .text, asks: "quit"),
        Case("advance", .articles) { $1.list.cursor > $0.list.cursor },
        Case("next-column", .feeds) { $1.focus == .articles },
        Case("previous-column", .articles) { $1.focus == .feeds },
        Case("next-unread", .articles) { $1.list.selected?.isRead == false && $1.list.cursor > $0.list.cursor },
        Case("previous-unread", .articles) { $1.list.selected?.isRead == false && $1.list.cursor < $0.list.cursor },
        Case("random-unread", .articles) { $1.list.selected?.isRead == false && $1.list.cursor != $0.list.cursor },
        Case("next-article", .text) { $1.reading?.id == $0.list.rows[$0.list.cursor + 1].id },
        Case("previous-article", .articles) { $1.list.cursor == $0.list.cursor - 1 },
        Case("go-to-feed", .articles) { $1.list.scope == $0.list.selected.map { .feed($0.subscription) } },
        Case("next-feed", .feeds) { $1.sidebar.cursor == $0.sidebar.cursor + 1 },
        Case("previous-feed", .feeds) { $1.sidebar.cursor == $0.sidebar.cursor - 1 },
        Case("fold", .feeds) { $1.sidebar.rows.count < $0.sidebar.rows.count },
        Case("fold-all", .feeds) { $1.sidebar.rows.count < $0.sidebar.rows.count },
        Case("zen", .text) { $1.isZen },
        Case("narrower", .articles) {
            $1.memory.widths != $0.memory.widths || $1.messages.shown?.text == "Only one column is shown"
        },
        Case("wider", .feeds) {
            $1.memory.widths != $0.memory.widths || $1.messages.shown?.text == "Only one column is shown"
        },

        Case("refresh", .feeds, asks: "refreshFeed(FeedModel.SubscriptionID(rawValue: 1), force: false)"),
        Case("force-refresh", .feeds, asks: "refreshFeed(FeedModel.SubscriptionID(rawValue: 1), force: true)"),
        Case("refresh-all", .feeds, asks: "refreshAll"),
        Case("cancel", .articles, asks: "cancelRefresh"),
        Case("offline", .feeds, asks: "setOffline(true)"),
        Case("offline on", .feeds, asks: "setOffline(true)"),
        Case("offline off", .feeds, asks: "setOffline(false)"),

        Case("pack", .articles, asks: "togglePack("),
        Case("only-aboard", .articles) { $1.list.isPackedOnly != $0.list.isPackedOnly },
        Case("pack-enclosure", .articles, asks: "packEnclosure("),
        Case("queue", .articles, asks: "loadQueue"),
        Case("cancel-pack", .articles, asks: "cancelPacking"),

        Case("browser", .text, asks: "openBrowser(\"https://example.org/4\")"),
        Case("move-in newsboat", .feeds, asks: "moveIn(reader: \"newsboat\")"),
        Case("run mpv %u", .text, asks: "runProgram(ReaderUI.ProgramSubject.article("),
        Case("open-link 1", .text, asks: "openBrowser(\"https://example.org/one\")"),
        Case("links", .text) { $1.panel?.lines.count == 2 },
        Case("copy", .text, asks: "copy(\"https://example.org/4\")"),
        Case("comments", .text) { $1.messages.shown?.text.contains("comments") == true },
        Case("read-later example.org", .text, asks: "saveAddress(\"example.org\")"),
        Case("full-text", .text, asks: "loadFullText"),
        Case("changes", .text, asks: "loadChanges("),
        Case("load-pictures", .text) { $1.messages.shown?.text == "No pictures in this text" },
        Case("big-picture", .text) { $1.messages.shown?.text == "No pictures in this text" },
        Case("enclosures", .text) { $1.messages.shown?.text == "No enclosure here" },
        Case("pipe wc -l", .text, asks: "pipe("),
        Case("save a.txt", .text, asks: "save("),
        Case("save!", .text) { $1.prompt?.text == "save! " },
        Case("bookmark", .articles, asks: "bookmark("),

        Case("search Article", .feeds) { $1.list.scope == .search("Article") && $1.focus == .articles },
        Case("find readable", .text) { $1.reading?.find?.matches.count == 1 },
        Case("next-match", .text) { $1.messages.shown?.text.contains("Search in the text first") == true },
        Case("previous-match", .text) { $1.messages.shown?.text.contains("Search in the text first") == true },
        Case("filter Article 2", .articles) { $1.list.rows.count == 11 && $1.list.filter == "Article 2" },
        Case("history", .text) { $1.list.scope == .history && $1.list.rows.map(\.title) == ["Article 4"] },
        Case("history clear", .feeds, asks: "clearHistory"),
        Case("save-search Mine", .articles) { $1.messages.shown?.text.contains("Search for something first") == true },

        Case("toggle-read", .articles, asks: "mark("),
        Case("mark-read", .articles) { $1.list.selected?.isRead == true && $1.list.cursor == $0.list.cursor },
        Case("mark-unread", .text) { $1.reading?.open.article.isRead == false },
        Case("star", .text, asks: "mark("),
        Case("pick", .articles) { $1.list.picked.count == 1 && $1.list.cursor == $0.list.cursor + 1 },
        Case("pick-range", .articles) { $1.messages.shown?.text.contains("begins at a picked row") == true },
        Case("mark-all-read", .articles) { $1.list.rows.allSatisfy(\.isRead) },
        Case("mark-everything-read", .articles) { $1.list.rows.allSatisfy(\.isRead) },
        Case("mark-above-read", .articles) { $1.list.rows[..<4].allSatisfy(\.isRead) && !$1.list.rows[5].isRead },
        Case("mark-below-read", .articles) { !$1.list.rows[0].isRead && $1.list.rows[5...].allSatisfy(\.isRead) },
        Case("mark-older-read 0", .articles) { $1.list.rows[1...].allSatisfy(\.isRead) },
        Case("undo", .articles, asks: "undo"),

        Case("add example.org", .feeds, asks: "subscribe(\"example.org\""),
        Case("import feeds.opml", .feeds, asks: "importFeeds(path: \"feeds.opml\")"),
        Case("export feeds.opml", .feeds, asks: "exportFeeds(path: \"feeds.opml\", replaces: false)"),
        Case("export! feeds.opml", .feeds, asks: "exportFeeds(path: \"feeds.opml\", replaces: true)"),
        Case("export!", .feeds) { $1.prompt?.text == "export! " },
        Case("rename Weekly", .feeds, asks: "rename("),
        Case("move A/B", .feeds, asks: "move(FeedModel.SubscriptionID(rawValue: 1), folder: [\"A\", \"B\"])"),
        Case("delete", .feeds, asks: "unsubscribe("),
        Case("delete", .articles, asks: "deleteArticles("),
        Case("delete", .text, asks: "deleteArticles("),
        Case("tag sea, night", .articles) { $1.list.selected?.tags == ["night", "sea"] },
        Case("note read again", .text, asks: "setNote("),
        Case("same-story", .text) { $1.messages.shown?.text == "No other feed has this story" },
        Case("mute title deal", .articles, asks: "previewMute("),
        Case("sort", .articles) { $1.list.order != $0.list.order },
        Case("show-read-articles", .feeds) { $1.settings.showsReadArticles != $0.settings.showsReadArticles },
        Case("show-read-feeds", .feeds) { $1.settings.showsReadFeeds != $0.settings.showsReadFeeds },
        Case("feed-settings", .feeds) { $1.panel?.kind == .feedSettings },
        Case("feed-report", .feeds, asks: "loadFeedReport"),
        Case("edit-search swift", .feeds) { $1.messages.shown?.text == "Select a saved search first" },
        Case("move-up", .articles) { $1.messages.shown?.text == "Select a feed first" },
        Case("move-down", .feeds, asks: "orderFeeds("),
        Case("feed-set open page", .feeds, asks: "setPreferences("),

        Case("help", .articles) { $1.panel?.kind == .help },
        Case("command-line", .articles) { $1.prompt?.kind == .command },
        Case("theme mono", .feeds) { $1.memory.theme == "mono" },
        Case("messages", .feeds) { $1.messages.all.last?.text == "No messages yet" },
        Case("guide", .feeds) { $1.list.scope == .guide },
        Case("account", .feeds, asks: "loadAccounts"),
        Case("set width 60", .text) { $1.settings.textWidth == 60 && ($1.reading?.layout.form.width ?? 0) <= 60 },
        Case("edit-config", .feeds, asks: "editConfiguration"),
        Case("reload-config", .feeds, asks: "configure"),
        Case("suspend", .text, asks: "suspend"),
        Case("redraw", .feeds, asks: "redraw"),
    ]

    @Test("The table has a row for every command") func theTableIsComplete() {
        #expect(Set(Self.cases.compactMap(\.command)) == Set(Command.allCases))
        #expect(Set(CommandTable.entries.map(\.command)) == Set(Command.allCases))
    }

    /// Returns the initial screen: the fifth article in All, the feed LWN.net, or the text of the fifth article.
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

    @Test("Each command has its effect from the table", arguments: cases, [40, 80, 100, 150, 200])
    func aCommandDoesWhatTheTableSays(_ expected: Case, _ width: Int) {
        var rig = rig(expected.column, width: width)
        if expected.command == .cancel {
            rig.send(.refreshProgress(RefreshProgress(done: 1, total: 9, failed: 0, bytes: 0)))
        }
        let before = rig.state
        rig.press(":")
        rig.type(expected.line)
        rig.press("Enter")
        if let effect = expected.effect {
            let asked = rig.effects.map { String(describing: $0) }
            #expect(asked.contains { $0.hasPrefix(effect) }, "\(asked)")
        }
        if let change = expected.change { #expect(change(before, rig.state)) }
        let frame = rig.frame
        for row in 0..<24 {
            let filled = (0..<width).reduce(0) { $0 + Int(frame[row, $1].width) }
            #expect(filled == width, "row \(row) is whole")
        }
    }

    @Test(
        "vi's names of commands run those of the reader",
        arguments: [("q", "quit"), ("q!", "quit"), ("qa!", "quit"), ("quit!", "quit"), ("source", "configure")])
    func aliases(_ line: String, _ effect: String) {
        var rig = rig(.feeds, width: 80)
        rig.press(":")
        rig.type(line)
        rig.press("Enter")
        #expect(rig.effects.last.map { String(describing: $0) } == effect)
    }

    @Test("set reports the new value; the order applies to the list at once")
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
        "set NAME! switches to the other of two values, NAME? shows the value",
        arguments: [
            ("set mouse!", "mouse is false"), ("set mark-read-on-scroll!", "mark-read-on-scroll is true"),
            ("set glyphs!", "glyphs is ascii"), ("set mouse?", "mouse is true"), ("set width?", "width is 80"),
            ("set date-format?", "date-format is short"),
            ("set scroll-margin!", "scroll-margin cannot be toggled: it must be a number of rows from 0 to 50"),
            ("set mous!", "No setting “mous” (did you mean “mouse”?); Tab after :set shows them"),
        ])
    func toggled(_ line: String, _ message: String) {
        var rig = Rig.listingAll(columns: 120)
        rig.press(":")
        rig.type(line)
        rig.press("Enter")
        #expect(rig.state.messages.shown?.text == message)
        #expect(rig.state.settings.usesMouse == (line != "set mouse!"))
        #expect(rig.state.settings.marksPassedRead == (line == "set mark-read-on-scroll!"))
    }

    @Test(
        "The help finds a command by the name that other readers give to it", arguments: ["edit-flags", "Reload-All"])
    func foreignNames(_ name: String) {
        var rig = Rig()
        rig.start()
        rig.press("?", "/")
        rig.type(name)
        let found: Command = name == "edit-flags" ? .star : .refreshAll
        #expect(rig.state.panel?.shown.map(\.choice) == [.run([Invocation(found)])])
    }

    @Test(
        "A mistyped command, argument or setting is reported, with a similar one if there is one",
        arguments: [
            ("serach", "No command “serach” (did you mean “search”?); ? lists all"),
            ("reload-all", "No command “reload-all” (did you mean “refresh-all”?); ? lists all"),
            ("toggle-important x", "No command “toggle-important” (did you mean “star”?); ? lists all"),
            ("xyzzy", "No command “xyzzy”; ? lists all"),
            ("refresh 5", "refresh takes no argument"),
            ("offline maybe", "offline takes on or off, or nothing to switch"),
            ("history all", "history takes clear, or nothing to list the articles"),
            ("comments page", "comments takes feed, or nothing to open their page"),
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
