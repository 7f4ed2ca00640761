package import ArticleText
import Screen

extension TextLayout {
    /// A stretch of a line in one look.
    package struct Span: Equatable, Sendable {
        package var text: String
        package var role: Role
        package var style: Run.Style
        /// The link it belongs to, an index into `Document.links`.
        package var link: Int?

        package init(_ text: String, _ role: Role = .text, style: Run.Style = [], link: Int? = nil) {
            self.text = text
            self.role = role
            self.style = style
            self.link = link
        }
    }

    package struct Line: Equatable, Sendable {
        package var spans: [Span]
        /// The block it is part of, and the first byte of it in the block's text; of a table, which of its lines.
        package var place: Place
        /// How many spans at its beginning are the bars and markers that it stands behind.
        var prefixCount = 0
        /// The rows of pictures that stand in it.
        package var pictures: [PicturePiece] = []
        /// What its break from the line above took from the text; nil where another text begins.
        var joint: Joint?

        /// Where a text was broken into lines.
        enum Joint: Equatable, Sendable {
            /// At a space, which belongs to no line.
            case space
            /// Within a word, or between ideographs.
            case nothing
        }

        package init(_ spans: [Span] = [], place: Place = Place(block: -1, offset: 0)) {
            self.spans = spans
            self.place = place
        }

        /// Its part of the text, without what it stands behind.
        var content: String {
            spans.dropFirst(prefixCount).map(\.text).joined()
        }

        /// The columns before its content.
        var indent: Int {
            spans.prefix(prefixCount).reduce(0) { $0 + DisplayWidth.of($1.text) }
        }

        /// The line as plain text.
        package var text: String {
            spans.count == 1 ? spans[0].text : spans.map(\.text).joined()
        }

        /// The link at a column.
        func link(at column: Int) -> Int? {
            var end = 0
            for span in spans {
                end += DisplayWidth.of(span.text)
                if column < end { return span.link }
            }
            return nil
        }
    }

    /// A place in a document that means the same at any width.
    package struct Place: Hashable, Comparable, Sendable {
        /// As in `LineIndex`.
        package var block: Int
        package var offset: Int

        package init(block: Int, offset: Int) {
            self.block = block
            self.offset = offset
        }

        package static func < (a: Place, b: Place) -> Bool {
            (a.block, a.offset) < (b.block, b.offset)
        }
    }
}
