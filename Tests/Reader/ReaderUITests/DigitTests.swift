import ArticleText
import FoundationEssentials
import Screen
import Testing

@testable import ReaderUI

/// Digits: repeat counts, and links in a text.
@Suite struct DigitTests {
    private func reading(columns: Int = 80, rows: Int = 16) -> Rig {
        var rig = Rig(columns: columns, rows: rows)
        rig.start()
        rig.press("Enter", "Enter")
        return rig
    }

    private func links(_ rig: Rig) -> [Effect] {
        rig.effects.filter { if case .openBrowser = $0 { true } else { false } }
    }

    @Test("A number before a motion is its count, in the text and in lists")
    func counts() {
        var rig = reading()
        let first = rig.screen[5]
        rig.press("3", "j")
        #expect(rig.screen[2] == first)
        #expect(links(rig).isEmpty)
        rig.press("q")
        rig.press("1", "2", "j")
        #expect(rig.state.list.cursor == 12)
        rig.press("5", "G")
        #expect(rig.state.list.cursor == 4)
    }

    @Test("A command that does not take a number runs once and says so", arguments: ["s", "y"])
    func noCount(_ key: String) {
        var rig = reading()
        rig.press("q", "5", "j", "3", key)
        #expect(rig.line(with: "\(key) takes no count") != nil)
        rig.press("2", "Ctrl-c", "2", "j")
        #expect(rig.line(with: "takes no count") == nil)
    }

    @Test("The note of a command follows the remark that it does not take a count, even if the note comes later")
    func noCountAndNote() {
        var rig = reading()
        rig.press("q", "3", "t")
        #expect(rig.state.messages.shown?.text == "t takes no count · Oldest first")
        rig.press("3", "A")
        rig.send(.message(Message("12 articles marked read", offers: [.undoes])))
        #expect(rig.state.messages.shown?.text == "A takes no count · 12 articles marked read (U undoes)")
        rig.send(.message(Message("The next note")))
        #expect(rig.state.messages.shown?.text == "The next note")
        rig.press("3", "A")
        rig.send(.message(Message.error("The library is locked")))
        #expect(rig.state.messages.shown?.text == "The library is locked")
    }

    @Test("A single digit opens its link if no key follows in time")
    func pause() {
        var rig = reading()
        rig.press("1")
        #expect(links(rig).isEmpty)
        rig.send(.tick(Rig.now.addingTimeInterval(0.3)))
        #expect(links(rig).isEmpty)
        #expect(rig.state.nextChange == Rig.now.addingTimeInterval(0.6))
        rig.send(.tick(Rig.now.addingTimeInterval(0.7)))
        #expect(links(rig) == [.openBrowser("https://example.org/one")])
        #expect(rig.state.nextChange.map { $0 > Rig.now.addingTimeInterval(1) } ?? true)
    }

    @Test(
        "A digit that also begins the number of another link waits for a key without a time limit",
        arguments: [(1, 9, true), (1, 10, false), (3, 29, true), (3, 30, false), (9, 89, true)])
    func ambiguousDigit(_ digit: Int, _ count: Int, _ opens: Bool) {
        var rig = Rig(columns: 80, rows: 16)
        rig.document.links = (1...count).map { Link(url: "https://example.org/\($0)") }
        rig.start()
        rig.press("Enter", "Enter", "\(digit)")
        rig.send(.tick(Rig.now.addingTimeInterval(9)))
        #expect(links(rig) == (opens ? [.openBrowser("https://example.org/\(digit)")] : []))
        if !opens {
            rig.press("o")
            #expect(links(rig) == [.openBrowser("https://example.org/\(digit)")])
        }
    }

    @Test("A number and o or Enter open the link of that number at once", arguments: ["o", "Enter"])
    func numberAndKey(_ key: String) {
        var rig = reading()
        rig.press("2", key)
        #expect(links(rig) == [.openBrowser("https://example.org/p.png")])
        rig.press("1", "2", key)
        #expect(rig.line(with: "No link 12") != nil)
        #expect(links(rig).count == 1)
    }

    @Test("A key that begins a sequence in its column runs that column's command after the pause")
    func columnPause() {
        var rig = Rig()
        rig.start()
        rig.press("Enter")
        rig.state.keymap = Keymap()
        rig.state.keymap.bind([.character("x")], to: [Invocation(.first)])
        rig.state.keymap.bind([.character("x")], to: [Invocation(.last)], in: .articles)
        rig.state.keymap.bind([.character("x"), .character("y")], to: [Invocation(.up)], in: .articles)
        rig.press("x")
        #expect(rig.state.list.cursor == 0)
        rig.send(.tick(Rig.now.addingTimeInterval(0.7)))
        #expect(rig.state.list.cursor == rig.state.list.rows.count - 1)
    }

    @Test("Two digits wait for a key without a time limit, and Esc clears them")
    func escape() {
        var rig = reading()
        rig.press("1", "2")
        rig.send(.tick(Rig.now.addingTimeInterval(9)))
        #expect(rig.screen[15].hasPrefix(" 12 "))
        rig.press("Esc")
        #expect(!rig.screen[15].hasPrefix(" 12 ") && links(rig).isEmpty)
        #expect(rig.state.focus == .text)
    }

    @Test("A key that begins a longer sequence runs alone if no key follows in time")
    func prefix() {
        var rig = reading()
        rig.state.keymap.bind([.character("j"), .character("x")], to: [Invocation(.quit)])
        let first = rig.screen[3]
        rig.press("j")
        #expect(rig.screen[2] != first)
        rig.send(.tick(Rig.now.addingTimeInterval(0.7)))
        #expect(rig.screen[2] == first)
    }
}
