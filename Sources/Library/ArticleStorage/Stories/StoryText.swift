import Basics
import Markup

/// Compares the texts of two articles with equal titles.
enum StoryText {
    /// The part of a text that is compared, in bytes (default 4,000).
    private static let limit = 4_000
    /// Minimum share of the shorter text that the two must have in common (default 60 %).
    private static let share = 0.6
    /// Minimum length of a text that is compared, in overlapping pieces of eight bytes (default 50).
    private static let minimumLength = 50

    /// True if most of the shorter text occurs in the other: a teaser counts as its article.
    static func areNearlySame(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        let (a, b) = (pieces(of: a), pieces(of: b))
        let (shorter, longer) = a.count < b.count ? (a, b) : (b, a)
        guard shorter.count >= minimumLength else { return false }
        let shared = shorter.count { longer.contains($0) }
        return Double(shared) >= share * Double(shorter.count)
    }

    /// Returns the letters and digits in lower case, as UTF-8: spaces and punctuation differ between copies, and not
    /// every script separates its words. An accent or another extension stays with its letter.
    ///
    /// Reads scalars: finding characters took half of the time that the keys of a new article take.
    static func letters(of text: String) -> [UInt8] {
        var letters: [UInt8] = []
        letters.reserveCapacity(text.utf8.count)
        var keepsExtensions = false
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                let byte = UInt8(truncatingIfNeeded: scalar.value)
                keepsExtensions = byte.isASCIIDigit || byte.isASCIILetter
                if keepsExtensions { letters.append(byte.lowercasedASCII) }
                continue
            }
            let properties = scalar.properties
            if !extends(properties) { keepsExtensions = properties.isAlphabetic || properties.numericType != nil }
            guard keepsExtensions else { continue }
            if properties.changesWhenLowercased {
                letters += properties.lowercaseMapping.utf8
            } else {
                letters += UTF8.encode(scalar)!
            }
        }
        return letters
    }

    /// True for a scalar that belongs to the character before it (UAX 29, GB9 and GB9a).
    private static func extends(_ properties: Unicode.Scalar.Properties) -> Bool {
        properties.isGraphemeExtend || properties.generalCategory == .spacingMark || properties.isJoinControl
    }

    /// Returns the letters of the text that the article shows, up to the limit.
    static func letters(html: String?, text: String?, summary: String?) -> [UInt8] {
        if let markup = html ?? (text == nil ? summary : nil) {
            return letters(of: PlainText.words(html: markup, limit: limit))
        }
        return letters(of: String(decoding: (text ?? "").utf8.prefix(limit), as: UTF8.self))
    }

    private static func pieces(of letters: [UInt8]) -> Set<UInt64> {
        guard letters.count >= 8 else { return [] }
        return letters.withUnsafeBytes { bytes in
            Set((0...(bytes.count - 8)).map { bytes.loadUnaligned(fromByteOffset: $0, as: UInt64.self) })
        }
    }
}
