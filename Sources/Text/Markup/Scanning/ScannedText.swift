import Basics

/// The decoded text of tokens. Safe bytes yield safe text: see `ReferenceDecoder`.
extension MarkupScanner {
    /// Returns the bytes of `range`, not decoded.
    package func rawText(_ range: Range<Int>) -> String {
        string(bytes, range)
    }

    /// Returns a name in lower case, including its prefix.
    package func lowercasedName(_ name: Range<Int>) -> String {
        // Names are short: a string stores up to 15 bytes without an allocation.
        String(decoding: bytes[name].map(\.lowercasedASCII), as: UTF8.self)
    }

    /// Returns the text of a `.text` token or an attribute's value, references decoded.
    package mutating func decodedText(_ range: Range<Int>) -> String {
        guard bytes.firstIndex(of: ASCII.ampersand, in: range) != nil else { return string(bytes, range) }
        var output: [UInt8] = []
        output.reserveCapacity(range.count)
        appendDecoded(range, to: &output)
        return string(output, output.indices)
    }

    /// Appends the text of a `.text` token or an attribute's value, references decoded.
    package mutating func appendDecoded(_ range: Range<Int>, to output: inout [UInt8]) {
        ReferenceDecoder.decode(bytes, range, dialect: dialect, entities: &entities, into: &output)
    }
}

/// Returns the string of a range of UTF-8 that is known to be well-formed: the whole text was validated and is cut only
/// at ASCII.
private func string(_ bytes: [UInt8], _ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
}
