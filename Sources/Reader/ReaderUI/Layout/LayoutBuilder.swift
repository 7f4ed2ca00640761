import ArticleText
import Screen

/// Lays out a block, or a link's target, as lines.
struct LayoutBuilder {
    /// The block's index in the document.
    private let block: Int
    let width: Int
    let glyphs: Glyphs
    var lines: [TextLayout.Line] = []

    init(block: Int, width: Int, glyphs: Glyphs) {
        self.block = block
        self.width = width
        self.glyphs = glyphs
    }

    /// - Parameter pictures: the block's own picture, if the block is a picture, and the pictures next to it.
    mutating func add(_ block: Block, after previous: Block?, pictures: [PlacedPicture]) {
        let prefix = BlockPrefix(block.containers, width: width, glyphs: glyphs)
        if let previous, !isTight(block, after: previous) { addSpace(above: block, after: previous) }
        let room = width - prefix.width
        switch block.content {
        case .paragraph(let runs):
            addRuns(runs, role: .text, prefix)
        case .heading(_, let runs):
            addRuns(runs, role: .heading, prefix)
        case .preformatted(let code):
            addCode(code, prefix)
        case .rule:
            let rule = String(repeating: glyphs.horizontal, count: min(room, Self.ruleWidth))
            append([TextLayout.Span(rule, .rule)], prefix.rest)
        case .picture:
            add(pictures, prefix)
        case .table(let table):
            if !table.caption.isEmpty {
                addRuns(table.caption, role: .heading, prefix)
            }
            let afterCaption = lines.last.map { max(0, $0.position.offset + 1) } ?? 0
            for (index, spans) in TableLayout(table, width: room, glyphs: glyphs).lines.enumerated() {
                append(spans, afterCaption + index == 0 ? prefix.first : prefix.rest, offset: afterCaption + index)
            }
        }
    }

    /// Adds an empty line, with the signs of the quotations that hold both blocks.
    private mutating func addSpace(above block: Block, after previous: Block) {
        var shared = zip(previous.containers, block.containers).prefix { $0 == $1 && $0 == .quote }.map { $0.0 }
        if block.spacing == .betweenQuotations { shared = shared.dropLast() }
        append([], BlockPrefix(shared, width: width, glyphs: glyphs).rest, offset: Self.above)
        if !shared.isEmpty, block.isRightToLeft, previous.isRightToLeft {
            lines[lines.count - 1].direction = .rightToLeft
        }
    }

    /// Adds the target of a numbered link; an empty line precedes the first.
    mutating func add(_ links: [Link], _ index: Int) {
        if index == 0 { append([], [], offset: Self.above) }
        let url = links[index].url
        let numberWidth = String(links.count).count + 2
        let number = Truncation.padLeft("[\(index + 1)]", numberWidth)
        let hang = String(repeating: " ", count: numberWidth)
        for (line, range) in Wrapping.lines(of: url, width: width - numberWidth - 1).enumerated() {
            append(
                [TextLayout.Span(String(url.utf8Slice(range)), .link, link: index)],
                [TextLayout.Span((line == 0 ? number : hang) + " ", .dim, link: index)], offset: range.lowerBound)
            if line > 0 { lines[lines.count - 1].breakBefore = .nothing }
        }
    }

    /// True if no empty line separates two blocks: the items of a list follow each other directly.
    private func isTight(_ block: Block, after previous: Block) -> Bool {
        if block.spacing == .tight || block.spacing == .caption { return true }
        if block.spacing == .apart, isList(previous, beside: block) { return false }
        guard case .listItem(let marker, begins: true) = block.containers.last(where: { $0 != .quote }) else {
            return false
        }
        // A definition follows its term directly.
        if marker.isEmpty, case .paragraph = previous.content { return true }
        return previous.containers.contains { $0 != .quote }
    }

    /// True if `previous` is in a list item at the level at which `block` begins one, so that two lists follow each
    /// other.
    private func isList(_ previous: Block, beside block: Block) -> Bool {
        let depth = block.containers.firstIndex { $0.beginsItem } ?? 0
        guard previous.containers.indices.contains(depth) else { return false }
        return previous.containers[depth] != .quote
    }

