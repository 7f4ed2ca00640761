/// The windows-1252 characters that replace Latin-1's control characters.
package enum Windows1252 {
    /// Returns the character of `byte`; nil for the five bytes without a character.
    package static func scalar(_ byte: UInt8) -> Unicode.Scalar? {
        guard 0x80...0x9F ~= byte else { return Unicode.Scalar(byte) }
        let value = table[Int(byte) - 0x80]
        return value == 0 ? nil : Unicode.Scalar(value)
    }

    private static let table: [UInt32] = [
        0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
        0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E,
        0x0178,
    ]
}
