import FeedModel
import Screen
import Testing

@testable import ReaderUI

/// Keys that run several commands, each as if its own key were typed.
@Suite struct MacroTests {
    /// Returns the list of all articles, on the first one, with a macro on X.
    private func rig(_ commands: Invocation...) -> Rig {
        var rig = Rig.listingAll()
        rig.state.keymap.bind([.character("X")], to: commands)
        return rig
    }

    private func starred(_ rig: Rig) -> [String?] { rig.articles.filter(\.isStarred).map(\.item.title) }

    @Test("A command acts on the article that the previous command selects")
    func steps() {
        var rig = rig(Invocation(.nextUnread), Invocation(.star))
        rig.press("X")
        #expect(starred(rig) == ["Article 1"])
    }

    @Test("A count applies to the commands that take one")
    func counts() {
        var rig = rig(Invocation(.nextUnread), Invocation(.down), Invocation(.star))
        rig.press("2", "X")
        #expect(starred(rig) == ["Article 4"])
    }

    @Test("The commands after a search wait for its rows")
    func search() {
        var rig = rig(Invocation(.search, "Article 1"), Invocation(.last), Invocation(.star))
        rig.findsAtOnce = false
        rig.press("X")
        #expect(starred(rig).isEmpty)
        while !rig.waiting.isEmpty { rig.reply() }
        #expect(starred(rig) == ["Article 19"])
    }

    @Test("A key that ends the wait for rows cancels the commands that have not run", arguments: ["Esc", "q"])
    func cancelled(_ key: String) {
        var rig = rig(Invocation(.search, "Article 1"), Invocation(.last), Invocation(.star))
        rig.findsAtOnce = false
        rig.press("X", key)
        while !rig.waiting.isEmpty { rig.reply() }
        rig.press("j")
        #expect(starred(rig).isEmpty)
    }

    @Test("A key that ends a longer sequence acts on the article that the beginning of the sequence selects")
    func sequence() {
        var rig = rig(Invocation(.undo))
        rig.state.keymap.bind([.character("n"), .character("x")], to: [Invocation(.undo)])
        rig.press("n", "s")
        #expect(starred(rig) == ["Article 1"])
        rig.state.keymap.bind([.character("/"), .character("x")], to: [Invocation(.undo)])
        rig.press("/", "A")
        #expect(rig.state.prompt?.text == "A")
    }

    @Test(
        "A key that ends no macro runs nothing, and neither does the prefix of the macros",
        arguments: [",", "g"], ["s", "j", "x", ",", "3"])
    func unknownMacro(_ prefix: String, _ key: String) throws {
        var rig = Rig.listingAll()
        let keys = try #require(Keymap.sequence("\(prefix) v"))
        rig.state.keymap.bind(keys, to: [Invocation(.run, "mpv %u"), Invocation(.star)])
        rig.press("j", prefix, key)
        #expect(rig.state.messages.shown?.text == "No macro on \(prefix) \(key): ? lists the keys")
        #expect(rig.state.list.cursor == 1 && rig.state.panel == nil && starred(rig).isEmpty)
        rig.press(prefix, "Esc")
        #expect(rig.state.messages.shown == nil && rig.state.list.cursor == 1 && rig.state.panel == nil)
        rig.press(prefix, "v")
        #expect(starred(rig) == ["Article 1"])
    }

    @Test(
        "An empty line that requests nothing cancels the commands after it",
        arguments: [Command.save, .pipe, .commandLine])
    func emptyLine(_ command: Command) {
        var rig = rig(Invocation(command), Invocation(.star))
        rig.press("X")
        #expect(rig.state.prompt != nil)
        rig.press("Ctrl-u", "Enter")
        #expect(rig.state.prompt == nil && starred(rig).isEmpty)
    }

    @Test(
        "A command that fails, or has nothing to act on, cancels the commands after it",
        arguments: [
            Invocation(.set, "nonsense 3"), Invocation(.openLink, "99"), Invocation(.comments), Invocation(.enclosures),
        ])
    func failed(_ invocation: Invocation) {
        var rig = rig(invocation, Invocation(.star))
        rig.press("X")
        #expect(rig.state.messages.shown != nil && starred(rig).isEmpty)
        rig.press("s")
        #expect(starred(rig) == ["Article 0"])
    }

    @Test("A problem cancels the commands that wait for rows, but not those that wait for a line")
    func problemMeanwhile() {
        var rig = rig(Invocation(.search, "Article 1"), Invocation(.star))
        rig.findsAtOnce = false
        rig.press("X")
        rig.send(.message(.error("false: exited with status 1")))
        while !rig.waiting.isEmpty { rig.reply() }
        #expect(starred(rig).isEmpty)
        rig = self.rig(Invocation(.search), Invocation(.star))
        rig.press("X")
        rig.send(.message(.error("A server does not answer")))
        rig.type("Article 2")
        rig.press("Enter")
        #expect(starred(rig) == ["Article 2"])
    }

    @Test("The commands after a prompt wait for its line, and Esc cancels them")
    func prompt() {
        var rig = rig(Invocation(.search), Invocation(.star))
        rig.press("X")
        rig.type("Article 1")
        rig.press("Esc", "j", "k")
        #expect(starred(rig).isEmpty)
        rig.press("X")
        rig.type("Article 2")
        #expect(starred(rig).isEmpty)
        rig.press("Enter")
        #expect(starred(rig) == ["Article 2"])
    }

    @Test("Enter on a macro in the list of keys runs all its commands, and the hint says so")
    func chosenInHelp() {
        var rig = rig(Invocation(.nextUnread), Invocation(.star))
        rig.press("?", "/")
        rig.type("next-unread, star")
        #expect(rig.line(with: "Enter run") != nil)
        rig.press("Enter")
        #expect(rig.state.panel == nil && starred(rig) == ["Article 1"])
    }

    @Test("A line of the list of keys that runs nothing has no hint for Enter")
    func disabledKey() {
        var rig = Rig.listingAll()
        rig.state.keymap.bind([.character("X")], to: [], in: .text)
        rig.press("?", "/")
        rig.type("x (text)")
        #expect(rig.line(with: "X (text)") != nil && rig.line(with: "Enter run") == nil)
    }
}
