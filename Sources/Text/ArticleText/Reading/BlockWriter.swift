import Markup

/// Writes a document's blocks one after the other: text goes to the open block until an element ends it.
struct BlockWriter {
    /// The kind of block that the current text becomes.
    enum Shape: Equatable {
        case paragraph
        case heading(Int)
        case preformatted
    }

    /// A position to return to when an element ends.
    struct Position: Equatable {
        fileprivate let depth: Int
        fileprivate let lists: Int
        fileprivate let shape: Shape
    }

    /// An open list: its blocks begin at `start`, and its items are their containers at `depth`.
    private struct OpenList {
        var marker: ListMarker
        let start: Int
        let depth: Int
    }

    private var blocks: [Block] = []
    private var containers = ContainerStack()
    private var lists: [OpenList] = []
    /// The spacing of the next block.
    private var spacing = Block.Spacing.usual
    /// The number of blocks at the end of the last term.
    private var termEnd: Int?
    private var tables: [TableBuilder] = []
    /// The indices of the first blocks of the open figures.
    private var figures: [Int] = []
    private var inline = InlineText()
    private var preformatted = Preformatted()
    /// Pictures from the middle of a line, which are placed after its paragraph.
    private var waiting: [Block.Content] = []
    private(set) var shape = Shape.paragraph
    /// The length of the appended text, in bytes.
    private(set) var textLength = 0

    var position: Position {
        Position(depth: containers.depth, lists: lists.count, shape: shape)
    }

    /// True if the open block has text.
    var hasText: Bool {
        !inline.isEmpty
    }

    /// True if the open paragraph is only a short number so far, with or without brackets: `[1]`.
    var holdsOnlyNumber: Bool {
        shape == .paragraph && inline.isNumber
    }

    /// The number of finished blocks.
    var blockCount: Int {
        blocks.count
    }

    /// The byte directly before the next text, if it is part of a word.
    var lastByte: UInt8? {
        shape == .preformatted ? nil : inline.lastByte
    }

    /// True if text directly after it would run into the last word of the block.
    var endsInWord: Bool {
        shape == .preformatted ? preformatted.endsInWord : inline.lastByte != nil
    }

    // MARK: Text

    mutating func append(_ text: [UInt8], _ range: Range<Int>, style: Run.Style, link: Int?) {
        textLength += range.count
        if shape == .preformatted {
            preformatted.append(text, range)
        } else if !inline.isEmpty || !containers.repeatsMarker(text[text.trimmed(range)]) {
            inline.append(text, range, style: style, link: link)
        }
    }

    mutating func append(_ text: String, style: Run.Style = [], link: Int? = nil) {
        let text = Array(text.utf8)
        append(text, text.indices, style: style, link: link)
    }

    /// Adds a line break. Two in a row begin a new paragraph, which is what authors mean by them.
    mutating func breakLine() {
        if shape == .preformatted {
            preformatted.breakLine(unlessAtStart: false)
        } else if inline.isAtLineStart {
            endParagraph()
        } else {
            inline.breakLine()
        }
    }

    // MARK: Blocks

    /// Ends the open block; a block without text is not written.
    mutating func endParagraph() {
        guard shape != .preformatted else {
            preformatted.breakLine(unlessAtStart: true)
            return
        }
        endText()
    }

    /// Writes a picture at the start of a line at once; one in mid-line waits for the end of the paragraph.
    mutating func addPicture(alternative: String, link: Int?, isDescribed: Bool) {
        let picture = Block.Content.picture(alternative: alternative, link: link, isDescribed: isDescribed)
        guard shape != .preformatted, !inline.isAtLineStart else {
            endText()
            write(picture)
            return
        }
        waiting.append(picture)
    }

    /// Makes the last picture a link.
    mutating func linkPicture(to target: Int) {
        if let last = waiting.last {
            waiting[waiting.count - 1] = last.picture(leadingTo: target)
        } else if let last = blocks.last {
            blocks[blocks.count - 1].content = last.content.picture(leadingTo: target)
        }
    }

    /// Adds a rule between two blocks; a second rule in a row is dropped.
    mutating func addRule() {
        endText()
        guard let last = blocks.last, last.content != .rule else { return }
        write(.rule)
    }

    /// Returns all blocks without a trailing rule.
    mutating func finish() -> [Block] {
        endText()
        if blocks.last?.content == .rule { blocks.removeLast() }
        return blocks
    }

    mutating func beginFigure() {
        figures.append(blocks.count)
    }

    mutating func endFigure() {
        _ = figures.popLast()
    }

    /// Ends the open paragraph. If it has text and a picture is directly above it, the text is the caption of that
    /// picture.
    mutating func endCaption() {
        guard hasText, blocks.last?.content.isPicture == true else { return }
        dropEcho()
        guard hasText else { return }
        spacing = .caption
        endText()
        spacing = .usual
        if let figure = figures.last { beginRow(at: figure) }
    }

    /// Separates a picture with a caption from the pictures before it, which would otherwise be above that caption too.
    private mutating func beginRow(at index: Int) {
        guard index > 0, blocks.indices.contains(index), blocks[index].content.isPicture,
            blocks[index - 1].content.isPicture, blocks[index].containers == blocks[index - 1].containers
        else { return }
        blocks[index].spacing = .apart
    }

