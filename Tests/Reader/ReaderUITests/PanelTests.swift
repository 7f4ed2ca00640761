import ArticleText
import FeedModel
import Foundation
import Screen
import Testing

@testable import ReaderUI

@Suite struct PanelTests {
    @Test("A panel with long text covers the columns beside it; the theme panel stays narrow, to show the others")
    func width() {
        var rig = Rig(columns: 100, rows: 30)
        rig.start()
        rig.press("?")
        #expect(rig.line(with: "next page; after the last page, the next unread") != nil)
        #expect(rig.screen[1] == String(repeating: "─", count: 100))
        #expect(!rig.screen[2...].contains { $0.contains("│") || $0.contains("┴") })
        rig.press("Esc", "T")
        #expect(rig.screen[1].contains("┼") && rig.line(with: "Article 0") != nil)
    }

    @Test("In a single column the theme panel leaves most of the column visible", arguments: [40, 80])
    func narrowThemes(_ width: Int) {
        var rig = Rig(columns: width)
        rig.state.themes = [.fallback, Theme(name: "solarized-light", styles: [:])]
        rig.start()
        rig.press("T")
        let lines = rig.screen
        #expect(lines[0].hasPrefix(" lede") && lines[0].contains("│ Themes"))
        #expect(lines[2].hasPrefix("   All") && lines[2].contains("│▌  mono"))
        #expect(lines[3].contains("│   solarized-light"))
        #expect(lines[1].contains("┼") && lines[22].contains("┴"))
        rig.press("j")
        #expect(rig.state.theme.name == "solarized-light")
        rig.press("Esc")
        #expect(rig.state.theme.name == "mono")
        rig.press("T", "j", "q")
        #expect(rig.state.theme.name == "mono" && rig.state.panel == nil)
        rig.press("T", "j")
        rig.send(.discovered(address: "example.org", [FoundFeed(url: "https://example.org/feed", title: "A feed")]))
        rig.press("Esc")
        #expect(rig.state.theme.name == "mono" && rig.state.panel?.kind == .discovery)
        rig.press("Esc")
        #expect(rig.state.theme.name == "mono" && rig.state.panel == nil)
    }

    @Test("Feeds found while a panel or a prompt is open are listed once it is closed", arguments: ["?", ":"])
    func foundMeanwhile(_ key: String) {
        var rig = Rig()
        rig.start()
        rig.press(key)
        let panel = rig.state.panel
        let found = FoundFeed(url: "https://example.org/1.xml", title: "Remarks")
        rig.send(.discovered(address: "example.org", [found]))
        #expect(rig.state.panel == panel)
        rig.press("Esc")
        #expect(rig.state.prompt == nil && rig.line(with: "Remarks") != nil)
        rig.press("Enter")
        #expect(rig.effects.last == .subscribe("https://example.org/1.xml"))
    }

    @Test("The list of found feeds does not show the password, and subscribes with it") func foundBehindLogin() {
        var rig = Rig()
        rig.start()
        let found = FoundFeed(url: "https://me:secret@example.org/1.xml", title: "Remarks")
        rig.send(.discovered(address: "me:secret@example.org", [found]))
        #expect(rig.line(with: "//example.org/1.xml") != nil && rig.line(with: "secret") == nil)
        rig.press("Enter")
        #expect(rig.effects.last == .subscribe("https://me:secret@example.org/1.xml"))
    }

    @Test("Keys, words and names filter the help") func theHelpIsNarrowedByKeysWordsAndNames() {
        var rig = Rig()
        rig.start()
        for (typed, help) in [
            ("mark-all-read", "mark all in this list as read"), ("halfway", nil), ("toggle-r", "toggle read"),
        ] {
            rig.press("?")
            rig.type(typed)
            #expect(rig.state.panel?.shown.map(\.detail) == (help.map { [$0] } ?? []))
            rig.press("Esc")
        }
    }

    @Test("A filter has 200 characters at most; letters after them change nothing")
    func longFilter() {
        var rig = Rig()
        rig.start()
        rig.press("?", "/")
        rig.type(String(repeating: "x", count: 250))
        #expect(rig.state.panel?.filter == String(repeating: "x", count: 200))
        rig.press("Backspace")
        #expect(rig.state.panel?.filter == String(repeating: "x", count: 199))
    }

    @Test(
        "After / every letter filters a panel, even letters that are commands",
        arguments: ["quit", "journey", "keys", "k"])
    func slash(_ word: String) {
        var rig = Rig()
        rig.start()
        rig.press("?", "/")
        #expect(rig.screen[0].hasPrefix(" Keys:") && rig.line(with: "letters narrow") != nil)
        rig.type(word)
        #expect(rig.state.panel?.filter == word)
        for _ in word { rig.press("Backspace") }
        rig.press("Backspace", "j", "k")
        #expect(rig.state.panel?.filter == "" && rig.screen[0].hasPrefix(" Keys  "))
        rig.press("q")
        #expect(rig.state.panel == nil)
    }

