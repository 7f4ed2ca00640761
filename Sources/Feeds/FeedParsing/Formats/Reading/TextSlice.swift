internal import Markup

/// A piece of text, often a range of the document's own bytes: it is copied only to make a string.
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

    /// The text, without another check: the document was made well-formed UTF-8 on arrival (`DocumentText`), everything
    /// decoded from it is, and slices begin and end at ASCII.
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

    /// Nil if empty.
    var nonEmpty: String? {
        isEmpty ? nil : self
    }
}
