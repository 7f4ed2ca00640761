import FeedModel
import Screen
import Testing

@testable import ReaderUI

/// Typed and pasted text in the bottom line.
@Suite struct TypingTests {
    private func started(_ keys: String...) -> Rig {
        var rig = Rig()
        rig.start()
        for key in keys { rig.press(key) }
        return rig
    }

    @Test("Pasted text never acts as key presses")
    func pasteIsNoCommand() {
        var rig = started("k", "Enter")
        let before = rig.state.list
        rig.send(.input(.paste("Aq QD")))
        #expect(rig.effects.isEmpty && rig.state.list == before && rig.state.focus == .articles)
        #expect(rig.state.messages.shown?.text.contains("Press a, / or : before pasting") == true)
    }

    @Test("Pasted text enters the prompt at the cursor and starts a search like typed text")
    func pasteIntoPrompt() {
        var rig = started("/")
        rig.type("A 1")
        rig.press("Left", "Left")
        rig.send(.input(.paste(" rticle ")))
        #expect(rig.state.prompt?.text == "Article 1" && rig.state.prompt?.cursor == 7)
        #expect(rig.state.list.scope == .search("Article 1"))
        rig.press("Esc", "?")
        rig.send(.input(.paste("bookmark")))
        #expect(rig.state.panel?.shown.count == 1)
    }

    @Test("Parts of a character that arrive one by one form one character", arguments: ["e\u{301}", "👩‍👩‍👧‍👦", "🇩🇪"])
    func parts(_ character: String) {
        var rig = started(":")
        for part in "a\(character)b".unicodeScalars { rig.send(.input(.key(.character(Character(part))))) }
        #expect(rig.state.prompt?.text == "a\(character)b" && rig.state.prompt?.cursor == 3)
        rig.press("Left", "Backspace")
        #expect(rig.state.prompt?.text == "ab" && rig.state.prompt?.cursor == 1)
    }

    @Test("An address pasted outside a prompt is offered as a new feed")
    func pasteAddress() {
        var rig = started()
        rig.send(.input(.paste("https://example.org/feed ")))
        #expect(rig.state.prompt?.kind == .add && rig.state.prompt?.text == "https://example.org/feed")
        #expect(rig.effects.isEmpty)
        rig.press("Enter")
        #expect(rig.effects.last == .subscribe("https://example.org/feed"))
    }

    @Test("A User-Agent after the address belongs to the new feed, even if the person chooses one from a page")
    func addWithUserAgent() {
        var rig = started("a")
        rig.type(" example.org  --user-agent  Player/1 (Linux) ")
        rig.press("Enter")
        #expect(rig.effects.last == .subscribe("example.org", userAgent: "Player/1 (Linux)"))
        let found = FoundFeed(url: "https://example.org/1.xml", title: "Remarks")
        rig.send(.discovered(address: "example.org", [found], userAgent: "Player/1 (Linux)"))
        rig.press("Enter")
        #expect(rig.effects.last == .subscribe("https://example.org/1.xml", userAgent: "Player/1 (Linux)"))
    }

    @Test("The messages about a new address do not show its password", arguments: ["https://", ""])
    func addWithPassword(_ scheme: String) {
        var rig = started("a")
        rig.type("\(scheme)me:secret@example.org/")
        rig.press("Enter")
        #expect(rig.effects.last == .subscribe("\(scheme)me:secret@example.org/"))
        #expect(rig.state.messages.shown?.text == "Looking for feeds at \(scheme)example.org/")
        rig.send(.discovered(address: "\(scheme)me:secret@example.org/", []))
        #expect(rig.state.messages.shown?.text == "No feed found at \(scheme)example.org/")
    }

    @Test("The history of lines keeps an address without its password", arguments: ["https://", ""])
    func historyWithoutPassword(_ scheme: String) {
        var rig = started("a")
        rig.type("\(scheme)me:secret@example.org/")
        rig.press("Enter", "a", "Up")
        #expect(rig.state.prompt?.text == "\(scheme)example.org/")
        rig.press("Esc", ":")
        rig.type("add \(scheme)me:secret@b.test --user-agent me@b.test")
        rig.press("Enter", ":", "Up")
        #expect(rig.state.prompt?.text == "add \(scheme)b.test --user-agent me@b.test")
    }

    @Test(
        "An unusable User-Agent and a second word are refused, and the typed line can be changed",
        arguments: ["example.org --user-agent Näme", "example.org --user-agent", "https://example.org/feed Tech"])
    func refusedAddition(_ typed: String) {
        var rig = started("a")
        rig.type(typed)
        rig.press("Enter")
        #expect(!rig.effects.contains { if case .subscribe = $0 { true } else { false } })
        #expect(rig.state.prompt?.text == typed)
        let reason = typed.hasPrefix("https") ? "An address has no spaces; M moves " : "printable ASCII"
        #expect(rig.state.messages.shown?.text.contains(reason) == true)
    }

