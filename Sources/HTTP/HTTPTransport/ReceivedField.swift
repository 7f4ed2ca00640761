package import HTTPTypes

extension HTTPField {
    /// Makes a field whose value has the bytes as they arrived, except newlines and NULs, which become spaces.
    ///
    /// Nearly all values are visible ASCII. As strings they are faster to make, to compare and to return.
    package init(name: Name, received value: UnsafeRawBufferPointer) {
        if value.allSatisfy({ 0x20 <= $0 && $0 < 0x7F }) {
            self.init(name: name, value: String(decoding: value, as: UTF8.self))
        } else {
            self.init(name: name, lenientValue: value)
        }
    }

    /// Returns the same value, byte for byte, under another name.
    package func renamed(_ name: Name) -> HTTPField {
        withUnsafeBytesOfValue { HTTPField(name: name, received: UnsafeRawBufferPointer($0)) }
    }
}
