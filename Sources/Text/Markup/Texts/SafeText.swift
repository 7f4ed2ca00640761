/// Makes text safe for a terminal: no character in it can move the cursor, change a mode, or reverse the reading order.
package enum SafeText {
    /// True if a character must not reach a terminal: C0 (except tab and line feed), DEL, C1, bidirectional overrides
    /// and isolates, U+FFFE and U+FFFF, and the placeholder for pictures (kitty's graphics protocol, Unicode
    /// placeholders).
    package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: false
        case 0x00...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069, 0xFFFE, 0xFFFF, 0x10_EEEE: true
        default: false
        }
    }

    /// Returns `bytes` as UTF-8 without unsafe characters: an invalid byte becomes one U+FFFD, `\r\n` and `\r` become
    /// `\n`, and C1 becomes its windows-1252 character. Bytes that are valid and safe are returned without a copy.
    ///
    /// - Parameter isWellFormed: true if the bytes are known to be UTF-8, which saves the check.
    package static func clean(_ bytes: [UInt8], isWellFormed: Bool = false) -> [UInt8] {
        let text = isWellFormed || bytes.isUTF8 ? bytes : Array(String(decoding: bytes, as: UTF8.self).utf8)
        var (copied, next) = (0, firstUnsafe(in: text, from: 0))
        guard next < text.count else { return text }
        var output: [UInt8] = []
        output.reserveCapacity(text.count)
        // Most pages with CRLF line ends have no other fault; a loop over characters took 16 % of the time to read
        // pages.
        while next < text.count {
            output.append(contentsOf: text[copied..<next])
            copied = next + replaceUnsafe(in: text, at: next, into: &output)
            next = firstUnsafe(in: text, from: copied)
        }
        output.append(contentsOf: text[copied...])
        return output
    }

    /// Returns JSON with its unsafe characters as escapes (RFC 8259 §7): unlike cleaned text it means the same.
    ///
    /// - Parameter json: well-formed JSON; it has such characters only inside strings.
    package static func escaped(json: [UInt8]) -> [UInt8] {
        var (copied, next) = (0, firstUnsafe(in: json, from: 0))
        guard next < json.count else { return json }
        var output: [UInt8] = []
        output.reserveCapacity(json.count + 64)
        while next < json.count {
            output.append(contentsOf: json[copied..<next])
            copied = min(next + width(ofUnsafe: json[next]), json.count)
            for unit in String(decoding: json[next..<copied], as: UTF8.self).utf16 {
                let digits = String(unit, radix: 16)
                output.append(contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits).utf8)
            }
            next = firstUnsafe(in: json, from: copied)
        }
        output.append(contentsOf: json[copied...])
        return output
    }

    /// Returns the bytes of an unsafe character, by its first one.
    private static func width(ofUnsafe first: UInt8) -> Int {
        switch first {
        case 0xC2: 2
        case 0xE2, 0xEF: 3
        case 0xF4: 4
        default: 1
        }
    }

    /// Appends the replacement of an unsafe character. Returns the number of bytes that it replaces.
    private static func replaceUnsafe(in text: [UInt8], at index: Int, into output: inout [UInt8]) -> Int {
        switch text[index] {
        case ASCII.carriageReturn:
            output.append(ASCII.lineFeed)
            return index + 1 < text.count && text[index + 1] == ASCII.lineFeed ? 2 : 1
        case 0xC2:
            // HTML §13.2.5.80 for references, and practice for bytes: C1 is windows-1252 mistaken for Latin-1.
            if let meant = Windows1252.scalar(text[index + 1]) { output.append(meant) }
            return 2
        default: return width(ofUnsafe: text[index])
        }
    }

    /// Returns `text` without unsafe characters, for strings from other sources: headers, file names, error messages.
    package static func clean(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { isUnsafe($0) }) else { return text }
        return String(decoding: clean(Array(text.utf8)), as: UTF8.self)
    }

    /// Returns `text` without unsafe characters and on one line, white space collapsed.
    package static func line(_ text: String) -> String {
        let bytes = clean(Array(text.utf8))
        return WhiteSpace.collapsed(bytes, in: bytes.indices)
    }

    /// Returns the index of the first unsafe character or `\r`; the number of bytes if there is none.
    private static func firstUnsafe(in bytes: [UInt8], from start: Int) -> Int {
        var offset = start
        let found: Int? = bytes.withUnsafeBufferPointer { buffer in
            while offset &+ ByteWord.width <= buffer.count {
                let word = ByteWord(buffer, at: offset)
                if !word.isPrintable, isSuspicious(word),
                    let found = (offset..<offset + ByteWord.width).first(where: { isUnsafe(bytes, at: $0) })
                {
                    return found
                }
                offset &+= ByteWord.width
            }
            return nil
        }
        return found ?? (offset..<bytes.count).first { isUnsafe(bytes, at: $0) } ?? bytes.count
    }

    /// True if a byte of the word is a control character other than tab and line feed, or the first byte in UTF-8 of an
    /// unsafe character. Pages are full of line feeds: checking each byte near one took 8 % of the time to read a page.
    @inline(__always)
    private static func isSuspicious(_ word: ByteWord) -> Bool {
        let spaces = word.mask(of: 0x0A) | word.mask(of: 0x09)
        let control = word.mask(upTo: 0x1F) & ~spaces | word.mask(of: 0x7F)
        guard !word.isASCII else { return control != 0 }
        return control | word.mask(of: 0xC2) | word.mask(of: 0xE2) | word.mask(of: 0xEF) | word.mask(of: 0xF4) != 0
    }

    /// Applies the same rule as `isUnsafe(_:)` on well-formed UTF-8, and true for `\r`, which becomes `\n`.
    private static func isUnsafe(_ bytes: [UInt8], at index: Int) -> Bool {
        func following(_ offset: Int) -> UInt8 {
            index + offset < bytes.count ? bytes[index + offset] : 0
        }
        switch bytes[index] {
        case 0x09, 0x0A: return false
        case 0x00...0x1F, 0x7F: return true
        case 0xC2: return 0x80...0x9F ~= following(1)
        case 0xE2 where following(1) == 0x80: return 0xAA...0xAE ~= following(2)
        case 0xE2 where following(1) == 0x81: return 0xA6...0xA9 ~= following(2)
        case 0xEF where following(1) == 0xBF: return following(2) >= 0xBE
        case 0xF4: return following(1) == 0x8E && following(2) == 0xBB && following(3) == 0xAE
        default: return false
        }
    }
}

