import FeedModel
import FeedRules

/// Converts text to its form in the full-text index.
///
/// The index's tokenizer splits text between letters and other characters, but Chinese and Japanese write words without
/// spaces. So each run of their characters is indexed as overlapping pairs, followed by its last character alone: 東京都
/// as 東京, 京都, 都. A search for two adjacent characters matches their pair, a search for more matches the pairs in a row,
/// a search for a single character matches all words that begin with it. A change of this form needs a migration that
/// rebuilds the index, which does not contain a text to compare with.
enum SearchText {
    /// Returns text in the form that the index stores.
    static func indexed(_ text: String) -> String {
        // Marks have a first UTF-8 byte of 0xCC or above, quotation marks and dashes one of 0xE2, soft hyphens end in
        // 0xAD: most of the world's text returns here.
        guard text.utf8.contains(where: { $0 >= 0xAD && ($0 >= 0xCC && $0 != 0xE2 || $0 == 0xAD) }) else { return text }
        let text = ComposedLetters.of(text)
        guard text.utf8.contains(where: { $0 >= firstPairedLead }) else { return text }
        return paired(text, endsInPair: false)
    }

    /// Returns a phrase in the form for a query; nil if it has no word.
    static func phrase(_ text: String) -> Phrase? {
        var letters = String.UnicodeScalarView()
        for scalar in ComposedLetters.of(text).unicodeScalars {
            letters.append(isWordScalar(scalar) || isMark(scalar) ? scalar : " ")
        }
        guard letters.contains(where: isWordScalar) else { return nil }
        let words = paired(String(letters), endsInPair: true).split(separator: " ")
        guard let last = words.last else { return nil }
        return Phrase(
            words: words.joined(separator: " "), lastWordLength: last.count,
            endsWithinPair: last.unicodeScalars.count == 1 && last.unicodeScalars.allSatisfy(IndexedWord.isPaired))
    }

    struct Phrase: Equatable {
        /// The words in their order, with a space between them.
        let words: String
        /// In characters.
        let lastWordLength: Int
        /// True if the last word is a single character of a paired script: in the index more characters may follow
        /// it.
        let endsWithinPair: Bool
    }

    /// True if the tokenizer counts it as part of a word, except characters of private use, which no query may
    /// contain.
    static func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber:
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

    /// The lowest first UTF-8 byte of a character that is paired.
    private static let firstPairedLead: UInt8 = 0xE3

    /// `endsInPair`: the last character of a run at the very end is not added alone, as the run may continue in the
    /// text searched.
    private static func paired(_ text: String, endsInPair: Bool) -> String {
        var text = text
        return text.withUTF8 { bytes in
            var pairing = Pairing(bytes: bytes)
            return String(decoding: pairing.pairs(endsInPair: endsInPair), as: UTF8.self)
        }
    }
}

/// Scans UTF-8 once and copies everything between runs of paired characters unchanged.
private struct Pairing {
    let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    /// The last character of the current run.
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
            if position < bytes.count { appendCharacter() }
        }
        if let previous, !endsInPair || runLength == 1 {
            output.append(contentsOf: bytes[previous])
        }
        return output
    }

    /// Reads a character of three or four bytes, the length of all characters whose first byte is 0xE3 or above.
    private mutating func appendCharacter() {
        let count = bytes[position] < 0xF0 ? 3 : 4
        let character = position..<position + count
        position += count
        guard IndexedWord.isPaired(scalar(at: character)) else {
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
