/// A 64-bit hash that is the same in every run: FNV-1a, except that texts over 1 KB are hashed eight bytes at a time.
///
/// It identifies values that nobody has a reason to forge; it does not resist forgery.
package struct Fingerprint {
    package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    package init() {}

    /// The value that SQLite stores.
    package var stored: Int64 {
        Int64(bitPattern: value)
    }

    /// Maximum length of a text hashed bytewise. Longer texts make up most of the hashed bytes, and no guid is as long.
    private static let shortText = 1_024

    /// Adds a text and an end mark, so that neighbouring fields cannot run into each other.
    package mutating func add(_ text: String?) {
        guard var text else { return add(byte: 0xFF) }
        text.withUTF8 { bytes in
            if bytes.count > Self.shortText { add(words: bytes) } else { for byte in bytes { add(byte: byte) } }
        }
        // 0xFE and 0xFF occur in no UTF-8.
        add(byte: 0xFE)
    }

    /// Adds bytes eight at a time, without an end mark. It is only for values that are not stored: `add(_:)` hashes
    /// short texts differently.
    package mutating func add(words bytes: ArraySlice<UInt8>) {
        bytes.withUnsafeBufferPointer { add(words: $0) }
    }

    private mutating func add(words bytes: UnsafeBufferPointer<UInt8>) {
        let words = UnsafeRawBufferPointer(bytes)
        var offset = 0
        while offset &+ 8 <= bytes.count {
            add(word: UInt64(littleEndian: words.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
            offset &+= 8
        }
        for byte in bytes.suffix(bytes.count % 8) { add(byte: byte) }
    }

    package mutating func add(bytes: String.UTF8View) {
        for byte in bytes { add(byte: byte) }
    }

    package mutating func add(byte: UInt8) {
        value = (value ^ UInt64(byte)) &* Self.prime
    }

    /// A product carries only upwards, so its upper half is folded into the lower one.
    private mutating func add(word: UInt64) {
        value = (value ^ word) &* Self.prime
        value ^= value >> 32
    }

    private static let prime: UInt64 = 0x100_0000_01b3
}