    @Test("The keys that move in a column also move in a panel, unless letters go into its filter")
    func movingKeys() throws {
        var rig = Rig()
        rig.start()
        rig.press("?")
        let first = try #require(rig.state.panel?.selected)
        for (keys, back) in [(["G"], "g"), (["Ctrl-d", "Ctrl-d"], "Ctrl-u"), (["Space"], "b")] {
            for key in keys { rig.press(key) }
            let far = rig.state.panel?.selected
            rig.press(back)
            #expect(far != first && rig.state.panel?.selected != far && rig.state.panel?.filter == "", "\(back)")
            rig.press("g")
            #expect(rig.state.panel?.selected == first)
        }
        rig.press("/", "G", "g", "b")
        #expect(rig.state.panel?.filter == "Ggb")
        rig.press("Ctrl-u")
        #expect(rig.state.panel?.filter == "")
    }

    @Test("y copies the address of the selected link, and the panel stays open")
    func copiedLink() {
        var rig = Rig()
        rig.start()
        rig.press("Enter", "Enter", "u", "j", "y")
        #expect(rig.effects.last == .copy("https://example.org/p.png") && rig.state.panel?.kind == .links)
    }

    @Test("Links are listed with their text, and a digit opens one")
    func links() {
        var rig = Rig()
        rig.start()
        rig.press("Enter", "Enter", "u")
        #expect(rig.screen[2] == "▌  1  number · https://example.org/one")
        #expect(rig.screen[3] == "   2  the file format · https://example.org/p.png")
        #expect(rig.screen[23].hasSuffix("Enter open  y copy  + save  / narrow  Esc close"))
        rig.press("1")
        #expect(rig.effects.last == .openBrowser("https://example.org/one"))
        rig.press("u", "3")
        #expect(rig.line(with: "Nothing matches.") != nil)
    }

    @Test("The list of links begins at the first link on the screen")
    func linksOnScreen() {
        var rig = Rig()
        rig.document = Document(
            blocks: (0..<40).map { (number: Int) in Block(.paragraph([Run("Text \(number)", link: number)])) },
            links: (0..<40).map { Link(url: "https://example.org/\($0)", isPicture: false) })
        rig.start()
        rig.press("Enter", "Enter", "Space")
        let first = (0..<40).first { rig.line(with: "Text \($0) ") != nil } ?? 0
        rig.press("u")
        #expect(first > 0 && rig.line(with: "▌")?.contains("Text \(first) ") == true)
    }

    @Test("The panel of a feed shows its statistics above its settings")
    func feedStatistics() {
        var rig = Rig(columns: 100, rows: 40)
        rig.start()
        while rig.state.sidebar.selectedFeed == nil { rig.press("j") }
        rig.press(",")
        #expect(rig.effects.contains(.loadFeedStatistics(SubscriptionID(rawValue: 1))))
        #expect(rig.line(with: "refresh-minutes") != nil)
        var feed = rig.subscriptions[0]
        feed.articleCount = 200
        feed.health.problem = FeedProblem(kind: .status, message: "the server answered 500")
        rig.send(
            .feedStatistics(
                FeedStatistics(
                    subscription: feed, readCount: 34, newest: Rig.now.addingTimeInterval(-10_800), articlesPerWeek: 3))
        )
        #expect(rig.line(with: "200, 3 a week, 17 % read") != nil)
        #expect(rig.line(with: "3 h ago") != nil && rig.line(with: "the server answered 500") != nil)
        #expect(rig.line(with: "address") != nil && rig.line(with: "refresh-minutes") != nil)
        rig.send(
            .feedStatistics(
                FeedStatistics(
                    subscription: feed, readCount: 34, newest: nil, articlesPerWeek: 5, hasOnlyThisWeek: true)))
        #expect(rig.line(with: "200, 5 this week, 17 % read") != nil)
        feed.preferences.isPaused = true
        rig.send(.feedStatistics(FeedStatistics(subscription: feed, readCount: 34, newest: nil, articlesPerWeek: 5)))
        #expect(rig.screen.contains { $0.contains("next poll") && $0.contains("paused") })
        rig.type("address")
        rig.press("y", "Backspace")
        rig.press("Enter")
        #expect(rig.state.prompt?.text == feed.feedURL)
        rig.type("new")
        rig.press("Enter")
        #expect(rig.effects.contains(.setFeedAddress(SubscriptionID(rawValue: 1), feed.feedURL + "new")))
        #expect(rig.state.panel?.selected?.label == "address")
        rig.press("Ctrl-u", "y")
        #expect(rig.effects.last == .copy(feed.feedURL) && rig.state.panel != nil)
        feed.feedURL = "https://me:secret@example.org/feed"
        rig.send(.feedStatistics(FeedStatistics(subscription: feed, readCount: 34, newest: nil, articlesPerWeek: 3)))
        rig.type("address")
        rig.press("Enter")
        #expect(rig.state.prompt?.text == "")
        rig.press("Enter")
        #expect(rig.state.prompt == nil && rig.state.panel != nil)
    }

