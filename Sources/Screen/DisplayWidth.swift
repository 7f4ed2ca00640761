/// How many columns text takes on a terminal.
public enum DisplayWidth {
    /// Of one code point: 0, 1 or 2. Controls take none: they are never painted.
    public static func of(_ scalar: Unicode.Scalar) -> Int {
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
        if WidthTable.contains(WidthTable.wide, code) {
            return 2
        }
        return WidthTable.contains(WidthTable.zero, code) ? 0 : 1
    }

    /// Of one character, as `Glyph` reduces it.
    public static func of(_ character: Character) -> Int {
        if let byte = character.asciiValue {
            return of(byte)
        }
        var width = 0
        Glyph.reduce(character) { width += $0.width }
        return width
    }

    /// Of a text without line breaks.
    public static func of(_ text: String) -> Int {
        var width = 0
        text.forEachASCIIOrCharacter { byte in
            width += of(byte)
        } character: { character in
            width += of(character)
        }
        return width
    }

    /// Of one ASCII character.
    static func of(_ byte: UInt8) -> Int {
        byte < 0x20 || byte == 0x7F ? 0 : 1
    }
}

extension String {
    /// Each character in turn: those of ASCII that nothing combines with as bytes, which costs a tenth, the others whole.
    func forEachASCIIOrCharacter(_ ascii: (UInt8) -> Void, character: (Character) -> Void) {
        let bytes = utf8
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            let next = bytes.index(after: index)
            // A carriage return may be half of a line break.
            let standsAlone = byte < 0x80 && byte != 0x0D && (next == bytes.endIndex || bytes[next] < 0x80)
            if standsAlone {
                ascii(byte)
                index = next
            } else {
                let whole = self[index]
                character(whole)
                index = bytes.index(index, offsetBy: whole.utf8.count)
            }
        }
    }
}