    @Test(
        "Tab completes names and the values of a setting",
        arguments: [
            (":", "unf", []), (":", "zen", ["zen"]), (":", "set gl", ["set glyphs"]),
            (":", "set glyphs ", ["set glyphs unicode", "set glyphs ascii", "set glyphs unicode"]),
            (":", "set width ", []), (":", "feed-set open p", ["feed-set open page"]),
            (":", "feed-set max-per-feed ", ["feed-set max-per-feed default"]), (":", "theme ", ["theme mono"]),
            (":", "move T", ["move Tech"]), (":", "offline ", ["offline on", "offline off"]), ("/", "x", []),
        ] as [(String, String, [String])])
    func completion(_ prompt: String, _ typed: String, _ expected: [String]) {
        var rig = Rig()
        rig.state.themes = [.fallback]
        rig.start()
        rig.press(prompt)
        rig.type(typed)
        for line in expected {
            rig.press("Tab")
            #expect(rig.state.prompt?.text == line)
        }
        if expected.isEmpty {
            rig.press("Tab")
            #expect(rig.state.prompt?.text == typed)
        }
    }

    @Test("Tab completes the path of a file", arguments: [(":", "import "), (":", "export "), ("S", "")])
    func paths(_ key: String, _ command: String) {
        var rig = started("k", "Enter", key)
        rig.press("Ctrl-u")
        rig.type(command + "~/fe")
        rig.press("Tab")
        #expect(rig.effects.last == .completePath("~/fe") && rig.state.prompt?.text == command + "~/fe")
        rig.send(.paths(["~/other"], for: "~/ot"))
        #expect(rig.state.prompt?.text == command + "~/fe")
        rig.send(.paths(["~/feeds.opml", "~/feeds/"], for: "~/fe"))
        #expect(rig.state.prompt?.text == command + "~/feeds.opml")
        rig.press("Tab")
        #expect(rig.state.prompt?.text == command + "~/feeds/")
        rig.type("o")
        rig.press("Tab")
        rig.send(.paths(["~/feeds/old/"], for: "~/feeds/o"))
        rig.press("Tab")
        #expect(rig.effects.last == .completePath("~/feeds/old/"))
    }

    @Test("A slash accepts one of several folders that complete a path, and the next Tab completes in that folder")
    func slashAfterFolder() {
        var rig = started("k", "Enter", ":")
        rig.type("import ~/fe")
        rig.press("Tab")
        rig.send(.paths(["~/feeds/", "~/fetched/"], for: "~/fe"))
        rig.type("/")
        #expect(rig.state.prompt?.text == "import ~/feeds/")
        rig.press("Tab")
        #expect(rig.effects.last == .completePath("~/feeds/"))
        rig.type("/")
        #expect(rig.state.prompt?.text == "import ~/feeds//", "without a choice, it is a character like others")
    }

    @Test("Tab says that nothing completes a path, and the next key shows the line again")
    func noPath() {
        var rig = started("k", "Enter", ":")
        rig.type("import ~/none")
        rig.press("Tab")
        rig.send(.paths([], for: "~/none"))
        #expect(rig.screen.last?.contains("No file or folder matches this path") == true)
        rig.type("x")
        #expect(rig.state.prompt?.text == "import ~/nonex")
        #expect(rig.screen.last?.contains(":import ~/nonex") == true)
    }

    @Test("A prompt and the same command after a colon share one history")
    func historyOfPrompts() {
        var rig = started("Enter", "|")
        rig.type("less")
        rig.press("Enter", "|")
        rig.type("wc -l")
        rig.press("Enter", "|", "Up", "Up")
        #expect(rig.state.prompt?.text == "less")
        rig.press("Down", "Down")
        #expect(rig.state.prompt?.text == "")
        rig.press("Esc", ":", "Up")
        #expect(rig.state.prompt?.text == "pipe wc -l")
        rig.press("Esc", "a", "Up")
        #expect(rig.state.prompt?.text == "", "no address was added yet")
    }

    @Test("Up recalls the words of finds and of filters")
    func historyOfFinds() {
        var rig = started("Enter", "Enter", "/")
        #expect(rig.state.prompt?.kind == .find)
        rig.type("rain")
        rig.press("Enter", "/", "Up")
        #expect(rig.state.prompt?.text == "rain")
        rig.press("Esc", "q", "f")
        rig.type("snow")
        rig.press("Enter", "f", "Ctrl-u", "Up")
        #expect(rig.state.prompt?.text == "snow")
    }

