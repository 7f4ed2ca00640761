internal import Basics
internal import Markup

/// Converts a document in any encoding to UTF-8 that is safe for a terminal.
///
/// The sources of the encoding, in order: a byte-order mark; the charset of HTTP, if the bytes decode under it; the XML
/// declaration's encoding, if they do; UTF-8; the encoding that the bytes imply (`EncodingGuess`); windows-1252. One
/// bad byte costs one U+FFFD, not the whole text.
enum DocumentText {
    /// - Throws: `unknownForm` for bytes that are not text, even if they begin like a feed.
    static func utf8(_ bytes: [UInt8], contentType: String?) throws(FeedParsingError) -> [UInt8] {
        let isUTF8 = bytes.isUTF8
        let text = decoded(bytes, isUTF8: isUTF8, contentType: contentType)
        guard isUTF8 || !isBinary(text) else { throw .unknownForm }
        // Unchanged text needs no second check.
        return SafeText.clean(unmarked(text), isWellFormed: isUTF8 && text.count == bytes.count)
    }

    private static func decoded(_ bytes: [UInt8], isUTF8: Bool, contentType: String?) -> [UInt8] {
        if let form = EncodingForm(of: bytes) {
            guard let name = form.converterName else { return bytes }
            let text = CharacterConverter.convert(bytes, from: name)?.text ?? bytes
            return form == .ebcdic ? ofDeclaredPage(bytes, text) : text
        }
        var almost: [UInt8]?
        for name in labels(bytes, contentType: contentType).compactMap(EncodingLabel.converterName) {
            // A `utf-16` label on other bytes means UTF-8. ASCII can be text in an encoding that has escape sequences.
            if name.hasPrefix("UTF-") {
                if isUTF8, !bytes.isASCII { return bytes }
                continue
            }
            // With one byte for each letter hardly any text is valid UTF-8: the label is a leftover from before a
            // conversion.
            if isUTF8, alphabets.contains(where: name.hasPrefix) { return bytes }
            guard let (text, faults) = CharacterConverter.convert(bytes, from: name) else { continue }
            if faults == 0 { return text }
            if faults * 20 < bytes.count(where: { $0 >= 0x80 }) { almost = almost ?? text }
        }
        if isUTF8 { return bytes }
        let (good, bad) = sequences(bytes)
        // Bytes of other encodings look like UTF-8 in some places.
        if good > bad { return bytes }
        if let almost { return almost }
        let guess = EncodingGuess.converterName(of: bytes).flatMap { CharacterConverter.convert(bytes, from: $0) }
        return guess?.text ?? (good > 0 && good * 4 >= bad ? bytes : fromWindows1252(bytes))
    }

    /// XML appendix F: the code pages of EBCDIC agree on the characters of a declaration, which names the code page.
    private static func ofDeclaredPage(_ bytes: [UInt8], _ text: [UInt8]) -> [UInt8] {
        let name = declaredEncoding(text).flatMap(EncodingLabel.converterName)
        let declared = name.flatMap { CharacterConverter.convert(bytes, from: $0) }
        // A label that does not name a code page of EBCDIC does not turn the bytes into markup.
        guard let declared, declared.faults == 0, declared.text.starts(with: "<?xm".utf8) else { return text }
        return declared.text
    }

    /// The beginnings of the names of encodings with one byte for each character and ASCII in it.
    private static let alphabets = ["CP125", "CP874", "ISO-8859-", "KOI8-", "MAC"]

    /// True if at least one byte in 32 is a forbidden character; fewer are a mistake of the publisher.
    private static func isBinary(_ text: [UInt8]) -> Bool {
        let forbidden = text.count { $0 < 0x20 && !$0.isMarkupSpace }
        return forbidden >= 32 && forbidden * 32 >= text.count
    }

    private static func labels(_ bytes: [UInt8], contentType: String?) -> [String] {
        [contentType.flatMap(charset), declaredEncoding(bytes)].compactMap { $0 }
    }

    /// Counts the characters beyond ASCII that are valid UTF-8, and the bytes that are not.
    private static func sequences(_ bytes: [UInt8]) -> (good: Int, bad: Int) {
        var good = 0
        var bad = 0
        var index = 0
        while index < bytes.count {
            let length = sequenceLength(bytes, at: index)
            if length > 1 { good += 1 }
            if length == 0 { bad += 1 }
            index += max(length, 1)
        }
        return (good, bad)
    }

