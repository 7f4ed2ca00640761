/// Composes a letter and the mark after it, as NFC does: й of и and a breve. Leaves soft hyphens out, which would split
/// words.
package enum ComposedLetters {
    package static func of(_ text: String) -> String {
        var text = text
        guard text.withUTF8(hasMark) else { return text }
        var composed: [UInt8] = []
        composed.reserveCapacity(text.utf8.count)
        var last: Unicode.Scalar?
        for scalar in text.unicodeScalars where scalar != softHyphen {
            if let first = last, let letter = letter(first, with: scalar) {
                last = letter
            } else {
                if let last { composed += last.utf8 }
                last = scalar
            }
        }
        if let last { composed += last.utf8 }
        return String(decoding: composed, as: UTF8.self)
    }

    private static let softHyphen: Unicode.Scalar = "\u{AD}"

    /// True if the bytes may hold a soft hyphen, or a mark that `letter` knows. Bytes are compared because all Cyrillic
    /// and Japanese texts are checked here, and few contain any.
    private static func hasMark(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        zip(bytes, bytes.dropFirst()).contains { first, second in
            switch first {
            case 0xC2: second == 0xAD
            // These are U+0300 to U+036F.
            case 0xCC, 0xCD: true
            // These are U+0653 to U+0655, marks of Arabic.
            case 0xD9: 0x93...0x95 ~= second
            // These are vowels and final consonants of Korean.
            case 0xE1: 0x85...0x87 ~= second
            // The last two bytes of U+3099 and U+309A, of Japanese.
            case 0x82: 0x99...0x9A ~= second
            default: false
            }
        }
    }

    private static func letter(_ first: Unicode.Scalar, with mark: Unicode.Scalar) -> Unicode.Scalar? {
        switch mark.value {
        case 0x300...0x345, 0x653...0x655, 0x3099...0x309A: letters[pair(first, mark)]
        case 0x1161...0x1175, 0x11A8...0x11C2: syllables[pair(first, mark)]
        default: nil
        }
    }

    private static func pair(_ first: Unicode.Scalar, _ mark: Unicode.Scalar) -> String {
        String(String.UnicodeScalarView([first, mark]))
    }

    /// Letters of Latin, Greek, Cyrillic, Arabic and Japanese.
    private static let letters = table([0xC0...0x4FF, 0x622...0x6D3, 0x1E00...0x1FFF, 0x304C...0x30FE])

    /// Syllables of Korean.
    private static let syllables = table([0xAC00...0xD7A3])

    /// Finds letters by their parts too: a string equals every other spelling of its characters.
    private static func table(_ ranges: [ClosedRange<UInt32>]) -> [String: Unicode.Scalar] {
        let scalars = ranges.joined().compactMap { Unicode.Scalar($0) }
        return Dictionary(scalars.map { (String($0), $0) }, uniquingKeysWith: { first, _ in first })
    }
}
