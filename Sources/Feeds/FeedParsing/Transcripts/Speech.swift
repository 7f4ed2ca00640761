internal import Basics
internal import Markup

/// Spoken words as paragraphs. One begins with each speaker, and after a sentence if the one before is long.
struct Speech {
    private(set) var paragraphs: [String] = []
    private var speaker: String?

    /// Lengths in bytes: a paragraph ends at the end of a sentence after the first (500), and in any case after the
    /// second (1,500).
    private static let longParagraph = 500
    private static let maximumParagraph = 1_500
    /// Maximum length of a name in front of the words, in characters and in words.
    private static let maximumNameLength = 40
    private static let maximumNameWords = 4

    /// - Parameter named: the speaker, if the transcript's form has a place for the name.
    mutating func add(_ words: String, by named: String?) {
        let words = WhiteSpace.collapsed(words)
        // `>>` and a dash mark that another person speaks.
        var spoken = words.drop { $0 == ">" || $0 == " " }
        if spoken.hasPrefix("- ") || spoken.hasPrefix("– ") { spoken = spoken.dropFirst(2) }
        var isOther = spoken.startIndex != words.startIndex
        var name = named.flatMap { WhiteSpace.collapsed($0).nonEmpty }
        if name == nil, let found = Self.name(atStartOf: spoken) { (name, spoken) = found }
        guard !spoken.isEmpty || name != nil else { return }
        if let name { isOther = name != speaker }
        if isOther { speaker = name }
        if isOther || paragraphs.last.map(Self.isComplete) ?? true {
            paragraphs.append(isOther ? name.map { "\($0):" } ?? "" : "")
        }
        append(spoken)
    }

    private mutating func append(_ words: Substring) {
        guard let last = paragraphs.indices.last, let next = words.unicodeScalars.first else { return }
        let previous = paragraphs[last].unicodeScalars.last
        if let previous, !Self.isIdeograph(previous) || !Self.isIdeograph(next) {
            paragraphs[last] += " "
        }
        paragraphs[last] += words
    }

    /// Chinese and Japanese have no spaces between words.
    private static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x2E80...0x9FFF, 0xF900...0xFAFF, 0xFF00...0xFFEF, 0x2_0000...0x3_FFFF: true
        default: false
        }
    }

    private static func isComplete(_ paragraph: String) -> Bool {
        let length = paragraph.utf8.count
        guard length >= longParagraph else { return false }
        let end = paragraph.unicodeScalars.reversed().first { !"\"”’»)」』".unicodeScalars.contains($0) }
        return length >= maximumParagraph || end.map { ".?!…。？！؟।".unicodeScalars.contains($0) } ?? false
    }

    /// `ADA LOVELACE: Fog again.`: each word of a name has a capital letter or is a number.
    private static func name(atStartOf words: Substring) -> (String?, Substring)? {
        guard let colon = words.prefix(maximumNameLength).firstIndex(of: ":") else { return nil }
        let (parts, rest) = (words[..<colon].split(separator: " "), words[colon...].dropFirst())
        guard rest.isEmpty || rest.first == " ", 1...maximumNameWords ~= parts.count, words.first?.isUppercase == true,
            parts.allSatisfy({ $0.first?.isUppercase == true || $0.first?.isNumber == true })
        else { return nil }
        return (String(words[..<colon]), rest.drop { $0 == " " })
    }
}
