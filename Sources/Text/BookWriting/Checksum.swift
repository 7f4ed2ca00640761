/// The checksum of a file in a ZIP archive: CRC-32, as in gzip (RFC 1952 §8).
enum Checksum {
    private static let table: [UInt32] = (0..<256).map { (byte: UInt32) in
        (0..<8).reduce(byte) { value, _ in value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
    }

    static func of(_ bytes: [UInt8]) -> UInt32 {
        let table = table
        return ~bytes.reduce(~0) { value, byte in
            table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] ^ value >> 8
        }
    }
}
