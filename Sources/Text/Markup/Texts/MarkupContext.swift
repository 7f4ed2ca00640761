/// The context of a text in HTML or XML: it decides which characters have a meaning and become references.
package enum MarkupContext: Sendable {
    /// The text is between tags: `&`, `<` and `>`.
    case content
    /// The text is between quotation marks: `&` and `"`.
    case value
    /// The text may be in either place, in HTML: `&`, `<` and `"`.
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
    /// Appends a text with references for the characters that have a meaning in this context.
    package mutating func append(escaped text: String, for context: MarkupContext = .anywhere) {
        for byte in text.utf8 { append(byte, escapedFor: context) }
    }

    package mutating func append(escaped text: ArraySlice<UInt8>, for context: MarkupContext) {
        for byte in text { append(byte, escapedFor: context) }
    }

    private mutating func append(_ byte: UInt8, escapedFor context: MarkupContext) {
        if let reference = context.reference(for: byte) {
            append(contentsOf: reference.utf8)
        } else {
            append(byte)
        }
    }
}

extension String {
    /// Returns the text with references for the characters that have a meaning in this context.
    package func escaped(for context: MarkupContext) -> String {
        guard utf8.contains(where: { context.reference(for: $0) != nil }) else { return self }
        var bytes: [UInt8] = []
        bytes.append(escaped: self, for: context)
        return String(decoding: bytes, as: UTF8.self)
    }
}
