import Basics
import Markup

/// Writes superscripts and subscripts with characters: m², H₂O, x^(a+b), a_max.
enum ShiftedText {
    enum Direction {
        case up, down
    }

    /// Maximum length, in bytes; longer text is a sentence in small print.
    private static let maximumLength = 12

    /// Returns the characters for raised or lowered `text`; `follows` is the byte directly before it, if any.
    static func text(_ text: String, _ direction: Direction, after follows: UInt8?) -> String {
        let core = WhiteSpace.collapsed(text)
        guard !core.isEmpty, core.utf8.count <= maximumLength else { return text }
        let table = direction == .up ? superscripts : subscripts
        let shifted = core.unicodeScalars.compactMap { table[$0] }
        if shifted.count == core.unicodeScalars.count { return String(String.UnicodeScalarView(shifted)) }
        if direction == .up, follows?.isASCIIDigit != true, isListOfNotes(core) {
            return String(String.UnicodeScalarView(core.unicodeScalars.map { superscripts[$0] ?? $0 }))
        }
        guard let follows, follows > 0x20, isFormula(core, direction, after: follows) else { return text }
        switch direction {
        case .up: return core.unicodeScalars.count == 1 || isInBrackets(core) ? "^" + core : "^(" + core + ")"
        case .down: return "_" + core
        }
    }

    /// Returns the text in raised or lowered characters; nil if one of its characters has no such form.
    static func characters(_ text: String, _ direction: Direction) -> String? {
        let table = direction == .up ? superscripts : subscripts
        let shifted = text.unicodeScalars.compactMap { table[$0] }
        guard !shifted.isEmpty, shifted.count == text.unicodeScalars.count else { return nil }
        return String(String.UnicodeScalarView(shifted))
    }

    /// True for the numbers of several notes, such as 1,3–5. After a digit, they are an exponent.
    private static func isListOfNotes(_ text: String) -> Bool {
        guard let first = text.utf8.first, let last = text.utf8.last else { return false }
        return first.isASCIIDigit && last.isASCIIDigit
            && text.unicodeScalars.allSatisfy { ("0"..."9").contains($0) || noteSeparators.contains($0) }
    }

    private static func isInBrackets(_ text: String) -> Bool {
        text.hasPrefix("(") && text.hasSuffix(")") && text.utf8.count { $0 == UInt8(ascii: "(") } == 1
    }

    /// Raised words are ordinals (1st, Mme, XIXe, no, 1ος); brackets and signs mark notes and trademarks, and signs alone
    /// separate the numbers of notes.
    private static func isFormula(_ text: String, _ direction: Direction, after follows: UInt8) -> Bool {
        let scalars = text.unicodeScalars
        let signs = scalars.count { formulaSigns.contains($0) }
        let latin = scalars.count { $0.isASCII && $0.properties.isAlphabetic }
        let greek = scalars.count { greekLetters.contains($0) }
        let digits = scalars.count { ("0"..."9").contains($0) }
        guard signs < scalars.count, signs + latin + greek + digits == scalars.count else { return false }
        let isWord = latin == scalars.count || greek == scalars.count
        return direction == .down || !isWord
            || (scalars.count == 1 && follows.isASCIILetter && !isOrdinal(text, after: follows))
    }

    /// True for the last letter of a French or Spanish abbreviation: XIXe, no, Me, Dr.
    private static func isOrdinal(_ letter: String, after follows: UInt8) -> Bool {
        switch letter {
        case "o": true
        case "e": follows < UInt8(ascii: "a")
        case "r": follows == UInt8(ascii: "D")
        default: false
        }
    }

    private static let noteSeparators = Set(",-– ".unicodeScalars)
    /// Many authors write a dash as the sign.
    private static let formulaSigns = Set("+-−–±×·=()/.,".unicodeScalars)
    private static let greekLetters: ClosedRange<Unicode.Scalar> = "Α"..."ω"

    private static let superscripts = pairs("0123456789+-−–=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾ⁿ")
    private static let subscripts = pairs("0123456789+-−–=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₋₌₍₎")

    private static func pairs(_ plain: String, _ shifted: String) -> [Unicode.Scalar: Unicode.Scalar] {
        Dictionary(uniqueKeysWithValues: zip(plain.unicodeScalars, shifted.unicodeScalars))
    }
}