extension Array<UInt8> {
    /// True if the bytes are well-formed UTF-8. ASCII needs no further check, and the rest may be cut at it.
    package var isUTF8: Bool {
        var unknown = 0
        let isKnown = withUnsafeBufferPointer { bytes in
            var offset = 0
            while offset &+ ByteWord.width <= bytes.count {
                let next = offset &+ ByteWord.width
                if ByteWord(bytes, at: offset).isASCII {
                    guard unknown == offset || isUTF8(unknown..<offset) else { return false }
                    unknown = next
                }
                offset = next
            }
            return true
        }
        return isKnown && isUTF8(unknown..<count)
    }

    /// True if all bytes are ASCII.
    package var isASCII: Bool {
        withUnsafeBufferPointer { bytes in
            var offset = 0
            while offset &+ ByteWord.width <= bytes.count {
                guard ByteWord(bytes, at: offset).isASCII else { return false }
                offset &+= ByteWord.width
            }
            return bytes[offset...].allSatisfy { $0 < 0x80 }
        }
    }

    private func isUTF8(_ range: Range<Int>) -> Bool {
        (try? UTF8Span(validating: span.extracting(range))) != nil
    }

    /// Appends a part of other bytes; a slice would be retained and released.
    @inline(__always)
    mutating func append(_ bytes: [UInt8], _ range: Range<Int>) {
        guard !range.isEmpty else { return }
        bytes.withUnsafeBufferPointer { append(contentsOf: $0.extracting(range)) }
    }

    /// Appends a character in UTF-8.
    package mutating func append(_ scalar: Unicode.Scalar) {
        if scalar.isASCII {
            append(UInt8(truncatingIfNeeded: scalar.value))
        } else if let encoded = UTF8.encode(scalar) {
            append(contentsOf: encoded)
        }
    }
}
