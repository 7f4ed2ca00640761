package import ArticleText
package import PictureArt

/// A document as lines of a given width. A block is laid out when one of its lines is requested, so the cost depends on
/// the visible part and not on the length of the text. Lines name roles, not colours, so a theme can change without a
/// new layout.
package struct TextLayout: Sendable {
    /// The parameters of a layout besides the text.
    package struct Form: Equatable, Sendable {
        /// The width in columns.
        package var width: Int
        var glyphs: Glyphs
        /// The size of a cell in pixels; nil if no pictures are shown.
        var pictureCell: PixelSize?
        /// True if the header leaves room for a picture next to the headline.
        var hasThumbnail = false

        package init(width: Int, glyphs: Glyphs = .unicode, pictureCell: PixelSize? = nil) {
            self.width = width
            self.glyphs = glyphs
            self.pictureCell = pictureCell
        }
    }

    /// The index of a line.
    struct LineIndex: Hashable, Comparable, Sendable {
        /// The block that contains the line; −1 is the header. Each link counts as a block after the blocks of the
        /// document; the footer, if there is one, is the last block.
        var block: Int
        /// The line's index within its block.
        var line: Int

        static func < (a: LineIndex, b: LineIndex) -> Bool {
            (a.block, a.line) < (b.block, b.line)
        }
    }

    /// A line with its index.
    struct Row: Equatable, Sendable {
        var index: LineIndex
        var line: Line
    }

    package let form: Form
    private let header: [Line]
    private let footer: [Line]
    let document: Document
    /// The pictures that are ready.
    private(set) var pictures = PictureTable()
    private let extent: TextExtent
    /// The lines of blocks that have been laid out.
    private(set) var known: [Int: [Line]] = [:]

    /// Creates a layout: the header, the document, its link targets and the footer.
    package init(_ document: Document, _ form: Form, below header: [Line] = [], above footer: [Line] = []) {
        self.form = form
        self.header = header
        self.footer = footer
        self.document = document
        extent = TextExtent(of: document, below: header.count, above: footer.count, width: form.width)
    }

    // MARK: Positions of lines

    var start: LineIndex { LineIndex(block: -1, line: 0) }

    /// The index after the last line.
    var end: LineIndex { LineIndex(block: footerBlock + (footer.isEmpty ? 0 : 1), line: 0) }

    private var footerBlock: Int { document.blocks.count + document.links.count }

    /// Returns up to `count` lines starting at an index; fewer if the text ends.
    mutating func rows(from index: LineIndex, count: Int) -> [Row] {
        var rows: [Row] = []
        var (block, first) = (index.block, index.line)
        while rows.count < count, block < end.block {
            let lines = keptLines(of: block)
            for line in first..<max(first, min(lines.count, first + count - rows.count)) {
                rows.append(Row(index: LineIndex(block: block, line: line), line: lines[line]))
            }
            (block, first) = (block + 1, 0)
        }
        return rows
    }

    /// Returns the index `count` lines below another, or above it, limited to the first line and the end.
    mutating func index(_ index: LineIndex, movedBy count: Int) -> LineIndex {
        var index = index
        var rest = count
        while rest < 0, index != start {
            if index.line == 0 {
                index.block -= 1
                index.line = keptLines(of: index.block).count
            }
            let step = min(index.line, -rest)
            index.line -= step
            rest += step
        }
        while rest >= 0, index.block < end.block {
            let below = keptLines(of: index.block).count - index.line
            guard rest >= below else {
                index.line += rest
                break
            }
            rest -= below
            index = LineIndex(block: index.block + 1, line: 0)
        }
        return index
    }

    /// Returns the line that contains a position.
    mutating func index(of position: Position) -> LineIndex {
        let block = max(start.block, min(position.block, end.block - 1))
        let lines = keptLines(of: block)
        let line = lines.firstIndex { $0.position >= position } ?? lines.count
        let isFound = lines.indices.contains(line) && lines[line].position == position
        return LineIndex(block: block, line: isFound ? line : max(0, line - 1))
    }

    /// Returns the share of the text above a line, in percent; 100 only at the end of a text that has fully loaded.
    func progress(to index: LineIndex) -> Int {
        guard index != end || document.isBeginning else { return 100 }
        return min(99, extent.percent(above: index, of: known[index.block]?.count ?? 1))
    }

    // MARK: Pictures

    /// Updates the pictures that are ready; blocks that are pictures are laid out again when requested.
    mutating func show(_ pictures: PictureTable) {
        guard self.pictures != pictures else { return }
        self.pictures = pictures
        known = known.filter { $0.key >= 0 && !isPicture($0.key) && !isPicture($0.key - 1) }
    }

    func isPicture(_ block: Int) -> Bool {
        guard document.blocks.indices.contains(block), case .picture = document.blocks[block].content else {
            return false
        }
        return true
    }

    // MARK: Lines

    /// All lines.
    package var lines: [Line] {
        (start.block..<end.block).flatMap(lines(of:))
    }

    /// Returns the text of a block that consists of one text, before line breaking; nil for other blocks.
    func unbrokenText(of block: Int) -> String? {
        guard block >= 0, block != footerBlock else { return nil }
        guard block < document.blocks.count else { return document.links[block - document.blocks.count].url }
        switch document.blocks[block].content {
        case .paragraph(let runs), .heading(_, let runs): return StyledText(runs, role: .text).text
        case .preformatted, .table, .rule, .picture: return nil
        }
    }

    mutating func keptLines(of block: Int) -> [Line] {
        if let lines = known[block] { return lines }
        let lines = lines(of: block)
        known[block] = lines
        return lines
    }

    func lines(of block: Int) -> [Line] {
        guard block >= 0 else { return headerLines(header) }
        guard block < footerBlock else { return footer.numbered(in: block) }
        if let lines = known[block] { return lines }
        let blocks = document.blocks
        var builder = LayoutBuilder(block: block, width: max(8, form.width), glyphs: form.glyphs)
        if block < blocks.count {
            let pictures = placedPictures(at: block)
            guard pictures?.isEmpty != true else { return [] }
            builder.add(blocks[block], after: block == 0 ? nil : blocks[block - 1], pictures: pictures ?? [])
        } else {
            builder.add(document.links, block - blocks.count)
        }
        return builder.lines
    }
}

extension TextLayout: Equatable {
    /// Compares without the cache of laid-out lines.
    package static func == (a: TextLayout, b: TextLayout) -> Bool {
        a.form == b.form && a.header == b.header && a.footer == b.footer && a.document == b.document
            && a.pictures == b.pictures
    }
}

extension [TextLayout.Line] {
    /// Returns the lines of the header or the footer with their positions.
    func numbered(in block: Int) -> [TextLayout.Line] {
        enumerated().map { index, line in
            var line = line
            line.position = TextLayout.Position(block: block, offset: index)
            return line
        }
    }
}
