import Basics

/// A 128-bit digest of a body: its checksum on disk, and a caller's means to recognise a known body.
///
/// Fast (one multiplication for 16 bytes) and good against accidental changes; it gives no protection against forgery.
public struct BodyDigest: Hashable, Sendable {
    /// The upper 64 bits.
    public let high: UInt64
    /// The lower 64 bits.
    public let low: UInt64

    /// A digest computed before.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// A digest from its 16 bytes; nil for another number of bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        func word(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        self.init(high: word(bytes[..<8]), low: word(bytes[8...]))
    }

    /// The digest as 16 bytes, the highest first.
    package var bytes: [UInt8] {
        withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Array($0) }
    }

    /// The digest of a body.
    public init(of bytes: [UInt8]) {
        self = bytes.withUnsafeBytes(BodyDigest.init(of:))
    }

    init(of bytes: UnsafeRawBufferPointer) {
        var one = Self.seeds.0
        var two = Self.seeds.1
        var offset = 0
        while offset + 32 <= bytes.count {
            one = Self.fold(bytes.word(offset) ^ Self.seeds.2, bytes.word(offset + 8) ^ one) ^ Self.rotated(one)
            two = Self.fold(bytes.word(offset + 16) ^ Self.seeds.3, bytes.word(offset + 24) ^ two) ^ Self.rotated(two)
            offset += 32
        }
        // The last piece is padded with zeros; the length distinguishes it from one that ends in zeros.
        var tail: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        withUnsafeMutableBytes(of: &tail) { $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[offset...])) }
        one = Self.fold(tail.0 ^ Self.seeds.2, tail.1 ^ one) ^ Self.rotated(one)
        two = Self.fold(tail.2 ^ Self.seeds.3, tail.3 ^ two) ^ Self.rotated(two)
        let length = UInt64(bytes.count)
        high = Self.fold(one ^ Self.seeds.1 ^ length, two ^ Self.seeds.2)
        low = Self.fold(two ^ Self.seeds.0 ^ length, Self.rotated(one) ^ Self.seeds.3) ^ high
    }

    /// Odd numbers without a pattern: fractions of the square roots of 2, 3, 5 and 7.
    private static let seeds: (UInt64, UInt64, UInt64, UInt64) = (
        0x6a09_e667_f3bc_c909, 0xbb67_ae85_84ca_a73b, 0x3c6e_f372_fe94_f82b, 0xa54f_f53a_5f1d_36f1
    )

    /// Combines both halves of the product by XOR.
    private static func fold(_ one: UInt64, _ two: UInt64) -> UInt64 {
        let product = one.multipliedFullWidth(by: two)
        return product.high ^ product.low
    }

    private static func rotated(_ word: UInt64) -> UInt64 {
        word << 29 | word >> 35
    }
}

extension BodyDigest: CustomStringConvertible {
    /// 32 hexadecimal digits.
    public var description: String {
        Hexadecimal.digits(high) + Hexadecimal.digits(low)
    }
}

extension UnsafeRawBufferPointer {
    fileprivate func word(_ offset: Int) -> UInt64 {
        UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}
