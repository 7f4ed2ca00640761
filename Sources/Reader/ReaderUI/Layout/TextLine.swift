import ArticleText
import Screen

extension TextLayout {
    /// A part of a line with a uniform look.
    struct Span: Equatable, Sendable {
        var text: String
        var role: Role
        var style: Run.Style
        /// The link that the span belongs to, as an index into `Document.links`.
        var link: Int?

        init(_ text: String, _ role: Role = .text, style: Run.Style = [], link: Int? = nil) {
            self.text = text
            self.role = role
            self.style = style
            self.link = link
        }
    }

    package struct Line: Equatable, Sendable {
        var spans: [Span]
        /// The block, and the offset of the line's first byte in the block's text; in a table, the index of the line.
        var position: Position
        /// The number of leading spans that are bars or markers.
        var prefixCount = 0
        /// The rows of pictures in this line.
        var pictures: [PicturePiece] = []
        /// The break between the line above and this one; nil if a new text begins here.
        var breakBefore: Break?

        /// The reading direction of the line's paragraph, if it has right-to-left text.
        var direction: Direction?

        enum Direction: Equatable, Sendable {
            case leftToRight, rightToLeft

            /// Nil for a text without right-to-left characters.
            init?(of text: String) {
                guard BidiOrder.concerns(text) else { return nil }
                self = BidiOrder.isRightToLeft(text) ? .rightToLeft : .leftToRight
            }
        }

        /// A break within a text.
        enum Break: Equatable, Sendable {
            /// The break is at a space, which belongs to no line.
            case space
            /// The break is within a word, or between ideographs.
            case nothing
        }

        init(_ spans: [Span] = [], position: Position = Position(block: -1, offset: 0)) {
            self.spans = spans
            self.position = position
        }

        /// The line's own part of the text, without bars and markers.
        var content: String {
            spans.dropFirst(prefixCount).map(\.text).joined()
        }

        /// The width before the content, in columns.
        var indent: Int {
            spans.prefix(prefixCount).reduce(0) { $0 + DisplayWidth.of($1.text) }
        }

        /// The line as plain text.
        package var text: String {
            spans.count == 1 ? spans[0].text : spans.map(\.text).joined()
        }

        /// Returns the link at a column.
        func link(at column: Int) -> Int? {
            var end = 0
            for span in spans {
                end += DisplayWidth.of(span.text)
                if column < end { return span.link }
            }
            return nil
        }
    }

    /// A position in a document that is valid at any width.
    package struct Position: Hashable, Comparable, Sendable {
        /// The block, as in `LineIndex`.
        package var block: Int
        package var offset: Int

        package init(block: Int, offset: Int) {
            self.block = block
            self.offset = offset
        }

        package static func < (a: Position, b: Position) -> Bool {
            (a.block, a.offset) < (b.block, b.offset)
        }
    }
}
