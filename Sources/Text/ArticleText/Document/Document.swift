import Markup

/// An article's HTML in a form that a terminal can show: a flat list of blocks, and the links that runs refer to by
/// number.
public struct Document: Equatable, Sendable {
    /// The blocks from the first to the last.
    public var blocks: [Block]
    /// The links in the order of the text; a run's `link` and a picture's `link` are indices into it (shown from 1).
    public var links: [Link]
    /// The fraction of the text, from its start, that the document holds, if it is known; 1 for the whole text.
    public var share = 1.0

    /// A complete document.
    public init(blocks: [Block] = [], links: [Link] = []) {
        self.blocks = blocks
        self.links = links
    }

    /// True if more text follows.
    public var isBeginning: Bool { share < 1 }

    /// Adds a picture below the text; `words` is the author's description, if there is one.
    package mutating func append(picture address: String, described words: String?) {
        let words = SafeText.line(words ?? "")
        let alternative = words.isEmpty ? Picture.fileName(address) : words
        blocks.append(Block(.picture(alternative: alternative, link: links.count, isDescribed: !words.isEmpty)))
        var link = Link(url: address, isPicture: true)
        link.picture = PictureAttributes(address: address)
        links.append(link)
    }
}

/// One block with its containers. Nesting is a list, so code that reads it needs no recursion.
public struct Block: Equatable, Sendable {
    /// The containers of the block, outermost first.
    public var containers: [Container]
    /// The text or picture of the block.
    public var content: Content
    /// The space between this block and the one before it.
    public var spacing = Spacing.usual

    /// A block with the usual space above it.
    public init(_ content: Content, in containers: [Container] = []) {
        self.content = content
        self.containers = containers
    }

    /// The kinds of blocks.
    public enum Content: Equatable, Sendable {
        /// A paragraph of text, without its containers.
        case paragraph([Run])
        /// Level 1–6.
        case heading(Int, [Run])
        /// Lines as written, tabs expanded.
        case preformatted([String])
        /// A table, with the runs of its cells.
        case table(Table)
        /// A separator without text (`<hr>`).
        case rule
        /// A picture. `alternative` is its description (its `alt`, else its `title`) or, if the author left both out and
        /// `isDescribed` is false, the file's name. `link` is the index of the picture's address in `Document.links`;
        /// `target` is the index of the page that the picture links to.
        case picture(alternative: String, link: Int?, target: Int? = nil, isDescribed: Bool = true)
    }

    /// The space above a block.
    public enum Spacing: Equatable, Sendable {
        /// An empty line, except between the items of a list.
        case usual
        /// No empty line: the block continues the previous one, for example the second of two terms.
        case tight
        /// No empty line: the block is the caption of the picture above it.
        case caption
        /// An empty line, even between items: the block begins a new list, or it is the first picture of a figure with
        /// a caption, which does not share a row with the pictures before it.
        case apart
        /// An empty line outside the innermost quotation, which begins directly below another one.
        case betweenQuotations
    }

    /// A block-level element around blocks.
    public enum Container: Equatable, Sendable {
        /// A quotation (`<blockquote>`).
        case quote
        /// An item of a list.
        ///
        /// `marker` is "•" or "3.", padded with leading spaces if the list has longer ones. Only the item's first block
        /// shows it (`begins`); later blocks are indented by its length.
        case listItem(marker: String, begins: Bool)
    }
}

/// A stretch of text in one style. White space is already collapsed; `\n` is a forced line break.
public struct Run: Equatable, Sendable {
    /// The text, without control characters.
    public var text: String
    /// The styles that apply to all of the text.
    public var style: Style
    /// The index of the link's target in `Document.links`.
    public var link: Int?

    /// A run of text; `link` is an index into the links of its document.
    public init(_ text: String, style: Style = [], link: Int? = nil) {
        self.text = text
        self.style = style
        self.link = link
    }

    /// The styles of inline elements.
    public struct Style: OptionSet, Hashable, Sendable {
        /// One bit for each style.
        public let rawValue: UInt8

        /// The styles with these bits.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// Emphasised text (`<em>`, `<i>` and the like).
        public static let emphasis = Style(rawValue: 1 << 0)
        /// Important text (`<strong>`, `<b>`).
        public static let strong = Style(rawValue: 1 << 1)
        /// Text of a program or a key (`<code>`, `<kbd>` and the like).
        public static let code = Style(rawValue: 1 << 2)
        /// Deleted or invalid text (`<del>`, `<s>`).
        public static let strikethrough = Style(rawValue: 1 << 3)
        /// Highlighted text (`<mark>`).
        public static let mark = Style(rawValue: 1 << 4)
    }
}

/// Rows of cells, each a line of runs. The layout shows them as a table if they fit, and row by row otherwise.
public struct Table: Equatable, Sendable {
    /// The table's caption; empty if it has none.
    public var caption: [Run]
    /// True if the first row names the columns.
    public var hasHeader: Bool
    /// The rows, each a list of cells, each a line of runs.
    public var rows: [[[Run]]]
    /// The indices of the right-aligned columns, such as columns of numbers.
    public var rightColumns: Set<Int> = []

    /// A table without right-aligned columns.
    public init(caption: [Run] = [], hasHeader: Bool = false, rows: [[[Run]]] = []) {
        self.caption = caption
        self.hasHeader = hasHeader
        self.rows = rows
    }
}

/// The target of a link or a picture: absolute if the base was known.
public struct Link: Equatable, Sendable {
    /// The address; relative if the base was unknown.
    public var url: String
    /// True for the address of a picture in the document, false for a link of its text.
    public var isPicture: Bool
    /// The picture's attributes; nil if the link does not lead to a picture.
    public var picture: PictureAttributes?

    /// The address of the picture to show, which may be smaller than the one that the link leads to.
    package var shownAddress: String { picture?.address ?? url }

    /// A target without attributes.
    public init(url: String, isPicture: Bool = false) {
        self.url = url
        self.isPicture = isPicture
    }
}
