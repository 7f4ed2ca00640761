internal import Basics
internal import FeedRules

/// A word of a date in lower case and with composed letters. Comparing it and finding it in a table take no string:
/// strings took most of the time that a date of RFC 822 takes.
struct DateWord: Hashable, ExpressibleByStringLiteral {
    /// The first bytes of the word as a number; no word in a table is longer.
    private let bits: UInt64
    /// In bytes.
    private let length: Int
    private static let width = 8

    init(_ bytes: ArraySlice<UInt8>) {
        if bytes.allSatisfy({ $0 < 0x80 }) {
            self = bytes.withUnsafeBufferPointer { DateWord($0) }
        } else {
            self.init(ComposedLetters.of(String(decoding: bytes, as: UTF8.self)).lowercased())
        }
    }

    /// - Parameter word: in lower case, with composed letters.
    init(_ word: String) {
        var word = word
        self = word.withUTF8 { DateWord($0) }
    }

    /// - Parameter value: a word in lower case.
    init(stringLiteral value: StaticString) {
        self.init(UnsafeBufferPointer(start: value.utf8Start, count: value.utf8CodeUnitCount))
    }

    /// - Parameter bytes: a word in lower case, except for its letters in ASCII.
    private init(_ bytes: UnsafeBufferPointer<UInt8>) {
        var bits: UInt64 = 0
        for index in 0..<min(bytes.count, Self.width) {
            bits |= UInt64(bytes[index].lowercasedASCII) << UInt64(8 * index)
        }
        self.init(bits: bits, length: bytes.count)
    }

    private init(bits: UInt64, length: Int) {
        (self.bits, self.length) = (bits, length)
    }

    /// Returns the beginnings of the word with at least `shortest` bytes, the longest first.
    func beginnings(from shortest: Int) -> some Sequence<DateWord> {
        stride(from: min(length, Self.width), through: shortest, by: -1).lazy.map { length in
            DateWord(bits: bits & (UInt64.max >> UInt64(8 * (Self.width - length))), length: length)
        }
    }
}
