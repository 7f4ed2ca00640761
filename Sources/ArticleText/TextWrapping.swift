/// Breaks text into lines at blanks, and between the characters of scripts that are written without them.
struct TextWrapping {
    let width: Int
    let measure: TextRendering.Measure

    /// The lines of `text`; `\n` breaks a line in any case. Each piece is measured once.
    func lines(of text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { wrap($0) }
    }

    private func wrap(_ text: Substring) -> [String] {
        var lines: [String] = []
        var line = ""
        var used = 0
        for word in text.split(separator: " ") {
            var space = used == 0 ? "" : " "
            for piece in pieces(of: word) {
                let own = measure(piece)
                if used > 0, used + space.count + own > width {
                    lines.append(line)
                    line = ""
                    used = 0
                    space = ""
                }
                line += space + piece
                used += space.count + own
                space = ""
            }
        }
        return lines + [line]
    }

    /// The parts of a word between which a line may break; a long word of an alphabet is never broken.
    private func pieces(of word: Substring) -> [String] {
        guard word.utf8.contains(where: { $0 >= 0xE2 }) else { return [String(word)] }
        var pieces: [String] = []
        var mayBreak = true
        for character in word {
            if (mayBreak || character.standsAlone) && !Self.neverBeginsLine.contains(character) || pieces.isEmpty {
                pieces.append(String(character))
            } else {
                pieces[pieces.count - 1].append(character)
            }
            mayBreak = character.standsAlone
        }
        return pieces
    }

    private static let neverBeginsLine: Set<Character> = [
        "、", "。", "，", "．", "：", "；", "！", "？", "）", "」", "』", "】", "》", "〉", "〕", "ー", "々", "…", "”", "’",
    ]
}

extension Character {
    /// Whether lines may break before and after the character: Han, Kana, Hangul and their full-width signs.
    fileprivate var standsAlone: Bool {
        guard let scalar = unicodeScalars.first else { return false }
        return 0x2E80...0x9FFF ~= scalar.value || 0xAC00...0xD7A3 ~= scalar.value || 0xF900...0xFAFF ~= scalar.value
            || 0xFF00...0xFF60 ~= scalar.value || 0x20000...0x3FFFD ~= scalar.value
    }
}
