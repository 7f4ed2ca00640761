/// Where a paragraph breaks into lines.
public enum Wrapping {
    /// The lines as ranges of UTF-8 offsets, each at most `width` columns wide (but for one character wider than that).
    ///
    /// Breaks stand at spaces (which then belong to no line), at `\n`, between ideographs and kana, and, in a word longer than a
    /// line, after `/`, `-` and `&`, else wherever the line is full. An empty text has no lines; `\n\n` makes an empty one.
    public static func lines(of text: String, width: Int, firstWidth: Int? = nil) -> [Range<Int>] {
        var breaker = LineBreaker(width: max(1, width), firstWidth: max(1, firstWidth ?? width))
        text.forEachASCIIOrCharacter { byte in
            breaker.add(kind: Self.kind(byte), width: DisplayWidth.of(byte), bytes: 1)
        } character: { character in
            breaker.add(
                kind: Self.kind(character), width: DisplayWidth.of(character), bytes: character.utf8.count)
        }
        return breaker.finish()
    }

    private static func kind(_ byte: UInt8) -> LineBreaker.Kind {
        switch byte {
        case UInt8(ascii: " "): .space
        case UInt8(ascii: "\n"): .newline
        case UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "&"): .joint
        default: .letter
        }
    }

    private static func kind(_ character: Character) -> LineBreaker.Kind {
        if character == "\r\n" { return .newline }
        if let byte = character.asciiValue { return kind(byte) }
        guard let scalar = character.unicodeScalars.first else { return .letter }
        if closing.contains(scalar) { return .closing }
        if opening.contains(scalar) { return .opening }
        switch scalar.value {
        case 0x2E80...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF00...0xFFEF, 0x20000...0x3FFFF: return .ideograph
        case 0x2003, 0x2002, 0x2009, 0x3000: return .space
        default: return .letter
        }
    }

    /// Must not begin a line (JIS X 4051's and GB/T 15834's short list).
    private static let closing = Set("、。，．・：；？！」』】〕）］｝〉》”’…ー々ゝゞっゃゅょぁぃぅぇぉッャュョァィゥェォ%％".unicodeScalars)
    /// Must not end a line.
    private static let opening = Set("「『【〔（［｛〈《“‘".unicodeScalars)
}