    @Test(
        "S suggests a valid file name",
        arguments: [
            ("Why SQLite succeeded as a database", "Why-SQLite-succeeded-as-a-database.txt"),
            ("../../etc/passwd; rm -rf $(HOME)", "etc-passwd-rm-rf-HOME.txt"), (".hidden", "hidden.txt"),
            ("日本語の題、二つ", "日本語の題-二つ.txt"), ("", "article.txt"), ("…!", "article.txt"),
            (String(repeating: "word ", count: 40), String(repeating: "word-", count: 11) + "word.txt"),
            (String(repeating: "長", count: 90), String(repeating: "長", count: 60) + ".txt"),
        ])
    func suggestedName(_ title: String, _ name: String) {
        #expect(FileName.suggestion(for: title) == name)
        #expect(name.utf8.count <= 255)
    }

    @Test("The suggested name is that of the current article, in the list and in the text")
    func theSuggestionIsTheArticlesInTheListAndInTheText() {
        var rig = started("k", "Enter", "j", "S")
        #expect(rig.state.prompt?.text == "Article-1.txt")
        rig.press("Esc", "Enter", "S")
        #expect(rig.state.prompt?.text == "Article-1.txt")
        rig.press("Enter")
        #expect(rig.effects.contains(.save(rig.state.reading!.id, .feed, path: "Article-1.txt")))
    }

