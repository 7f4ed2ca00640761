extension UInt8 {
    /// True for white space that may stand around a field's value and its members (RFC 9110 §5.6.3).
    @inlinable package var isOptionalWhiteSpace: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}

extension Substring {
    /// The text without optional white space at either end.
    package var withoutOptionalWhiteSpace: Substring {
        var bytes = utf8
        while let first = bytes.first, first.isOptionalWhiteSpace { bytes.removeFirst() }
        while let last = bytes.last, last.isOptionalWhiteSpace { bytes.removeLast() }
        return Substring(bytes)
    }
}
