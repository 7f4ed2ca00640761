import FeedModel
import Screen
import Testing

@testable import ReaderUI

/// Keys that edit the line at the bottom, and Tab in it.
@Suite struct PromptEditingTests {
    @Test(
        "The keys of readline edit the line at the cursor, and stop at its ends",
        arguments: [
            (["Ctrl-w"], "one two ", 8), (["Ctrl-w", "Ctrl-w"], "one ", 4),
            (["Ctrl-w", "Ctrl-w", "Ctrl-w", "Ctrl-w"], "", 0), (["Left", "Left", "Ctrl-w"], "one two ee", 8),
            (["Home", "Ctrl-w"], "one two three", 0), (["Left", "Left", "Ctrl-k"], "one two thr", 11),
            (["Ctrl-k"], "one two three", 13), (["Home", "Ctrl-k"], "", 0),
            (["Home", "Delete"], "ne two three", 0), (["Home", "Ctrl-d", "Ctrl-d"], "e two three", 0),
            (["Delete"], "one two three", 13), (["Left", "Ctrl-d"], "one two thre", 12),
            (["Left", "Left", "Ctrl-u"], "ee", 0), (["Home", "Backspace"], "one two three", 0),
            (["Ctrl-a", "Ctrl-f", "Ctrl-f", "Backspace"], "oe two three", 1),
            (["Ctrl-b", "Ctrl-e", "Right", "Backspace"], "one two thre", 12),
        ])
    func keys(_ keys: [String], _ text: String, _ cursor: Int) {
        var rig = Rig()
        rig.start()
        rig.press(":")
        rig.type("one two three")
        for key in keys { rig.press(key) }
        #expect(rig.state.prompt?.text == text && rig.state.prompt?.cursor == cursor)
    }

    @Test(
        "Tab completes the fields of a mute, the orders of a list and the nested folders of a move",
        arguments: [
            ("mute a", "mute author"), ("sort old", "sort oldest"), ("move Tech/", "move Tech/Linux"),
            ("history cl", "history clear"),
        ])
    func completion(_ typed: String, _ completed: String) {
        var rig = Rig()
        rig.subscriptions[0].folder = ["Tech", "Linux"]
        rig.start()
        rig.press(":")
        rig.type(typed)
        rig.press("Tab")
        #expect(rig.state.prompt?.text == completed)
    }

    @Test("Tab in the line of M completes a folder, and Shift-Tab steps back")
    func folderOfMove() {
        var rig = Rig()
        rig.start()
        rig.press("k", "Enter", "q", "G", "k", "M", "Ctrl-u", "Tab")
        #expect(rig.state.prompt?.kind == .move && rig.state.prompt?.text == "News")
        rig.press("Tab")
        #expect(rig.state.prompt?.text == "Tech")
        rig.press("Shift-Tab")
        #expect(rig.state.prompt?.text == "News")
    }

    @Test(
        "A wrong argument is refused with a message, and the line can be changed",
        arguments: ["sort sideways", "open-link x", "mark-older-read many", "theme none", "account remove"])
    func wrongArgument(_ line: String) {
        var rig = Rig()
        rig.start()
        rig.press("Enter", "Enter", ":")
        let effects = rig.effects
        rig.type(line)
        rig.press("Enter")
        #expect(rig.state.messages.shown?.kind == .error && rig.effects == effects)
    }

    @Test("An account is removed by its address; --keep-starred may stand before or after it")
    func removeAccount() {
        for (line, keeps) in [
            ("https://a.example", false), ("https://a.example --keep-starred", true),
            ("--keep-starred https://a.example", true),
        ] {
            var rig = Rig()
            rig.start()
            rig.press(":")
            rig.type("account remove " + line)
            rig.press("Enter")
            #expect(rig.effects.last == .removeAccount(url: "https://a.example", keepsStarred: keeps))
        }
    }

    @Test("The list of accounts names address and state; choosing one begins the command that removes it")
    func accounts() {
        var rig = Rig()
        rig.start()
        rig.send(.accounts([AccountLine(url: "https://a.example", detail: "Miniflux, 3 feeds")]))
        #expect(rig.line(with: "https://a.example")?.contains("Miniflux, 3 feeds") == true)
        rig.press("Enter")
        #expect(rig.state.prompt?.text == "account remove https://a.example ")
    }
}