    @Test("f in the feeds filters the selected list, even if its column is hidden")
    func filterAtTheFeeds() {
        var rig = started("k", "Enter", "q", "G", "k")
        let scope = rig.state.sidebar.selected?.scope
        #expect(rig.state.focus == .feeds && scope == .feed(SubscriptionID(rawValue: 3)))
        rig.press("f")
        rig.type("Article 2")
        #expect(
            rig.state.focus == .articles
                && rig.state.list.rows.map(\.title) == [
                    "Article 2", "Article 20", "Article 23", "Article 26", "Article 29",
                ])
        rig.press("Esc")
        #expect(rig.state.list.scope == scope && rig.state.list.filter == nil)
    }

    @Test(
        "While the last word has fewer than three letters and finds nothing, the previous rows stay until Enter",
        arguments: ["f", "/"])
    func shortWord(_ key: String) {
        var rig = started("k", "Enter", key)
        let rows = rig.state.list.rows
        rig.type("zz")
        #expect(rig.state.list.scope == .all && rig.state.list.rows == rows)
        rig.type("z")
        #expect(rig.state.list.scope != .all && rig.state.list.rows == [])
        rig.press("Backspace", "Enter")
        #expect(rig.state.list.scope == (key == "f" ? .filtered(.all, "zz") : .search("zz")))
        rig.press("h", "Enter", key)
        rig.type("Article 2")
        #expect(rig.state.list.rows.count == 11)
        rig.type("z")
        #expect(rig.state.list.rows.count == 11, "the rows of the words before")
        rig.press("Esc")
        #expect(rig.state.list.scope == .all && rig.state.list.rows == rows)
    }

    @Test(
        "After a short word and a space, or two ideographs, the screen shows that nothing is found",
        arguments: ["f", "/"], ["zq ", "日本"])
    func shortWholeWord(_ key: String, _ words: String) {
        var rig = started("k", "Enter", key)
        rig.type(words)
        let found = words.trimmedSpaces
        #expect(rig.state.list.scope == (key == "f" ? .filtered(.all, found) : .search(found)))
        #expect(rig.state.list.rows == [])
    }

    @Test("A filter finds the articles kept in the list, and ending it restores them; is: matches current marks")
    func filterKeepsMarkedArticles() throws {
        func requested(_ rig: Rig) -> ArticleListing? {
            guard case .loadPage(let request)? = rig.waiting.last else { return nil }
            return request.listing
        }
        var rig = started("Enter", "Enter", "q")
        let opened = try #require(rig.state.list.selected)
        #expect(opened.isRead && rig.state.list.scope == .unread)
        rig.findsAtOnce = false
        rig.press("f")
        rig.type("A")
        #expect(requested(rig)?.scope == .filtered(.unread, "A") && requested(rig)?.kept == [opened.id])
        rig.reply()
        rig.press("Esc")
        #expect(rig.state.list.scope == .unread && rig.state.list.selected?.id == opened.id)
        rig.press("f")
        rig.type("is:unread")
        #expect(requested(rig)?.scope == .filtered(.unread, "is:unread") && requested(rig)?.kept == [])
    }

    @Test("New filter words replace the old ones; Esc shows the whole list, even after a search has been left")
    func filterOfAFilteredList() {
        var rig = started("k", "Enter", "f")
        rig.type("zzz")
        rig.press("Enter", "f", "Ctrl-u")
        #expect(rig.state.list.scope == .all)
        rig.type("Article 2")
        rig.press("Enter", "f")
        rig.type("3")
        #expect(rig.state.list.scope == .filtered(.all, "Article 23") && rig.state.list.rows.count == 1)
        rig.press("Enter", "/")
        rig.type("Article 1")
        rig.press("Esc")
        #expect(rig.state.list.scope == .filtered(.all, "Article 23") && rig.state.list.filter == "Article 23")
        rig.press("Esc")
        #expect(rig.state.list.scope == .all && rig.state.list.filter == nil)
    }

    @Test("The order of a filtered list stays with new words, and after Esc")
    func orderOfAFilteredList() {
        var rig = started("k", "Enter", "f")
        rig.type("Article 1")
        rig.press("Enter", "t", "f")
        rig.type("2")
        #expect(rig.state.list.scope == .filtered(.all, "Article 12") && rig.state.list.order == .oldestFirst)
        rig.press("Enter", "Esc")
        #expect(rig.state.list.scope == .all && rig.state.list.order == .oldestFirst)
    }

    @Test(":filter filters the list on the screen, after a step to another list and after a search")
    func filterOfTheListShown() {
        var rig = started("k", "Enter", "f")
        rig.type("Article 1")
        rig.press("Enter", "J", ":")
        rig.type("filter Article 2")
        rig.press("Enter")
        #expect(rig.state.list.scope == .filtered(.unread, "Article 2"))
        rig.press("Esc", "/")
        rig.type("Article 1")
        rig.press("Enter", ":")
        rig.type("filter Article 12")
        rig.press("Enter")
        #expect(rig.state.list.scope == .filtered(.search("Article 1"), "Article 12"))
    }

    @Test(
        "Esc in a saved search that was selected in the feeds returns there, not to a list that was filtered before",
        arguments: [["J"], ["Shift-Tab", "j", "Tab"]])
    func escapeAfterAStep(_ keys: [String]) {
        var rig = Rig(columns: 160)
        rig.savedSearches = [SavedSearch(name: "Twos", query: "Article 2")]
        rig.start()
        rig.press("g", "j", "j", "j", "Enter", "f")
        rig.type("Article")
        rig.press("Enter")
        for key in keys { rig.press(key) }
        #expect(rig.state.focus == .articles && rig.state.list.scope == .search("Article 2"))
        rig.press("Esc")
        #expect(rig.state.focus == .feeds && rig.state.list.scope == .search("Article 2"))
    }

    @Test("Ctrl-l and Ctrl-z redraw and suspend in a line and in a panel, which stay", arguments: ["f", ":", "?", "T"])
    func keysOfTheTerminal(_ key: String) {
        var rig = started("k", "Enter", key, "a")
        let (prompt, panel) = (rig.state.prompt, rig.state.panel)
        rig.press("Ctrl-l", "Ctrl-z")
        #expect(rig.effects.suffix(2) == [.redraw, .suspend])
        #expect(rig.state.prompt == prompt && rig.state.panel == panel && (prompt != nil || panel != nil))
    }

    @Test("Esc and a letter that arrive together close a panel, and the letter is a key of its own")
    func escapeWithLetter() {
        var rig = started("k", "Enter", "?")
        rig.press("Alt-j")
        #expect(rig.state.panel == nil && rig.state.list.cursor == 1)
    }

    @Test(
        "In a prompt, Alt with b, f or d moves or deletes by words; Alt with other letters does not change the line",
        arguments: [
            (["Alt-b"], "add two-part wörds", 13), (["Alt-b", "Alt-b"], "add two-part wörds", 8),
            (["Alt-b", "Alt-b", "Alt-b", "Alt-b", "Alt-b"], "add two-part wörds", 0),
            (["Home", "Alt-f"], "add two-part wörds", 3), (["Home", "Alt-f", "Alt-f"], "add two-part wörds", 7),
            (["Alt-f"], "add two-part wörds", 18), (["Home", "Alt-d"], " two-part wörds", 0),
            (["Home", "Alt-d", "Alt-d"], "-part wörds", 0), (["Alt-d"], "add two-part wörds", 18),
            (["Alt-j", "Alt-q", "Alt-Q"], "add two-part wörds", 18),
        ])
    func words(_ keys: [String], _ text: String, _ cursor: Int) {
        var rig = started(":")
        rig.type("add two-part wörds")
        for key in keys { rig.press(key) }
        #expect(rig.state.prompt?.text == text && rig.state.prompt?.cursor == cursor)
    }

    @Test("If a line is wider than the screen, the text before the cursor is visible")
    func longLine() {
        var rig = started(":")
        rig.type(String(repeating: "ab", count: 2_000) + "end")
        #expect(rig.screen[23].hasSuffix("abend") && DisplayWidth.of(rig.screen[23]) < 80)
    }
}
