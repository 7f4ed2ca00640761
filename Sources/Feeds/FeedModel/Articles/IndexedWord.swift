/// The rules for words in the library's full-text index, which the reader needs too while a word is being typed.
package enum IndexedWord {
    /// Length from which a word that is being typed also finds longer words: almost every text has words that begin
    /// with one or two given Latin letters.
    package static let minimumBeginningLength = 3

    /// True for a script that is written without spaces, or, as Korean, with particles joined to its words. The index
    /// holds pairs of its characters, so that even one or two of them find all words that contain them.
    @inlinable package static func isPaired(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3005...0x3007, 0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF,
            0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF66...0xFF9D, 0x20000...0x3FFFF:
            true
        default:
            false
        }
    }

    /// True if a text that is being typed ends with the beginning of a word too short to find the words that begin with
    /// it. A space, a closing quotation mark and a closing parenthesis end the word.
    package static func isTooShort(atEndOf text: String) -> Bool {
        guard let last = text.last, let scalar = text.unicodeScalars.last else { return false }
        if last.isWhitespace || last == ")" || isPaired(scalar) { return false }
        if last == "\"" { return !text.count { $0 == "\"" }.isMultiple(of: 2) }
        let letters = text.reversed().prefix { letter in
            (letter.isLetter || letter.isNumber) && !letter.unicodeScalars.contains(where: isPaired)
        }
        return letters.count < minimumBeginningLength
    }
}
