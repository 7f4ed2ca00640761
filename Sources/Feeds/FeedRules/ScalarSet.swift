/// The code points that match one position of a pattern: `[a-z_]`, `\d`, `.`.
struct ScalarSet: Hashable, Sendable {
    private(set) var ranges: [ClosedRange<UInt32>] = []
    private var classes: [Class] = []
    var isNegated = false

    /// A named class of code points.
    enum Class: String, Sendable {
        case letter = "alpha"
        case digit
        case alphanumeric = "alnum"
        case word
        case space
        case punctuation = "punct"
        case lower, upper
        case notDigit, notWord, notSpace
    }

    init(_ classes: [Class] = []) {
        self.classes = classes
    }

    /// Everything except a line end.
    static let anything: ScalarSet = {
        var set = ScalarSet()
        set.insert(0x0A...0x0A)
        set.isNegated = true
        return set
    }()

    var isEmpty: Bool { ranges.isEmpty && classes.isEmpty }

    mutating func insert(_ range: ClosedRange<UInt32>) {
        ranges.append(range)
        // Texts are folded to lower case.
        let upper = range.clamped(to: 0x41...0x5A)
        if range.contains(FoldedText.finalSigma) { ranges.append(FoldedText.sigma...FoldedText.sigma) }
        if range.overlaps(0x41...0x5A) { ranges.append((upper.lowerBound + 32)...(upper.upperBound + 32)) }
    }

    mutating func insert(_ member: Class) {
        classes.append(member)
    }

    func contains(_ value: UInt32) -> Bool {
        holds(value) != isNegated
    }

    private func holds(_ value: UInt32) -> Bool {
        if ranges.contains(where: { $0.contains(value) }) { return true }
        guard let scalar = Unicode.Scalar(value) else { return false }
        if classes.contains(where: { Self.holds($0, scalar) }) { return true }
        guard value >= 0x80, !ranges.isEmpty else { return false }
        let upper = scalar.properties.uppercaseMapping.unicodeScalars
        return upper.count == 1 && upper.first.map { first in ranges.contains { $0.contains(first.value) } } ?? false
    }

    private static func holds(_ member: Class, _ scalar: Unicode.Scalar) -> Bool {
        switch member {
        case .letter, .lower, .upper: scalar.properties.isAlphabetic
        case .digit: isDigit(scalar)
        case .alphanumeric: scalar.properties.isAlphabetic || isDigit(scalar)
        case .word: isWord(scalar)
        case .space: scalar.properties.isWhitespace
        case .punctuation: isPunctuation(scalar)
        case .notDigit: !isDigit(scalar)
        case .notWord: !isWord(scalar)
        case .notSpace: !scalar.properties.isWhitespace
        }
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? 0x30...0x39 ~= scalar.value : scalar.properties.generalCategory == .decimalNumber
    }

    static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            return 0x61...0x7A ~= scalar.value || 0x41...0x5A ~= scalar.value || isDigit(scalar) || scalar == "_"
        }
        return scalar.properties.isAlphabetic || isDigit(scalar)
    }

    private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol:
            true
        default: false
        }
    }
}
