public import ArticleText
import Screen

/// A document as lines of a given width. Lines name roles, not colours, so a theme changes without a new layout.
public struct TextLayout: Equatable, Sendable {
    /// A stretch of a line in one look.
    public struct Span: Equatable, Sendable {
        public var text: String
        public var role: Role
        public var style: Run.Style
        /// The link it belongs to, an index into `Document.links`.
        public var link: Int?

        public init(_ text: String, _ role: Role = .text, style: Run.Style = [], link: Int? = nil) {
            self.text = text
            self.role = role
            self.style = style
            self.link = link
        }
    }

    public struct Line: Equatable, Sendable {
        public var spans: [Span]
        /// The block it is part of, −1 in the header, and the first byte of it in the block's text.
        public var place: Place
        /// How many spans at its beginning are the bars and markers that it stands behind.
        var prefixCount = 0
        /// What its break from the line above took from the text; nil where another text begins.
        var joint: Joint?

        /// Where a text was broken into lines.
        enum Joint: Equatable, Sendable {
            /// At a space, which belongs to no line.
            case space
            /// Within a word, or between ideographs.
            case nothing
        }

        public init(_ spans: [Span] = [], place: Place = Place(block: -1, offset: 0)) {
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
        public var text: String {
            spans.count == 1 ? spans[0].text : spans.map(\.text).joined()
        }
    }

    /// A place in a document that means the same at any width.
    public struct Place: Hashable, Comparable, Sendable {
        public var block: Int
        public var offset: Int

        public init(block: Int, offset: Int) {
            self.block = block
            self.offset = offset
        }

        public static func < (a: Place, b: Place) -> Bool {
            (a.block, a.offset) < (b.block, b.offset)
        }
    }

    /// A match of a find: one piece, or one on each line that it goes over.
    public struct Match: Equatable, Sendable {
        public struct Piece: Equatable, Sendable {
            public var line: Int
            public var columns: Range<Int>
        }

        /// Never empty.
        public var pieces: [Piece]

        /// The line that it begins on.
        public var line: Int { pieces[0].line }
    }

    /// What lines depend on besides the text.
    public struct Form: Equatable, Sendable {
        /// In columns.
        public var width: Int
        public var glyphs: Glyphs

        public init(width: Int, glyphs: Glyphs = .unicode) {
            self.width = width
            self.glyphs = glyphs
        }
    }

    public let lines: [Line]
    public let width: Int

    /// Lays out the document and the targets of its links.
    public init(_ document: Document, _ form: Form) {
        var builder = LayoutBuilder(width: max(8, form.width), glyphs: form.glyphs)
        for (index, block) in document.blocks.enumerated() {
            builder.add(block, index: index, after: index > 0 ? document.blocks[index - 1] : nil)
        }
        builder.addLinks(document.links, block: document.blocks.count)
        self.init(lines: builder.lines, width: form.width)
    }

    private init(lines: [Line], width: Int) {
        self.lines = lines
        self.width = width
    }

    /// The same text with lines above it.
    func below(_ header: [Line]) -> TextLayout {
        TextLayout(lines: header + lines, width: width)
    }

    public func place(ofLine index: Int) -> Place {
        lines.indices.contains(index) ? lines[index].place : Place(block: -1, offset: index)
    }

    /// The line that shows a place.
    public func line(of place: Place) -> Int {
        if place.block < 0 { return min(max(0, place.offset), max(0, lines.count - 1)) }
        let after = lines.firstIndex { $0.place > place } ?? lines.count
        return max(0, after - 1)
    }

    /// The link at a column of a line.
    func link(line: Int, column: Int) -> Int? {
        guard lines.indices.contains(line) else { return nil }
        var end = 0
        for span in lines[line].spans {
            end += DisplayWidth.of(span.text)
            if column < end { return span.link }
        }
        return nil
    }
}