    /// Returns the length of the UTF-8 sequence at `index`; 0 if there is none.
    private static func sequenceLength(_ bytes: [UInt8], at index: Int) -> Int {
        let length: Int
        switch bytes[index] {
        case 0x00...0x7F: return 1
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF: length = 3
        case 0xF0...0xF4: length = 4
        default: return 0
        }
        guard index + length <= bytes.count else { return 0 }
        return bytes[index + 1..<index + length].allSatisfy { $0 & 0xC0 == 0x80 } ? length : 0
    }

    private static func fromWindows1252(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + bytes.count / 4)
        for byte in bytes {
            if byte < 0x80 { output.append(byte) } else { output.append(Windows1252.scalar(byte) ?? "\u{FFFD}") }
        }
        return output
    }

    /// Removes byte-order marks at the beginning; some files have two.
    private static func unmarked(_ bytes: [UInt8]) -> [UInt8] {
        var start = 0
        while bytes[start...].starts(with: [0xEF, 0xBB, 0xBF]) { start += 3 }
        return start == 0 ? bytes : Array(bytes[start...])
    }

    // MARK: The document's own label

    /// Returns the charset of a Content-Type field.
    private static func charset(_ contentType: String) -> String? {
        for parameter in contentType.split(separator: ";").dropFirst() {
            let parts = parameter.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].filter({ !$0.isWhitespace }).lowercased() == "charset" else { continue }
            return String(parts[1])
        }
        return nil
    }

    /// Returns the encoding in `<?xml … encoding="…"?>`, which is among the first bytes.
    private static func declaredEncoding(_ bytes: [UInt8]) -> String? {
        let head = 0..<min(bytes.count, 1_024)
        guard let open = bytes.firstRange(of: "<?xml", in: head),
            let close = bytes.firstRange(of: "?>", in: open.upperBound..<head.upperBound),
            let name = bytes.firstRange(of: "encoding", in: open.upperBound..<close.lowerBound)
        else { return nil }
        let value = bytes[name.upperBound..<close.lowerBound].drop { $0.isMarkupSpace }
        guard value.first == UInt8(ascii: "=") else { return nil }
        // Code pages of EBCDIC do not agree on the quotation marks.
        let quoted = value.dropFirst().drop { $0.isMarkupSpace }
        let unquoted = quoted.first.map(isLabelByte) == false ? quoted.dropFirst() : quoted
        return String(decoding: unquoted.prefix(while: isLabelByte), as: UTF8.self)
    }

    private static func isLabelByte(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || "-_.:+".utf8.contains(byte)
    }
}

/// An encoding that the first bytes reveal (XML appendix F): by a mark, or by their form of `<?xm`.
private enum EncodingForm {
    case utf8, utf16BigEndian, utf16LittleEndian, utf32BigEndian, utf32LittleEndian, ebcdic

    init?(of bytes: [UInt8]) {
        let head = Array(bytes.prefix(4))
        let found = Self.signatures.first { head.starts(with: $0.bytes) }
        guard let found else { return nil }
        self = found.form
    }

    /// Nil if nothing needs conversion.
    var converterName: String? {
        switch self {
        case .utf8: nil
        case .utf16BigEndian: "UTF-16BE"
        case .utf16LittleEndian: "UTF-16LE"
        case .utf32BigEndian: "UTF-32BE"
        case .utf32LittleEndian: "UTF-32LE"
        case .ebcdic: "CP037"
        }
    }

    private static let signatures: [(bytes: [UInt8], form: EncodingForm)] = [
        ([0xEF, 0xBB, 0xBF], .utf8),
        ([0x00, 0x00, 0xFE, 0xFF], .utf32BigEndian), ([0xFF, 0xFE, 0x00, 0x00], .utf32LittleEndian),
        ([0xFE, 0xFF], .utf16BigEndian), ([0xFF, 0xFE], .utf16LittleEndian),
        ([0x00, 0x00, 0x00, 0x3C], .utf32BigEndian), ([0x3C, 0x00, 0x00, 0x00], .utf32LittleEndian),
        ([0x00, 0x3C], .utf16BigEndian), ([0x3C, 0x00], .utf16LittleEndian),
        ([0x4C, 0x6F, 0xA7, 0x94], .ebcdic),
        ([0x00, 0x7B], .utf16BigEndian), ([0x7B, 0x00], .utf16LittleEndian),
    ]
}
