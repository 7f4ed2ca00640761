import Testing

@testable import Screen

@Suite struct KeyTests {
    @Test(
        "A key's notation parses to the same key",
        arguments: ["j", "Space", "Enter", "Ctrl-d", "Alt-x", "F5", "PgDn", "?", "é"])
    func isReadAsItIsWritten(_ notation: String) {
        #expect(Key(notation)?.notation == notation)
    }

    @Test(
        "Letter case does not matter in names of keys",
        arguments: [("ctrl-n", "Ctrl-n"), ("CTRL-N", "Ctrl-n"), ("alt-X", "Alt-X"), ("f5", "F5"), ("pgdn", "PgDn")])
    func upperAndLowerCaseAreAlikeInNames(_ notation: String, _ key: String) {
        #expect(Key(notation) == Key(key))
    }

    @Test(
        "A key may be written by its printed name",
        arguments: [
            ("Return", "Enter"), ("Escape", "Esc"), ("Delete", "Del"), ("Insert", "Ins"), ("PageUp", "PgUp"),
            ("pagedown", "PgDn"),
        ])
    func printedName(_ printed: String, _ name: String) {
        #expect(Key(printed)?.notation == name)
    }

    @Test(
        "Ctrl with a character for which terminals send another key, or none, is not a key",
        arguments: ["Ctrl-h", "Ctrl-i", "Ctrl-J", "Ctrl-m", "Ctrl-[", "Ctrl-1", "Ctrl-ö"])
    func isNotSent(_ notation: String) {
        #expect(Key(notation) == nil)
    }

    @Test("An unknown name is not a key", arguments: ["", " ", "Ctrl-", "F99", "C-n", "jk", "Alt-"])
    func namesNoKey(_ notation: String) {
        #expect(Key(notation) == nil)
    }
}

@Suite struct ColorTests {
    @Test(
        "A colour is read from its notation",
        arguments: [
            ("#ff8000", Color.rgb(red: 255, green: 128, blue: 0)), ("208", .indexed(208)),
            ("bright-blue", .indexed(12)),
        ])
    func isReadFromItsNotation(_ notation: String, _ color: Color) {
        #expect(Color(notation) == color)
    }

    @Test("An invalid notation is not a colour", arguments: ["#ff80", "#gggggg", "256", "-1", "mauve", ""])
    func isNoColor(_ notation: String) {
        #expect(Color(notation) == nil)
    }

    @Test("With fewer colours the nearest one is chosen") func theNearestOfFewerColorsIsFound() {
        #expect(Color.rgb(red: 255, green: 0, blue: 0).nearestOf256 == 196)
        #expect(Color.rgb(red: 128, green: 128, blue: 128).nearestOf256 == 244)
    }
}
