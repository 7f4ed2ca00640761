import Foundation
import SeededNumbers
import Testing

@testable import lede

/// Files with random mistakes: each is read, or refused with the position of its mistake.
@Suite struct ConfigurationMutationTests {
    private static let seeds = [
        "theme = \"nord\"\n[reader]\nwidth = 72\n[keys]\n\"g g\" = [\"top\", \"bottom\"]\n[[credentials]]\nurl = 'a'\n",
        "[palette]\nfrost = \"#88c0d0\"\n[roles]\n\"list.title\" = \"frost on night bold\"\n",
        "a.b.c = { x = 1979-05-27T07:32:00Z, y = [0x1F, 1e300, nan, -inf] }\n\"k y\" = '''\n3'''\n",
        "[[kill]]\ntitle = \"a|b\"\n[[kill]]\nfeed = 'x'\n[keys.articles]\n\"o\" = \"run mpv %u\"\n[journey]\nmegabytes = 3\n",
        "[[mark]]\ntitle = \"a\"\nread = true\nstarred = true\nadd-tag = [\"a\", \"b c\"]\nuntil = 2027-01-01\n",
    ]

    private static let pieces = [
        "[", "]", "[[", "]]", "{", "}", "=", ".", ",", "\"", "'", "\"\"\"", "'''", "#", "\n", "\r", "\r\n", "\t", "\\",
        "\\u", "\\U", "\u{0}", "\u{FEFF}", "ä", "1e9999", "0x", "99999999999999999999", "1979-13-41", "true", "_", "-",
        "nan", "[keys]\n", "-1",
    ]

    @Test("No mutated file crashes the process")
    func mutations() {
        var random = SplitMix(seed: 7)
        let isLong = ProcessInfo.processInfo.environment["LEDE_LONG_TESTS"] == "1"
        for _ in 0..<(isLong ? 200_000 : 3_000) {
            var text = Self.seeds[Int.random(in: 0..<Self.seeds.count, using: &random)]
            for _ in 0..<Int.random(in: 1...4, using: &random) { text = mutated(text, &random) }
            if let file = try? TOMLFile(name: "config.toml", text: text) {
                var configuration = Configuration()
                configuration.read(file)
            }
            _ = try? ThemeFile(name: "x", file: "x.toml", text: text)
        }
    }

    private func mutated(_ text: String, _ random: inout SplitMix) -> String {
        let characters = Array(text.unicodeScalars)
        let place = Int.random(in: 0...characters.count, using: &random)
        let end = min(characters.count, place + Int.random(in: 0...4, using: &random))
        let piece = Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &random)]
        return String(
            String.UnicodeScalarView(characters[..<place] + Array(piece.unicodeScalars) + characters[end...]))
    }
}
