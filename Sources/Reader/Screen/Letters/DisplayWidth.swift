/// The width of text on a terminal, in columns.
package enum DisplayWidth {
    /// Returns the width of a code point: 0, 1 or 2. Control characters have no width because they are never painted.
    static func of(_ scalar: Unicode.Scalar) -> Int {
        let code = scalar.value
        if code < 0x300 {
            return code < 0x20 || (0x7F..<0xA0).contains(code) || code == 0xAD ? 0 : 1
        }
        if code < 0x1100 {
            return WidthTable.contains(WidthTable.zero, code) ? 0 : 1
        }
        if (0x4E00..<0xA000).contains(code) || (0xAC00..<0xD7A4).contains(code) {
            return 2
        }
        // Dashes, quotes, dots and the rules between columns: each frame has dozens.
        if (0x2010..<0x2028).contains(code) || (0x2500..<0x2580).contains(code) {
            return 1
        }
        if WidthTable.contains(WidthTable.wide, code) {
            return 2
        }
        return WidthTable.contains(WidthTable.zero, code) ? 0 : 1
    }

    /// Returns the width of a character after `Glyph` has reduced it.
    package static func of(_ character: Character) -> Int {
        var width = 0
        Glyph.reduce(character) { width += $0.width }
        return width
    }

    /// Returns the width of a text without line breaks.
    package static func of(_ text: String) -> Int {
        var width = 0
        text.forEachPiece { piece, _ in
            width += of(piece)
            return true
        }
        return width
    }

    static func of(_ piece: TextPiece) -> Int {
        switch piece {
        case .plain(let bytes): bytes.count
        case .scalar(let scalar): of(scalar)
        case .character(let character): of(character)
        }
    }
}
