/// A position of text in HTML or XML. Some characters have a meaning there and become references.
package enum MarkupPlace: Sendable {
    /// Between tags: `&`, `<` and `>`.
    case content
    /// Between quotation marks: `&` and `"`.
    case value
    /// Either of them, in HTML: `&`, `<` and `"`.
    case anywhere

    /// Reads bytes, not characters: a combining accent and the `<` before it are one character, but browsers see a `<`.
    fileprivate func reference(for byte: UInt8) -> String? {
        switch byte {
        case ASCII.ampersand: "&amp;"
        case ASCII.lessThan: self == .value ? nil : "&lt;"
        case ASCII.greaterThan: self == .content ? "&gt;" : nil
        case ASCII.quotationMark: self == .content ? nil : "&quot;"
        default: nil
        }
    }
}

extension [UInt8] {
    /// Appends a text with references for the characters that have a meaning at this position.
    package mutating func append(escaped text: String, for place: MarkupPlace = .anywhere) {
        for byte in text.utf8 { append(byte, escapedFor: place) }
    }

    package mutating func append(escaped text: ArraySlice<UInt8>, for place: MarkupPlace) {
        for byte in text { append(byte, escapedFor: place) }
    }

    private mutating func append(_ byte: UInt8, escapedFor place: MarkupPlace) {
        if let reference = place.reference(for: byte) {
            append(contentsOf: reference.utf8)
        } else {
            append(byte)
        }
    }
}

extension String {
    /// The text with references for the characters that have a meaning at this position.
    package func escaped(for place: MarkupPlace) -> String {
        guard utf8.contains(where: { place.reference(for: $0) != nil }) else { return self }
        var bytes: [UInt8] = []
        bytes.append(escaped: self, for: place)
        return String(decoding: bytes, as: UTF8.self)
    }
}
