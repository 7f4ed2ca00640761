import Basics
import Markup

/// Writes superscripts and subscripts with characters: m², H₂O, x^(a+b), a_max.
enum ShiftedText {
    enum Direction {
        case up, down
    }

    /// Maximum length, in bytes; longer text is a sentence in small print.
    private static let maximumLength = 12

    /// The characters for raised or lowered `text`; `follows` is the byte directly before it, if any.
    static func text(_ text: String, _ direction: Direction, after follows: UInt8?) -> String {
        let core = WhiteSpace.collapsed(text)
        guard !core.isEmpty, core.utf8.count <= maximumLength else { return text }
        let table = direction == .up ? superscripts : subscripts
        let shifted = core.unicodeScalars.compactMap { table[$0] }
        if shifted.count == core.unicodeScalars.count { return String(String.UnicodeScalarView(shifted)) }
        guard let follows, follows > 0x20, isFormula(core, direction, after: follows) else { return text }
        switch direction {
        case .up: return core.utf8.count == 1 ? "^" + core : "^(" + core + ")"
        case .down: return "_" + core
        }
    }

    /// The text in raised or lowered characters; nil if one of its characters has no such form.
    static func characters(_ text: String, _ direction: Direction) -> String? {
        let table = direction == .up ? superscripts : subscripts
        let shifted = text.unicodeScalars.compactMap { table[$0] }
        guard !shifted.isEmpty, shifted.count == text.unicodeScalars.count else { return nil }
        return String(String.UnicodeScalarView(shifted))
    }

    /// Raised words are ordinals (1st, Mme); brackets and signs mark notes and trademarks.
    private static func isFormula(_ text: String, _ direction: Direction, after follows: UInt8) -> Bool {
        guard text.utf8.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || formulaSigns.contains($0) }) else {
            return false
        }
        return direction == .down || !text.utf8.allSatisfy(\.isASCIILetter)
            || (text.utf8.count == 1 && follows.isASCIILetter)
    }

    private static let formulaSigns = Set("+-=()/.,".utf8)

    private static let superscripts = pairs("0123456789+-−=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ")
    private static let subscripts = pairs("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎")

    private static func pairs(_ plain: String, _ shifted: String) -> [Unicode.Scalar: Unicode.Scalar] {
        Dictionary(uniqueKeysWithValues: zip(plain.unicodeScalars, shifted.unicodeScalars))
    }
}