    @Test("In the panel of a feed the explanations of all settings are aligned")
    func explanations() throws {
        var rig = Rig(columns: 100, rows: 40)
        rig.subscriptions[0].preferences.isHidden = true
        _ = rig.subscriptions[0].preferences.set(.tags, to: "daily,local")
        rig.start()
        while rig.state.sidebar.selectedFeed == nil { rig.press("j") }
        rig.press(",")
        let lines = ["hidden", "tags", "order", "refresh-minutes"].compactMap { rig.line(with: " \($0) ") }
        let columns = lines.map { $0.prefix { $0 != "(" }.count }
        #expect(lines.count == 4 && Set(columns).count == 1, "\(lines)")
        #expect(lines[1].contains("daily,local  (names"))
        #expect(lines[0].contains("(true or false; true: not in All, Unread, Today)"), "\(lines)")
    }

    @Test("At 80 columns neither the help of a key nor the explanation of a setting is cut")
    func wholeLines() {
        var rig = Rig(columns: 80, rows: 150)
        rig.start()
        rig.press("?")
        #expect(rig.line(with: "redraw the screen") != nil && !rig.screen.contains { $0.contains("…") })
        rig.press("Esc")
        while rig.state.sidebar.selectedFeed == nil { rig.press("j") }
        rig.press(",")
        #expect(rig.line(with: "refresh-minutes") != nil && !rig.screen.contains { $0.contains("…") })
    }

    @Test("On narrow screens the help and the settings of a feed wrap, and nothing is cut", arguments: [40, 60])
    func wrapped(_ width: Int) {
        var rig = Rig(columns: width, rows: 400)
        rig.start()
        rig.press("?")
        #expect(rig.line(with: "redraw the screen") != nil && !rig.screen.dropLast().contains { $0.contains("…") })
        rig.press("Esc")
        while rig.state.sidebar.selectedFeed == nil { rig.press("j") }
        rig.press(",")
        #expect(rig.line(with: "refresh-minutes") != nil && !rig.screen.dropLast().contains { $0.contains("…") })
    }

    @Test("On a narrow screen the addresses of links and the preview of a rule wrap, and nothing is cut")
    func wrappedFacts() {
        var rig = Rig(columns: 40, rows: 40)
        rig.start()
        rig.press("Enter", "Enter", "u")
        #expect(rig.line(with: "https://example.org/p.png") != nil)
        #expect(!rig.screen.dropLast().contains { $0.contains("…") }, "\(rig.screen)")
        rig.press("Esc")
        let titles = ["The harbour office counts its ferries, and finds one more"]
        rig.send(.mutePreview(Mute(.author, "Jane Doe"), hidden: 1_234_567, of: 12_345_678, titles: titles))
        #expect(rig.line(with: "The harbour office") != nil && rig.line(with: "one more") != nil)
        #expect(rig.line(with: "Would hide 1,234,567 of 12,345,678") != nil && rig.line(with: "  articles") != nil)
        #expect(rig.line(with: "for a year") != nil && !rig.screen.dropLast().contains { $0.contains("…") })
    }

    @Test("On a narrow screen enclosures, found feeds, the queue and the list of a story wrap, and nothing is cut")
    func wrappedLists() {
        var rig = Rig(columns: 40, rows: 40)
        let address = "https://example.org/a/folder/with/a/long/name/and/a/file"
        rig.articles[0].item.enclosures = ["1.mp3", "2.mp3"].map { name in
            Enclosure(url: "\(address)/\(name)", mimeType: "audio/mpeg", title: "The story of many ferries, part one")
        }
        rig.start()
        rig.press("k", "Enter", "Enter", "v")
        #expect(rig.line(with: "2.mp3") != nil && !isCut(rig), "\(rig.screen)")
        rig.press("Esc")
        var open = rig.state.reading!.open
        open.copies = [
            StoryCopy(id: open.article.id, feedTitle: "A gazette of the north", title: "Ferry late", date: Rig.now)
        ]
        rig.send(.article(open))
        rig.press("&")
        #expect(rig.line(with: "north") != nil && rig.line(with: "late") != nil && !isCut(rig), "\(rig.screen)")
        rig.press("Esc")
        let found = FoundFeed(url: address + "/1.xml", title: "The remarks of the readers")
        rig.send(.discovered(address: address, [found]))
        #expect(rig.line(with: "1.xml") != nil && !isCut(rig), "\(rig.screen)")
        let detail = "180 KB of 300 KB, 63 KB/s · Harbour radio"
        let line = EnclosureLine(id: 1, url: address, title: "Episode one of many", detail: detail, action: .pause)
        rig.press("Esc")
        rig.send(.queue([line], .opening))
        #expect(rig.line(with: "many") != nil && rig.line(with: "radio") != nil && !isCut(rig), "\(rig.screen)")
    }

