/// The classes of ASCII bytes.
extension UInt8 {
    @inlinable package var isASCIIDigit: Bool {
        self &- 0x30 < 10
    }

    @inlinable package var isASCIILetter: Bool {
        (self | 0x20) &- 0x61 < 26
    }

    /// The byte in lower case if it is an ASCII upper-case letter; any other byte is unchanged.
    @inlinable package var lowercasedASCII: UInt8 {
        self &- 0x41 < 26 ? self | 0x20 : self
    }
}
