/// Eight bytes that are examined at once. Each test returns a mask with the highest bit of every byte that passes it,
/// and no other bit.
///
/// Most bytes of a page are plain text, and loops over them are the most expensive part of reading a page. Only this
/// module uses the type: calls from other modules would not be inlined.
struct ByteWord {
    /// The number of bytes.
    static let width = 8

    private let bits: UInt64

    /// The bytes at `index`; the caller has checked that there are eight.
    @inline(__always)
    init(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
        self.init(
            bits: UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian)
    }

    @inline(__always)
    init(bits: UInt64) {
        self.bits = bits
    }

    /// Returns a word that repeats one byte.
    @inline(__always)
    static func repeated(_ byte: UInt8) -> UInt64 {
        UInt64(byte) &* 0x0101_0101_0101_0101
    }

    /// - Parameter index: 0 to 7.
    @inline(__always)
    func byte(at index: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: bits >> UInt64(truncatingIfNeeded: index &* 8))
    }

    @inline(__always) var isASCII: Bool {
        bits & Self.repeated(0x80) == 0
    }

    /// True if all bytes are printable ASCII.
    @inline(__always) var isPrintable: Bool {
        // A byte with the highest bit set, which carries into the next one, fails the last term.
        let printable = (bits &+ Self.repeated(0x60)) & ~(bits &+ Self.repeated(0x01)) & ~bits
        return printable & Self.repeated(0x80) == Self.repeated(0x80)
    }

    /// Marks the bytes equal to this one.
    @inline(__always)
    func mask(of byte: UInt8) -> UInt64 {
        let rest = bits ^ Self.repeated(byte)
        return ~((rest & Self.repeated(0x7F)) &+ Self.repeated(0x7F) | rest | Self.repeated(0x7F))
    }

    /// Marks the bytes up to this ASCII character, inclusive.
    @inline(__always)
    func mask(upTo limit: UInt8) -> UInt64 {
        ~((bits & Self.repeated(0x7F)) &+ Self.repeated(0x7F &- limit) | bits) & Self.repeated(0x80)
    }

    /// The continuation bytes of UTF-8.
    @inline(__always) var continuations: UInt64 {
        bits & ~(bits << 1) & Self.repeated(0x80)
    }

    /// White space in XML and HTML, see `isMarkupSpace`.
    @inline(__always) var spaces: UInt64 {
        mask(of: 0x20) | mask(upTo: 0x0D) & ~mask(upTo: 0x08) & ~mask(of: 0x0B)
    }
}

/// Masks as `ByteWord` returns them.
extension UInt64 {
    /// The number of marked bytes.
    @inline(__always) var markedBytes: Int {
        Int(truncatingIfNeeded: ((self >> 7) &* 0x0101_0101_0101_0101) >> 56)
    }

    /// The index of the first marked byte; eight if there is none.
    @inline(__always) var firstMarkedByte: Int {
        trailingZeroBitCount / 8
    }

    /// Marks the bytes after the marked ones.
    ///
    /// - Parameter first: the mark of the byte before the word.
    @inline(__always)
    func movedUp(first: Bool) -> UInt64 {
        self << 8 | (first ? 0x80 : 0)
    }

    /// True if the last byte is marked.
    @inline(__always) var marksLastByte: Bool {
        self >> 63 == 1
    }
}
