import Screen
import Testing

@testable import ReaderUI

/// Messages name commands by their current keys.
@Suite struct OfferedCommandTests {
    private func bound(undo keys: String) -> Rig {
        var rig = Rig()
        if keys != "U" { rig.state.keymap.bind([.character("U")], to: [Invocation(.links)]) }
        if let other = Key(keys) { rig.state.keymap.bind([other], to: [Invocation(.undo)]) }
        rig.start()
        return rig
    }

    @Test(
        "A message names the key of the next possible command, or its line if it has no key",
        arguments: [("U", "U"), ("Z", "Z"), ("", ":undo")])
    func offers(_ keys: String, _ name: String) {
        var rig = bound(undo: keys)
        rig.send(.message(Message("2 articles marked read", offers: [.undoes])))
        #expect(rig.state.messages.shown?.text == "2 articles marked read (\(name) undoes)")
        let offers = [Message.Offer(.refresh, "fetches the feed"), .undoes]
        rig.send(.arrived(Message("Address changed", offers: offers), hasFiles: false))
        #expect(rig.state.messages.all.last?.text == "Address changed (r fetches the feed, \(name) undoes)")
    }

    @Test("In a panel, where letters narrow the lines, a message names Esc before the key")
    func panel() {
        var rig = bound(undo: "U")
        rig.press("?")
        let offers = [Message.Offer(.refresh, "fetches the feed"), .undoes]
        rig.send(.message(Message("Address changed", offers: offers)))
        let text = "Address changed (Esc, then r fetches the feed, U undoes)"
        #expect(rig.state.messages.shown?.text == text)
    }

    @Test("The message about a key that is not bound refers to the help")
    func unboundKey() {
        var rig = bound(undo: "U")
        for key in ["?", "F1"].compactMap({ Key($0) }) { rig.state.keymap.bind([key], to: []) }
        rig.press("Z")
        #expect(rig.state.messages.shown?.text == "Z is not bound: :help lists the keys")
    }

    @Test("The greeting of an empty library names the current keys")
    func greeting() {
        var rig = Rig(articles: 0)
        rig.subscriptions = []
        rig.state.keymap.bind([.character("a")], to: [Invocation(.toggleRead)])
        rig.state.keymap.bind([.character("I")], to: [])
        rig.start()
        #expect(rig.line(with: ":add     add a feed or a site") != nil)
        #expect(rig.line(with: ":import  import a file") != nil)
    }
}
