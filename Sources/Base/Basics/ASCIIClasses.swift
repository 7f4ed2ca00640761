/// The classes of ASCII bytes.
extension UInt8 {
    @inlinable package var isASCIIDigit: Bool {
        self &- 0x30 < 10
    }

    @inlinable package var isASCIILetter: Bool {
        (self | 0x20) &- 0x61 < 26
    }
}
