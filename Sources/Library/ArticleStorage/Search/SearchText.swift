/// The form that text has in the full-text index.
///
/// The index's tokenizer divides text where no letter stands, which Chinese and Japanese do not do between words. So each run
/// of their characters is taken in as overlapping pairs, and its last character alone: 東京都 as 東京, 京都, 都. A search for
/// any two of them that stand together finds its pair, one for more the pairs in a row, one for a single character what begins
/// with it. Whoever changes this form must have the index built again by a migration: it holds no text to compare with.
enum SearchText {
    /// Text as it goes into the index.
    static func indexed(_ text: String) -> String {
        // All that is paired has UTF-8 bytes of 0xE3 and above: most of the world's text is done here.
        guard text.utf8.contains(where: { $0 >= firstPairedLead }) else { return text }
        return paired(text, endsInPair: false)
    }

    /// A phrase as the index is asked for it; `nil` where there is no word in it.
    static func phrase(_ text: String) -> Phrase? {
        var letters = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            letters.append(isWordScalar(scalar) || isMark(scalar) ? scalar : " ")
        }
        guard letters.contains(where: isWordScalar) else { return nil }
        let words = paired(String(letters), endsInPair: true).split(separator: " ")
        guard let last = words.last else { return nil }
        return Phrase(
            words: words.joined(separator: " "), lastWordLength: last.count,
            endsWithinPair: last.unicodeScalars.count == 1 && last.unicodeScalars.allSatisfy(isPaired))
    }

    struct Phrase: Equatable {
        /// In their order, with a space between them.
        let words: String
        /// In characters.
        let lastWordLength: Int
        /// The last word is a single character of a script taken in in pairs: in the index more may stand behind it.
        let endsWithinPair: Bool
    }

    /// Whether it is part of a word to the tokenizer, but for characters of private use, which no query may name.
    static func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber:
            true
        default:
            false
        }
    }

    /// Whether it is of a script that is written without spaces, or, as Korean, with particles joined to its words.
    static func isPaired(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3005...0x3007, 0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF,
            0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF66...0xFF9D, 0x20000...0x3FFFF:
            true
        default:
            false
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    /// The lowest first byte, in UTF-8, of a character that is paired.
    private static let firstPairedLead: UInt8 = 0xE3

    /// `endsInPair`: a run at the very end is not closed by its last character alone, as it may go on in what is looked for.
    private static func paired(_ text: String, endsInPair: Bool) -> String {
        var text = text
        return text.withUTF8 { bytes in
            var pairing = Pairing(bytes: bytes)
            return String(decoding: pairing.pairs(endsInPair: endsInPair), as: UTF8.self)
        }
    }
}

/// Goes over UTF-8 once: what lies between runs of paired characters is copied as it is.
private struct Pairing {
    let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    /// The last character of the run that goes on.
    private var previous: Range<Int>?
    private var runLength = 0
    private var output: [UInt8] = []

    init(bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        output.reserveCapacity(bytes.count + bytes.count / 4)
    }

    mutating func pairs(endsInPair: Bool) -> [UInt8] {
        while position < bytes.count {
            let start = position
            while position < bytes.count, bytes[position] < 0xE3 { position += 1 }
            if position > start {
                endRun()
                output.append(contentsOf: bytes[start..<position])
            }
            if position < bytes.count { takeCharacter() }
        }
        if let previous, !endsInPair || runLength == 1 {
            output.append(contentsOf: bytes[previous])
        }
        return output
    }

    /// One of three or four bytes, as all are whose first byte is 0xE3 or above.
    private mutating func takeCharacter() {
        let count = bytes[position] < 0xF0 ? 3 : 4
        let character = position..<position + count
        position += count
        guard SearchText.isPaired(scalar(at: character)) else {
            endRun()
            return output.append(contentsOf: bytes[character])
        }
        if let previous {
            output.append(contentsOf: bytes[previous.lowerBound..<character.upperBound])
        }
        output.append(UInt8(ascii: " "))
        previous = character
        runLength += 1
    }

    private mutating func endRun() {
        guard let last = previous else { return }
        output.append(contentsOf: bytes[last])
        output.append(UInt8(ascii: " "))
        previous = nil
        runLength = 0
    }

    private func scalar(at range: Range<Int>) -> Unicode.Scalar {
        let first = UInt32(bytes[range.lowerBound]) & (range.count == 3 ? 0x0F : 0x07)
        let value = bytes[range.dropFirst()].reduce(first) { $0 << 6 | UInt32($1 & 0x3F) }
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }
}