    private func isCut(_ rig: Rig) -> Bool {
        rig.screen.dropLast().contains { $0.contains("…") }
    }

    @Test(
        "Paging through a wrapped panel shows each of its rows", arguments: [("Home", "PgDn"), ("End", "PgUp")])
    func wrappedPages(_ start: String, _ key: String) {
        let unselected = { (line: String) in line.replacingOccurrences(of: "▌", with: " ") }
        var tall = Rig(columns: 40, rows: 400)
        tall.start()
        tall.press("?")
        var rig = Rig(columns: 40, rows: 24)
        rig.start()
        rig.press("?", start)
        var seen: Set<String> = []
        for _ in 0..<100 {
            seen.formUnion(rig.screen.map(unselected))
            rig.press(key)
        }
        #expect(tall.screen[2..<398].map(unselected).filter { !seen.contains($0) } == [])
    }

    @Test("For the selection, the mouse and scrolling, the rows of a wrapped line are one line")
    func wrappedLine() throws {
        var rig = Rig(columns: 40, rows: 15)
        rig.start()
        rig.press("?", "j", "j", "j", "j", "j", "j")
        let rows = rig.screen.filter { $0.hasPrefix("▌") }
        #expect(
            rows == [
                "▌  Space             next page; after", "▌                    the last page, the",
                "▌                    next unread",
            ])
        rig.press("k")
        let row = try #require(rig.screen.firstIndex { $0.contains("the last page, the") })
        rig.send(.input(.mouse(Mouse(.click, row: row, column: 25))))
        #expect(rig.state.panel?.selected?.label == "Space")
        rig.press("End")
        #expect(rig.line(with: "redraw the screen")?.hasPrefix("▌") == true)
    }

    @Test("The bottom line shows the number of the current match, and of all matches")
    func findCounter() {
        var rig = Rig(columns: 80, rows: 16)
        rig.start()
        rig.press("Enter", "Enter", "/")
        rig.type("second")
        rig.press("Enter", "n")
        #expect(rig.screen[15].hasPrefix(" “second” 2/2 "))
    }

    @Test("A message too long for the bottom line is shown completely")
    func longMessage() {
        var rig = Rig()
        rig.start()
        let words = (1...40).map { "word\($0)" }
        rig.send(.message(Message(words.joined(separator: " "))))
        rig.press("i")
        let shown = rig.screen[2...].joined(separator: " ")
        #expect(words.allSatisfy { shown.contains($0) } && !shown.contains("…"))
    }

    @Test(
        "The command line completes names, arguments and explanations",
        arguments: [
            ("mark-a", ":mark-a", "mark-above-read  mark-all-read"),
            ("mark-older-read 9", ":mark-older-read 9", "DAYS: mark articles older than this many days as read"),
            ("zen", ":zen", "show only the text"), ("nonsense", ":nonsense", ":nonsense"),
        ])
    func commandHint(_ typed: String, _ beginning: String, _ end: String) {
        var rig = Rig()
        rig.start()
        rig.press(":")
        rig.type(typed)
        #expect(rig.screen[23].hasPrefix(" " + beginning) && rig.screen[23].hasSuffix(end))
    }

    @Test("A long line of code breaks between words if it can")
    func longCode() {
        let code = "CREATE TABLE article (id INTEGER PRIMARY KEY)"
        let lines = TextLayout(
            Document(blocks: [Block(.preformatted([code, "aaaaaaaaaabbbbbbbbbb"]))]), TextLayout.Form(width: 19)
        )
        .lines.map(\.text)
        #expect(
            lines == [
                "  CREATE TABLE ", "↳ article (id ", "↳ INTEGER PRIMARY ", "↳ KEY)", "  aaaaaaaaaabbbbbbb", "↳ bbb",
            ])
    }

    @Test("Code breaks before a word that fits on a line of its own, and within a longer word")
    func longWordsOfCode() {
        let code = [
            "let a = stories.insertedAt(b)", "let a = stories.insertedAtOrBelow(b)", "      stories.insertedAt(c, d)",
        ]
        let layout = TextLayout(Document(blocks: [Block(.preformatted(code))]), TextLayout.Form(width: 25))
        #expect(
            layout.lines.map(\.text) == [
                "  let a = ", "↳ stories.insertedAt(b)", "  let a = stories.inserte", "↳ dAtOrBelow(b)",
                "        stories.insertedA", "↳ t(c, d)",
            ])
    }
}
