/// Guesses the encoding of a text that names none, and is not UTF-8, by the groups of its bytes beyond ASCII.
///
/// In windows-1252 they are single bytes between ASCII letters; if most are in runs, the text is in another script.
/// Only a nearly certain encoding is named.
struct EncodingGuess {
    /// Minimum number of bytes beyond ASCII that count as evidence.
    private static let minimumCount = 24
    /// Maximum number of bytes that are examined.
    private static let maximumSampleSize = 1 << 18

    private let bytes: ArraySlice<UInt8>
    /// The number of occurrences of each byte.
    private var counts = [Int](repeating: 0, count: 256)
    private var countBeyondASCII = 0
    private var countInRuns = 0

    /// Returns the name of the encoding for `CharacterConverter`; nil for bytes that may be windows-1252.
    static func converterName(of bytes: [UInt8]) -> String? {
        let guess = EncodingGuess(bytes.prefix(maximumSampleSize))
        guard guess.countBeyondASCII >= minimumCount, guess.countInRuns * 2 >= guess.countBeyondASCII else {
            return nil
        }
        return guess.pairEncoding ?? guess.alphabet
    }

    private init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        var run = 0
        for byte in bytes {
            counts[Int(byte)] += 1
            if byte >= 0x80 {
                run += 1
                continue
            }
            countRun(run)
            run = 0
        }
        countRun(run)
    }

    private mutating func countRun(_ length: Int) {
        countBeyondASCII += length
        if length >= 3 { countInRuns += length }
    }

    // MARK: East Asia: two bytes a character

    /// The characters of an encoding, and the common ones, which make up most of any text in its language.
    private struct PairEncoding {
        let name: String
        let leads: [ClosedRange<UInt8>]
        let trails: [ClosedRange<UInt8>]
        /// Bytes that are characters by themselves.
        var singles: [ClosedRange<UInt8>] = []
        let common: @Sendable (_ lead: UInt8, _ trail: UInt8) -> Bool
        /// The least share of common pairs, in percent.
        let minimumCommonShare: Int
    }

    /// The first encoding that fits without a fault is chosen. Kana identify Japanese, the rows of Hangul Korean, and
    /// the characters of the first level, which each of these sets has in other rows, Chinese.
    private static let pairEncodings = [
        PairEncoding(
            name: "EUC-JP-MS", leads: [0xA1...0xFE], trails: [0xA1...0xFE],
            common: { lead, _ in lead == 0xA4 || lead == 0xA5 }, minimumCommonShare: 25),
        PairEncoding(
            name: "CP932", leads: [0x81...0x9F, 0xE0...0xFC], trails: [0x40...0x7E, 0x80...0xFC],
            singles: [0xA1...0xDF],
            common: { lead, trail in lead == 0x82 ? trail >= 0x9F : lead == 0x83 && trail <= 0x96 },
            minimumCommonShare: 25),
        PairEncoding(
            name: "CP949", leads: [0xA1...0xFE], trails: [0xA1...0xFE],
            common: { lead, _ in 0xB0...0xC8 ~= lead }, minimumCommonShare: 90),
        PairEncoding(
            name: "GB18030", leads: [0xA1...0xF7], trails: [0xA1...0xFE],
            common: { lead, _ in 0xB0...0xD7 ~= lead || lead == 0xA1 || lead == 0xA3 }, minimumCommonShare: 80),
        PairEncoding(
            name: "BIG5-HKSCS", leads: [0xA1...0xF9], trails: [0x40...0x7E, 0xA1...0xFE],
            common: { lead, _ in 0xA4...0xC6 ~= lead || lead == 0xA1 }, minimumCommonShare: 80),
    ]

    private var pairEncoding: String? {
        Self.pairEncodings.first(where: fits)?.name
    }

    private func fits(_ encoding: PairEncoding) -> Bool {
        var pairs = 0
        var commonPairs = 0
        var lead: UInt8?
        for byte in bytes {
            if let first = lead {
                guard encoding.trails.contains(where: { $0 ~= byte }) else { return false }
                pairs += 1
                if encoding.common(first, byte) { commonPairs += 1 }
                lead = nil
            } else if byte >= 0x80 {
                if encoding.leads.contains(where: { $0 ~= byte }) {
                    lead = byte
                } else if !encoding.singles.contains(where: { $0 ~= byte }) {
                    return false
                }
            }
        }
        return pairs > 0 && commonPairs * 100 >= pairs * encoding.minimumCommonShare
    }

    // MARK: Alphabets

    private func count(_ range: ClosedRange<Int>) -> Int {
        counts[range].reduce(0, +)
    }

    /// Recognised by the position of the small letters, and by letters that a language never or always uses.
    private var alphabet: String? {
        let (capitals, small) = (count(0xC0...0xDF), count(0xE0...0xFF))
        let thaiVowelsAndTones = counts[0xD1] + count(0xD4...0xDA) + count(0xE0...0xE4) + count(0xE7...0xEE)
        let others = count(0x80...0xA0) + count(0xDB...0xDE) + count(0xFC...0xFF)
        if others == 0, min(thaiVowelsAndTones, count(0xA1...0xBF)) * 5 >= countBeyondASCII {
            return "CP874"
        }
        guard (capitals + small) * 10 >= countBeyondASCII * 9 else { return nil }
        if capitals + count(0xFB...0xFF) == 0 { return "CP1255" }
        if small >= capitals * 3 {
            // Russian and related languages use а (0xE0) and я (0xFF) very often; Greek has almost nothing there.
            return (counts[0xE0] + counts[0xFF]) * 50 >= countBeyondASCII ? "CP1251" : "CP1253"
        }
        return capitals >= small * 3 ? "KOI8-R" : nil
    }
}
