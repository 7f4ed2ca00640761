internal import Markup

/// A piece of text that may still lie in the document's own bytes: no copy is made until it is a string.
struct TextSlice {
    let bytes: [UInt8]
    let range: Range<Int>

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        self.range = range
    }

    init(_ bytes: [UInt8]) {
        self.init(bytes, bytes.indices)
    }

    static let empty = TextSlice([])

    /// The text, without being looked through again: the document was made well-formed UTF-8 at the door (`DocumentText`),
    /// everything decoded from it is, and slices begin and end at ASCII.
    var string: String {
        String(copying: UTF8Span(unchecked: bytes.span.extracting(range)))
    }

    var trimmed: TextSlice {
        TextSlice(bytes, bytes.trimmed(range))
    }

    var isEmpty: Bool {
        range.isEmpty
    }
}

extension String {
    var trimmingSpaces: String {
        TextSlice(Array(utf8)).trimmed.string
    }

    /// Nil instead of nothing.
    var nonEmpty: String? {
        isEmpty ? nil : self
    }
}