    /// Removes the open paragraph if it only repeats the text of the preceding picture.
    private mutating func dropEcho() {
        guard case .picture(let alternative, _, _, _)? = blocks.last?.content else { return }
        var copy = inline
        if copy.finishRuns().map(\.text).joined() == alternative { inline = InlineText() }
    }

    private mutating func endText() {
        if shape == .preformatted {
            let lines = preformatted.finishLines()
            if !lines.isEmpty { write(.preformatted(lines)) }
        } else {
            let runs = inline.finishRuns()
            if runs.contains(where: \.hasInk) { write(content(of: runs)) }
        }
        let pictures = waiting
        waiting = []
        for picture in pictures { write(picture) }
    }

    private func content(of runs: [Run]) -> Block.Content {
        if case .heading(let level) = shape { .heading(level, runs) } else { .paragraph(runs) }
    }

    private mutating func write(_ content: Block.Content) {
        for piece in content.pieces {
            var block = Block(piece, in: containers.openForBlock())
            block.spacing = spacing
            // An empty line between the pieces would look like one that the author wrote.
            spacing = .tight
            blocks.append(block)
        }
        spacing = .usual
    }

    // MARK: Containers

    mutating func begin(_ shape: Shape) {
        endText()
        self.shape = shape
    }

    mutating func beginQuote() {
        endText()
        let depth = containers.depth
        containers.push(.quote)
        // Directly below another quotation, this one would look like a part of it.
        let above = blocks.last?.containers.prefix(containers.depth) ?? []
        guard containers.depth > depth, above.count > depth, above.allSatisfy({ $0 == .quote }) else { return }
        spacing = .betweenQuotations
    }

    mutating func beginList(_ marker: (_ depth: Int) -> ListMarker) {
        endText()
        continueItem()
        lists.append(OpenList(marker: marker(lists.count), start: blocks.count, depth: containers.depth))
        if lists.count == 1 { spacing = .apart }
    }

    /// Continues the last item of the list before a list directly inside it: many editors write `<li>a</li><ul>`, and
    /// browsers indent that list, too.
    private mutating func continueItem() {
        guard let list = lists.last, containers.depth == list.depth, blocks.count > list.start,
            let above = blocks.last?.containers, above.indices.contains(list.depth),
            case .listItem(let marker, _) = above[list.depth]
        else { return }
        containers.push(.listItem(marker: marker, begins: false))
    }

    mutating func beginItem(value: String?) {
        endText()
        let marker = lists.isEmpty ? ListMarker.stray : lists[lists.count - 1].marker.advance(value: value)
        containers.push(.listItem(marker: marker, begins: true))
    }

    /// Begins a term. A term directly below another one shares its definition.
    mutating func beginTerm() {
        endText()
        if termEnd == blocks.count { spacing = .tight }
    }

    mutating func endTerm() {
        spacing = .usual
        termEnd = blocks.count
    }

    /// Writes a definition under its term, without a marker.
    mutating func beginDefinition() {
        endText()
        containers.push(.listItem(marker: "", begins: true))
    }

    /// Ends the containers that were opened since `position`.
    mutating func end(to position: Position) {
        endText()
        // A quotation without text separates nothing.
        if spacing == .betweenQuotations { spacing = .usual }
        containers.close(to: position.depth)
        while lists.count > position.lists, let list = lists.popLast() { end(list) }
        shape = position.shape
    }

    /// Right-aligns the numbers of a list, so that the texts of its items begin in one column.
    private mutating func end(_ list: OpenList) {
        if lists.isEmpty { spacing = .usual }
        guard !list.marker.isAligned else { return }
        for index in list.start..<blocks.count where blocks[index].containers.indices.contains(list.depth) {
            guard case .listItem(let marker, let begins) = blocks[index].containers[list.depth] else { continue }
            blocks[index].containers[list.depth] = .listItem(marker: list.marker.aligned(marker), begins: begins)
        }
    }

    // MARK: Tables

    mutating func beginTable(isPresentation: Bool) {
        endText()
        tables.append(
            TableBuilder(start: blocks.count, containerDepth: containers.depth, isPresentation: isPresentation))
    }

    /// Applies a change to the innermost open table, with the index of the next block.
    mutating func inTable(_ change: (inout TableBuilder, _ block: Int) -> Void) {
        endText()
        guard !tables.isEmpty else { return }
        change(&tables[tables.count - 1], blocks.count)
    }

    mutating func endTable() {
        endText()
        guard let table = tables.popLast(), let replacement = table.blocks(replacing: blocks[table.start...]) else {
            return
        }
        blocks.replaceSubrange(table.start..., with: replacement)
        for index in table.start..<blocks.count where blocks[index].spacing == .caption { beginRow(at: index - 1) }
    }
}

extension Block.Content {
    fileprivate var isPicture: Bool {
        if case .picture = self { true } else { false }
    }

    /// Returns this picture as a link.
    fileprivate func picture(leadingTo target: Int) -> Block.Content {
        guard case .picture(let alternative, let link, _, let isDescribed) = self else { return self }
        return .picture(alternative: alternative, link: link, target: target, isDescribed: isDescribed)
    }
}

extension Run {
    /// True if the run shows anything; editors write an empty paragraph as a single no-break space.
    fileprivate var hasInk: Bool {
        text.unicodeScalars.contains { $0 != "\u{A0}" && $0 != " " && $0 != "\n" }
    }
}
