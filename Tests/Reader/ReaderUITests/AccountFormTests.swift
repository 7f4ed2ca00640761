import FeedModel
import Testing

@testable import ReaderUI

@Suite struct AccountFormTests {
    private func typed(_ line: String) -> Rig {
        var rig = Rig()
        rig.start()
        rig.press(":")
        rig.type(line)
        rig.press("Enter")
        return rig
    }

    @Test("A secret is prompted for, not shown, and not remembered")
    func secret() throws {
        var rig = typed("account add greader https://rss.test/api --user me --folder Far/Off")
        #expect(rig.state.prompt?.label == "password for https://rss.test/api: ")
        rig.type(" s3cret ")
        #expect(rig.state.prompt?.shownCharacters == Array("********"))
        rig.press("Enter")
        let effects = rig.effects.filter { if case .addAccount = $0 { true } else { false } }
        guard case .addAccount(let form, let secret)? = effects.last else {
            Issue.record("\(rig.effects)")
            return
        }
        #expect(form.kind == .greader && form.url == "https://rss.test/api" && form.user == "me")
        #expect(form.folder == ["Far", "Off"] && secret == " s3cret ")
        #expect(!rig.state.memory.commandHistory.contains { $0.contains("s3cret") })
        #expect(!rig.state.memory.searchHistory.contains { $0.contains("s3cret") })
    }

    @Test("The first sync of an account shows its progress; Esc stops it")
    func progress() {
        var rig = typed("account add miniflux https://rss.test --secret-file ~/key")
        #expect(rig.state.network.arrival?.contains("https://rss.test") == true)
        rig.send(.refreshProgress(RefreshProgress(done: 20, total: 40, failed: 0, bytes: 0)))
        #expect(rig.state.network.refresh?.done == 20)
        rig.press("Esc")
        #expect(rig.effects.last == .cancelRefresh)
        rig.send(.arrived(Message("rss.test: 2 feeds"), hasFiles: false))
        #expect(rig.state.network.arrival == nil && rig.state.network.refresh == nil)
        #expect(rig.state.messages.shown?.text == "rss.test: 2 feeds")
    }

    @Test("With --secret-file there is no prompt; Esc adds nothing")
    func fileOrNothing() {
        let rig = typed("account add https://rss.test --secret-file ~/key")
        #expect(rig.state.prompt == nil)
        #expect(rig.effects.contains { if case .addAccount(let form, nil) = $0 { form.kind == nil } else { false } })
        var other = typed("account add miniflux https://rss.test")
        #expect(other.state.prompt?.label.hasPrefix("API key for") == true)
        other.press("Esc")
        #expect(other.state.prompt == nil)
        #expect(!other.effects.contains { if case .addAccount = $0 { true } else { false } })
    }

    @Test(
        "Without a kind, the prompt names the secrets of those servers that need no user name, unless there is one",
        arguments: [("", "API key or token for https://rss.test: "), (" --user me", "password for https://rss.test: ")])
    func unknownKind(_ user: String, _ label: String) {
        #expect(typed("account add https://rss.test" + user).state.prompt?.label == label)
    }

    @Test(
        "An invalid account line is reported in one line",
        arguments: [
            ("account add", "Name the server"), ("account add fever", "Name the server"),
            ("account add x https://a.test", "x is not a kind"),
            ("account add https://a.test --who me", "--who is not one of"),
            ("account add https://a.test --user", "--user needs a value"),
            ("account add https://me@a.test", "not in the address"), ("account frob", "account add"),
        ])
    func faults(_ line: String, _ message: String) {
        let rig = typed(line)
        #expect(rig.state.messages.shown?.text.contains(message) == true)
        #expect(rig.state.prompt == nil && !rig.effects.contains { if case .addAccount = $0 { true } else { false } })
    }

    @Test("e on a folder renames it, with everything in it")
    func folder() {
        var rig = Rig()
        rig.start()
        rig.press("g")
        while rig.state.sidebar.selected?.scope != .folder(["Tech"]) { rig.press("j") }
        rig.press("e")
        #expect(rig.state.prompt?.text == "Tech")
        rig.press("Ctrl-u")
        rig.type("Science")
        rig.press("Enter")
        #expect(rig.effects.contains(.renameFolder(["Tech"], to: ["Science"])))
    }

    @Test("A folded folder stays folded when it is renamed")
    func foldedFolder() {
        var rig = Rig()
        rig.start()
        rig.press("g")
        while rig.state.sidebar.selected?.scope != .folder(["Tech"]) { rig.press("j") }
        rig.press("-", "e", "Ctrl-u")
        rig.type("Science")
        rig.press("Enter")
        for index in rig.subscriptions.indices where rig.subscriptions[index].folder == ["Tech"] {
            rig.subscriptions[index].folder = ["Science"]
        }
        rig.send(.libraryChanged)
        #expect(rig.state.sidebar.rows.contains(.folder(["Science"], isFolded: true)))
    }

    /// Returns the reader after `e` has renamed the folder Tech; Attic is empty.
    private func renaming(to name: String) -> Rig {
        var rig = Rig()
        rig.emptyFolders = [["Attic"]]
        rig.start()
        rig.press("g")
        while rig.state.sidebar.selected?.scope != .folder(["Tech"]) { rig.press("j") }
        rig.press("e", "Ctrl-u")
        rig.type(name)
        rig.press("Enter")
        return rig
    }

    @Test(
        "A slash in the new name of a folder separates nested folders",
        arguments: [("News 2/Tech", ["News 2", "Tech"]), ("A / B/", ["A", "B"]), ("/", nil)])
    func nestedFolder(_ name: String, _ path: [String]?) {
        let renamed = renaming(to: name).effects.compactMap { effect -> [String]? in
            if case .renameFolder(_, let new) = effect { new } else { nil }
        }
        #expect(renamed == (path.map { [$0] } ?? []))
    }

    @Test("A folder cannot be given the name of another one, even of an empty one", arguments: ["News", "Attic"])
    func takenFolder(_ name: String) {
        let rig = renaming(to: name)
        #expect(rig.effects.isEmpty)
        #expect(rig.state.messages.shown?.text == "A folder “\(name)” already exists; M moves feeds there")
    }
}
