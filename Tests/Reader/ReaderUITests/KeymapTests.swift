import Basics
import Screen
import Testing

@testable import ReaderUI

@Suite struct KeymapTests {
    private let keys = (g: Key.character("g"), x: Key.character("x"))

    @Test("The beginning of a longer sequence waits for the rest") func beginningOfLongerSequenceWaitsForRest() {
        var keymap = Keymap()
        keymap.bind([keys.g], to: [Invocation(.first)])
        #expect(keymap.match([keys.g]) == .action([Invocation(.first)]))
        keymap.bind([keys.g, keys.x], to: [Invocation(.last)])
        #expect(keymap.match([keys.g]) == .prefix([Invocation(.first)]))
        keymap.bind([keys.g, keys.x], to: [])
        #expect(keymap.match([keys.g]) == .action([Invocation(.first)]))
        #expect(keymap.match([keys.g, keys.x]) == .none)
    }

    @Test("The default keys are the keys of the table, each bound once") func standardIsBoundFromTheTable() throws {
        var keymap = Keymap()
        var bound: Set<[Key]> = []
        for entry in CommandTable.entries {
            for keys in entry.keys {
                let sequence = try #require(Keymap.sequence(keys), "\(keys) is not a key")
                #expect(bound.insert(sequence).inserted, "\(keys) is bound twice")
                keymap.bind(sequence, to: [Invocation(entry.command)])
            }
        }
        #expect(keymap == .standard)
    }

    @Test("Keys can be bound by the names of commands") func keysAreNamedByWhatTheyRunNow() {
        var keymap = Keymap.standard
        #expect(keymap.notations(for: .down) == ["j", "Down"])
        keymap.bind([keys.x], to: [Invocation(.down)])
        keymap.bind([.character("j")], to: [Invocation(.up)])
        #expect(keymap.notations(for: .down) == ["Down", "x"])
        #expect(keymap.notations(for: .up) == ["k", "Up", "j"])
        keymap.bind([keys.x], to: [Invocation(.down), Invocation(.open)])
        #expect(keymap.notations(for: .down) == ["Down"])
    }

    @Test("A message names a command by a key that runs it in every column, or by its line")
    func names() {
        var keymap = Keymap.standard
        #expect(keymap.name(of: .undo) == "U" && keymap.name(of: .guide) == ":guide")
        keymap.bind([.character("U")], to: [Invocation(.links)], in: .articles)
        #expect(keymap.name(of: .undo) == ":undo")
        keymap.bind([keys.g, keys.x], to: [Invocation(.undo)])
        #expect(keymap.name(of: .undo) == "g x")
        keymap.bind([.character("j")], to: [], in: .text)
        #expect(keymap.name(of: .down) == "Down")
    }

    @Test("A key may run a different command in one column") func aKeyMayDoSomethingElseInOneColumn() {
        var keymap = Keymap()
        keymap.bind([keys.g], to: [Invocation(.first)])
        keymap.bind([keys.g], to: [Invocation(.last)], in: .text)
        keymap.bind([keys.x], to: [Invocation(.open)])
        keymap.bind([keys.x], to: [], in: .feeds)
        #expect(keymap.match([keys.g], in: .articles) == .action([Invocation(.first)]))
        #expect(keymap.match([keys.g], in: .text) == .action([Invocation(.last)]))
        #expect(keymap.match([keys.x], in: .text) == .action([Invocation(.open)]))
        #expect(keymap.match([keys.x], in: .feeds) == .none)
        keymap.bind([keys.g, keys.x], to: [Invocation(.up)], in: .feeds)
        #expect(keymap.match([keys.g], in: .feeds) == .prefix([Invocation(.first)]))
        #expect(keymap.match([keys.g], in: .articles) == .action([Invocation(.first)]))
    }

    @Test(
        "Commands are split into words",
        arguments: [
            ("mpv %u", ["mpv", "%u"]), ("a  'b c' \"d 'e\"", ["a", "b c", "d 'e"]), (#"a\ b ''"#, ["a b", ""]),
            (#"sh -c "echo \"$1\"" sh"#, ["sh", "-c", #"echo "$1""#, "sh"]), ("'open", ["open"]),
            ("cut -d'\t' -f1", ["cut", "-d\t", "-f1"]),
        ])
    func commandsAreWords(_ line: String, _ words: [String]) {
        #expect(CommandWords.split(line) == words)
        #expect(CommandWords.split(CommandWords.line(words)) == words)
    }

    @Test("Placeholder values are complete arguments and never options") func factsAreWholeArgumentsAndNoOptions() {
        let values = PlaceholderValues(address: "https://a.example/?x=$(touch)", title: "--script=x", feed: "The feed")
        #expect(
            values.filled(["mpv", "%u", "--title=%t", "%t", "%f"]) == [
                "mpv", "https://a.example/?x=$(touch)", "--title=%t", " --script=x", "The feed",
            ])
    }
}
