/// A piece of text that is measured and drawn in one step.
enum TextPiece {
    /// Printable ASCII characters, each one column wide and without combining code points: most of a typical text.
    case plain(UnsafeBufferPointer<UInt8>)
    /// A code point without combining ones.
    case scalar(Unicode.Scalar)
    case character(Character)
}

extension String {
    /// Calls `body` with each piece and the offset of its end, in bytes, until `body` returns false.
    ///
    /// Finding the end of a character takes table lookups, which cost ten times as much as the rest of the work. Most
    /// code points need no lookup, because their value shows that they are characters of their own.
    @inline(__always)
    func forEachPiece(_ body: (TextPiece, _ end: Int) -> Bool) {
        var text = self
        text.withUTF8 { bytes in
            var offset = 0
            while offset < bytes.count {
                let piece: TextPiece
                let plain = Self.plain(bytes, from: offset)
                if !plain.isEmpty {
                    piece = .plain(UnsafeBufferPointer(rebasing: bytes[plain]))
                    offset = plain.upperBound
                } else if let (scalar, end) = Self.lone(bytes, offset),
                    end == bytes.count || Self.beginsLone(bytes, end)
                {
                    piece = .scalar(scalar)
                    offset = end
                } else {
                    let character = self[utf8.index(startIndex, offsetBy: offset)]
                    piece = .character(character)
                    offset += character.utf8.count
                }
                guard body(piece, offset) else { return }
            }
        }
    }

    /// Maximum length of a plain piece, in bytes; it limits wasted work if only the beginning of a text is needed.
    private static let plainLimit = 256

    private static func plain(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Range<Int> {
        let limit = Swift.min(bytes.count, start + plainLimit)
        var end = start
        while end + 8 <= limit,
            isPlain(UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: end, as: UInt64.self))
        {
            end += 8
        }
        while end < limit, (0x20..<0x7F).contains(bytes[end]) { end += 1 }
        // A code point outside ASCII may combine with the preceding character.
        if end > start, end < bytes.count, bytes[end] >= 0x80 { end -= 1 }
        return start..<end
    }

    /// True if all eight bytes are printable ASCII. Repeats the rule of Markup's internal `ByteWord`, because functions
    /// of other modules are not inlined, and each title is scanned several times per frame.
    private static func isPlain(_ bytes: UInt64) -> Bool {
        let each: UInt64 = 0x0101_0101_0101_0101
        // Sets the highest bit of a byte that is outside ASCII, DEL, or below a space. Carries change only the bytes
        // above a byte that is itself outside the range.
        let outside = bytes | (bytes &+ each) | (bytes &- 0x20 * each)
        return outside & (0x80 * each) == 0
    }

    /// Returns the code point at an offset and its end, if it is one of those that never combine with each other (UAX
    /// #29): below U+0300; Greek and Cyrillic letters of U+0380…U+047F; dashes, quotes and dots of U+2010…U+2027; lines
    /// and shapes of U+2500…U+25FF; ideographs of U+5000…U+9FFF. A carriage return may be half of a line break.
    private static func lone(_ bytes: UnsafeBufferPointer<UInt8>, _ offset: Int) -> (Unicode.Scalar, end: Int)? {
        let byte = bytes[offset]
        switch byte {
        case 0x0D: return nil
        case ..<0x80: return (Unicode.Scalar(byte), offset + 1)
        case 0xC2..<0xCC, 0xCE...0xD1:
            let value = UInt32(byte & 0x1F) << 6 | UInt32(bytes[offset + 1] & 0x3F)
            return Unicode.Scalar(value).map { ($0, offset + 2) }
        case 0xE2 where bytes[offset + 1] == 0x80 && (0x90...0xA7).contains(bytes[offset + 2]):
            return Unicode.Scalar(0x2000 | UInt32(bytes[offset + 2] & 0x3F)).map { ($0, offset + 3) }
        case 0xE2 where (0x94...0x97).contains(bytes[offset + 1]), 0xE5...0xE9:
            let high = UInt32(byte & 0xF) << 12 | UInt32(bytes[offset + 1] & 0x3F) << 6
            return Unicode.Scalar(high | UInt32(bytes[offset + 2] & 0x3F)).map { ($0, offset + 3) }
        default: return nil
        }
    }

    private static func beginsLone(_ bytes: UnsafeBufferPointer<UInt8>, _ offset: Int) -> Bool {
        bytes[offset] < 0x80 || lone(bytes, offset) != nil
    }
}
