import Basics

/// Distinguishes the line breaks of a program that wrapped a text from the line breaks of its author.
///
/// A program breaks a line only if the next word does not fit (RFC 3676 calls such lines flowed). So every line of a
/// wrapped paragraph except the last is full: with the next word it would exceed the longest line. Full lines are also
/// frequent in lists of chapters and in poems, where the longest line is always full; there the words around a break
/// decide.
///
/// In the corpora of `LineFlowTests`, none of the authors' 140 breaks is lost, and 16 of the mailers' 709 breaks
/// remain.
struct LineFlow {
    /// Lengths, in characters, that the longest line of a wrapped text may have: mailers wrap at 60 to 80 columns, some
    /// at 100.
    private static let widths = 40...110
    /// Minimum fraction of full lines in a wrapped paragraph.
    private static let minimumFullShare = 0.5
    /// Minimum fraction of breaks within a sentence, among the full lines.
    private static let minimumBreaksWithinSentences = 0.34
    /// From this length, in characters, a full line without punctuation at its end continues even if a capital letter
    /// follows.
    private static let minimumUnpunctuatedLength = 60

    /// Minimum number of lines of a verse.
    private static let minimumVerseLines = 3

    private let lines: [String]
    private let breaks: [Break]

    private enum Break {
        /// The line is short: its author ended it.
        case short
        /// The next line begins like a separate entry: with a time, a number, a bullet or a label.
        case entry
        /// The sentence continues.
        case within
        /// The line is full, and the next one begins with a capital letter or a number.
        case open
    }

    /// - Parameter lines: lines with single spaces between words; none is empty.
    init(_ lines: [String]) {
        self.lines = lines
        let lengths = lines.map(\.count)
        let longest = lengths.max() ?? 0
        breaks = lines.indices.dropLast().map { index in
            let nextWord = lines[index + 1].prefix { $0 != " " }.count
            guard lengths[index] + 1 + nextWord > longest else { return .short }
            return Self.kind(from: lines[index], to: lines[index + 1])
        }
    }

    /// The lines as running text: lines that a program broke are joined, all others stay lines.
    var text: String {
        let isWrapped = isWrapped
        var text = lines.first ?? ""
        for (index, line) in lines.dropFirst().enumerated() {
            text += (isWrapped && joins(index) ? " " : "\n") + line
        }
        return text
    }

    private var isWrapped: Bool {
        // Verse: its lines begin with capital letters, and some are short.
        let isVerse =
            lines.count >= Self.minimumVerseLines && breaks.contains(.short) && lines.allSatisfy(Self.beginsWithCapital)
        if isVerse { return false }
        guard let longest = lines.map(\.count).max(), Self.widths.contains(longest), !breaks.isEmpty else {
            return false
        }
        let full = breaks.count { $0 != .short }
        let within = breaks.count { $0 == .within }
        let entries = breaks.count { $0 == .entry }
        guard Double(full) >= Self.minimumFullShare * Double(breaks.count), entries * 2 <= full else { return false }
        if Double(within) >= Self.minimumBreaksWithinSentences * Double(full) { return true }
        return breaks.indices.contains { breaks[$0] == .open && isSurelyFull(lines[$0]) }
    }

    private func joins(_ index: Int) -> Bool {
        switch breaks[index] {
        case .short, .entry: false
        case .within: true
        case .open: breaks.contains(.within) || isSurelyFull(lines[index])
        }
    }

    private func isSurelyFull(_ line: String) -> Bool {
        guard line.count >= Self.minimumUnpunctuatedLength, let last = line.last else { return false }
        return last.isLetter || last == ","
    }

    // MARK: - The words around a break

    private static func kind(from line: String, to next: String) -> Break {
        if beginsEntry(next, after: line) || line.isAddress || next.isAddress || line.last == ":" { return .entry }
        let first = next.first { !openingMarks.contains($0) }
        if first?.isLowercase == true { return .within }
        if let last = line.last, last == "," || last == ";" || last == "-" || last == "–" { return .within }
        return .open
    }

    private static func beginsWithCapital(_ line: String) -> Bool {
        line.first { !openingMarks.contains($0) }?.isUppercase == true
    }

    private static let openingMarks: Set<Character> = ["\"", "'", "(", "[", "“", "‘", "«", "„", "*", "_"]

    private static func beginsEntry(_ next: String, after line: String) -> Bool {
        let (start, before) = (firstWord(next), firstWord(line))
        if start == before { return true }
        guard let first = start.unicodeScalars.first else { return true }
        // A bullet, an arrow, an emoji, #tag or @name.
        let isOpening = openingMarks.contains(Character(first))
        if !first.properties.isAlphabetic, first.properties.numericType == nil, !isOpening { return true }
        if isTime(start) || isNumbered(start) { return true }
        if startsWithDigit(start), startsWithDigit(before) { return true }
        return isLabel(next) && isLabel(line)
    }

    private static func firstWord(_ line: String) -> Substring {
        line.prefix { $0 != " " }
    }

    private static func startsWithDigit(_ word: Substring) -> Bool {
        word.utf8.first?.isASCIIDigit == true
    }

    /// True for `2:50`, `01:02:03`, `[4:15]` and `(4:15)`.
    private static func isTime(_ word: Substring) -> Bool {
        let digits = word.utf8.filter {
            $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "(") && $0 != UInt8(ascii: "]") && $0 != UInt8(ascii: ")")
        }
        guard digits.contains(UInt8(ascii: ":")), digits.first?.isASCIIDigit == true else { return false }
        return digits.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ":") }
    }

    /// True for `3.`, `3)` and `IV.`
    private static func isNumbered(_ word: Substring) -> Bool {
        guard let last = word.last, last == "." || last == ")", word.count <= 5 else { return false }
        let body = word.dropLast()
        return !body.isEmpty && (body.utf8.allSatisfy(\.isASCIIDigit) || body.allSatisfy { "IVXL".contains($0) })
    }

    /// True for `Host: Jane`: at most three words before a colon.
    private static func isLabel(_ line: String) -> Bool {
        guard let colon = line.firstIndex(of: ":") else { return false }
        let label = line[..<colon]
        return label.count <= 30 && label.split(separator: " ").count <= 3 && line[colon...].dropFirst().first == " "
    }
}

extension String {
    /// True if the line is an address and nothing else.
    fileprivate var isAddress: Bool {
        !contains(" ") && contains("://")
    }
}
