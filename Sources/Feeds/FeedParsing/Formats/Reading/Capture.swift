/// The content between an element's tags, as ranges of the document: content that turns out to be unwanted is never
/// copied.
struct Capture {
    enum Content {
        case nothing
        /// One piece of text, references not yet decoded.
        case text(Range<Int>)
        /// One CDATA section.
        case characterData(Range<Int>)
        /// Several of both, separated by comments and the like.
        case pieces
        /// It holds elements.
        case markup
    }

    /// The range from the end of the start tag to the beginning of the end tag.
    var range: Range<Int>
    var content: Content

    static let empty = Capture(range: 0..<0, content: .nothing)
}

extension Capture {
    mutating func add(text range: Range<Int>) {
        content = if case .nothing = content { .text(range) } else { content.joined }
    }

    mutating func add(characterData range: Range<Int>) {
        content = if case .nothing = content { .characterData(range) } else { content.joined }
    }
}

extension Capture.Content {
    /// The content after one more piece is added.
    fileprivate var joined: Capture.Content {
        if case .markup = self { .markup } else { .pieces }
    }
}
