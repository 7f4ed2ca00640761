/// Breaks a paragraph into lines.
package enum Wrapping {
    /// Returns the lines as ranges of UTF-8 offsets, each at most `width` columns wide (except for a single wider
    /// character).
    ///
    /// Lines break at spaces (which then belong to no line), at `\n`, between ideographs and kana, and, in a word
    /// longer than a line, after `/`, `-` and `&`, or else at the end of the line. An empty text has no lines; `\n\n`
    /// gives an empty line.
    package static func lines(of text: String, width: Int, firstWidth: Int? = nil) -> [Range<Int>] {
        var breaker = LineBreaker(width: max(1, width), firstWidth: max(1, firstWidth ?? width))
        var start = 0
        text.forEachPiece { piece, end in
            switch piece {
            case .plain(let bytes):
                for byte in bytes { breaker.add(kind: kind(Unicode.Scalar(byte)), width: 1, bytes: 1) }
            case .scalar(let scalar):
                breaker.add(kind: kind(scalar), width: DisplayWidth.of(scalar), bytes: end - start)
            case .character(let character):
                breaker.add(kind: kind(character), width: DisplayWidth.of(character), bytes: end - start)
            }
            start = end
            return true
        }
        return breaker.finish()
    }

    private static func kind(_ character: Character) -> LineBreaker.Kind {
        character == "\r\n" ? .newline : character.unicodeScalars.first.map(kind) ?? .letter
    }

    private static func kind(_ scalar: Unicode.Scalar) -> LineBreaker.Kind {
        switch scalar {
        case " ": return .space
        case "\n": return .newline
        case "/", "-", "&": return .joint
        case ..<"\u{80}": return .letter
        default: break
        }
        if closing.contains(scalar) { return .closing }
        if opening.contains(scalar) { return .opening }
        switch scalar.value {
        case 0x2E80...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF00...0xFFEF, 0x20000...0x3FFFF: return .ideograph
        case 0x2003, 0x2002, 0x2009, 0x3000: return .space
        default: return .letter
        }
    }

    /// Characters that must not begin a line (the short list of JIS X 4051 and GB/T 15834).
    private static let closing = Set("、。，．・：；？！」』】〕）］｝〉》”’…ー々ゝゞっゃゅょぁぃぅぇぉッャュョァィゥェォ%％".unicodeScalars)
    /// Characters that must not end a line.
    private static let opening = Set("「『【〔（［｛〈《“‘".unicodeScalars)
}