    /// The width of a rule between two parts of a text.
    private static let ruleWidth = 24

    /// The offset of the empty line above a block; the rows of a picture have offsets between this and 0.
    private static let above = -1_000

    mutating func append(_ spans: [TextLayout.Span], _ prefix: [TextLayout.Span], offset: Int = 0) {
        var line = TextLayout.Line(prefix + spans, position: TextLayout.Position(block: block, offset: offset))
        line.prefixCount = prefix.count
        lines.append(line)
    }

    mutating func addRuns(_ runs: [Run], role: Role, _ prefix: BlockPrefix) {
        let text = StyledText(runs, role: role)
        let direction = TextLayout.Line.Direction(of: text.text)
        var end: Int?
        for range in Wrapping.lines(of: text.text, width: width - prefix.width) {
            append(
                text.spans(in: range), end == nil ? prefix.first : prefix.rest, offset: range.lowerBound)
            lines[lines.count - 1].breakBefore = end.map { $0 == range.lowerBound ? .nothing : .space }
            lines[lines.count - 1].direction = direction
            end = range.upperBound
        }
    }

    /// Adds code, which keeps its line breaks; a line that is too long continues below, broken between words if
    /// possible.
    private mutating func addCode(_ code: [String], _ prefix: BlockPrefix) {
        let indent = width >= 40 ? 4 : 2
        let room = max(4, width - prefix.width - indent)
        let space = TextLayout.Span(String(repeating: " ", count: indent), .code)
        var offset = 0
        for line in code {
            var rest = Substring(line)
            var isContinued = false
            repeat {
                let part = rest.prefix(columns: room).untilLastSpace(ifFollowedBy: rest, room: room)
                rest = rest.dropFirst(part.count)
                let margin = isContinued ? TextLayout.Span(glyphs.continued.padded(to: indent), .dim) : space
                append(
                    [margin, TextLayout.Span(String(part), .code)], offset == 0 ? prefix.first : prefix.rest,
                    offset: offset)
                isContinued = true
                offset += part.utf8.count
            } while !rest.isEmpty
            offset += 1
        }
    }
}

extension Block {
    /// True for a paragraph or heading that is read from right to left.
    fileprivate var isRightToLeft: Bool {
        switch content {
        case .paragraph(let runs), .heading(_, let runs):
            TextLayout.Line.Direction(of: runs.lazy.map(\.text).joined()) == .rightToLeft
        case .preformatted, .table, .rule, .picture: false
        }
    }
}

extension Block.Container {
    fileprivate var beginsItem: Bool {
        if case .listItem(_, begins: true) = self { true } else { false }
    }
}

extension String {
    /// Returns the part between two UTF-8 offsets, which must be character boundaries.
    func utf8Slice(_ range: Range<Int>) -> Substring {
        let start = utf8.index(startIndex, offsetBy: range.lowerBound)
        return self[start..<utf8.index(start, offsetBy: range.count)]
    }
}

extension String {
    /// Returns the glyph before the last column of a margin.
    fileprivate func padded(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - 2)) + self + " "
    }
}

extension Substring {
    /// Returns as many leading characters as fit in `columns`, but at least one.
    fileprivate func prefix(columns: Int) -> Substring {
        var used = 0
        var end = startIndex
        while end < endIndex {
            used += DisplayWidth.of(self[end])
            guard used <= columns || end == startIndex else { break }
            end = index(after: end)
        }
        return self[..<end]
    }

    /// Returns the part up to and including the last space if this part of `whole` ends in the middle of a word. The
    /// part stays as it is if the word is longer than a line and takes half of the part or more.
    fileprivate func untilLastSpace(ifFollowedBy whole: Substring, room: Int) -> Substring {
        guard endIndex < whole.endIndex, whole[endIndex] != " ", let space = lastIndex(of: " ") else { return self }
        let part = self[...space]
        let word = whole[part.endIndex...].prefix(room + 1).prefix { $0 != " " }
        let isCode = part.contains { $0 != " " }
        let isKept = isCode && DisplayWidth.of(String(word)) <= room
        return isKept || part.utf8.count * 2 > utf8.count ? part : self
    }
}
