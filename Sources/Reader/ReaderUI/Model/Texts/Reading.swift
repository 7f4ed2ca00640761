import ArticleText
import FeedModel

/// The column of text: one article, laid out for the width of its column.
struct Reading: Equatable, Sendable {
    var open: OpenArticle
    private(set) var layout: TextLayout
    /// The first line shown.
    private(set) var top: TextLayout.LineIndex
    /// The lines shown.
    private(set) var rows: [TextLayout.Row] = []
    /// The first line below them.
    private var bottom: TextLayout.LineIndex
    /// The number of lines that fit on the screen.
    private(set) var height = 0
    /// The position that the text returns to when the screen shrinks; nil while the first line shown is that position.
    /// The last screen of a text is full, so that on a taller screen it begins above that position.
    private var positionBelowTop: TextLayout.Position?
    /// The text that the person searches for in the article, with its matches.
    var find: Find?
    /// The position at which the person began to type a text to find; nil once that line is closed.
    var findStart: TextLayout.Position?
    /// The reading position that the library holds.
    var storedPosition = TextLayout.Position(block: -1, offset: 0)
    /// The positions in the article's other texts when those were left.
    var otherPositions: [OpenArticle.TextKind: TextLayout.Position] = [:]
    /// The position to scroll to once that part of the text has loaded.
    var goal: Goal?

    var id: ArticleID { open.article.id }

    /// Matches of a text.
    struct Find: Equatable, Sendable {
        var text: String
        /// The positions of the matches, from top to bottom.
        var matches: [TextLayout.Match]
        var current: Int

        /// The match that the person last went to.
        var match: TextLayout.Match? {
            matches.indices.contains(current) ? matches[current] : nil
        }
    }

    enum Goal: Equatable, Sendable {
        case end
        /// The first match of the search text.
        case match
    }

    init(
        _ open: OpenArticle, below header: [TextLayout.Line], above footer: [TextLayout.Line],
        _ form: TextLayout.Form
    ) {
        self.open = open
        layout = TextLayout(open.document, form, below: header, above: footer)
        top = layout.start
        bottom = layout.start
        let layout = layout
        pictures = open.document.blocks.indices.compactMap { block in
            layout.pictureAttributes(at: block).map { (block, $0.address) }
        }
    }

    static func == (a: Reading, b: Reading) -> Bool {
        a.open == b.open && a.layout == b.layout && a.top == b.top && a.rows == b.rows && a.find == b.find
            && a.goal == b.goal && a.height == b.height && a.storedPosition == b.storedPosition
            && a.otherPositions == b.otherPositions && a.positionBelowTop == b.positionBelowTop
            && a.findStart == b.findStart
    }

    /// The share of the text read so far, in percent.
    var progress: Int {
        layout.progress(to: bottom)
    }

    /// True if the last line is visible.
    var isAtEnd: Bool {
        bottom == layout.end && !open.document.isBeginning
    }

    // MARK: Scrolling

    /// The position of the first line shown, or the position to which the text returns; it stays valid in another
    /// layout.
    var position: TextLayout.Position {
        positionBelowTop ?? rows.first?.line.position ?? TextLayout.Position(block: -1, offset: 0)
    }

    /// Scrolls, and updates the visible lines.
    mutating func scroll(by lines: Int, height: Int) {
        let (before, isTaller) = (position, self.height > 0 && height > self.height)
        if lines != 0 { (goal, positionBelowTop) = (nil, nil) }
        if let positionBelowTop { top = layout.index(of: positionBelowTop) }
        top = layout.index(top, movedBy: lines)
        rows = layout.rows(from: top, count: height)
        let isPastEnd = rows.count < height && top != layout.start
        positionBelowTop = isPastEnd ? positionBelowTop ?? (isTaller && lines == 0 ? before : nil) : nil
        // Fill the last screen.
        if isPastEnd {
            top = layout.index(layout.end, movedBy: -height)
            rows = layout.rows(from: top, count: height)
        }
        bottom = layout.index(top, movedBy: rows.count)
        self.height = height
    }

    // The visible lines are known only after scrolling.

    mutating func go(to position: TextLayout.Position) {
        top = layout.index(of: position)
        positionBelowTop = position
    }

    mutating func go(toEnd: Bool) {
        positionBelowTop = nil
        top = toEnd ? layout.end : layout.start
        goal = toEnd && open.document.isBeginning ? .end : nil
    }

    // MARK: Pictures

    /// The article's pictures and their blocks, in the order of the text.
    let pictures: [(block: Int, address: String)]

    /// Updates the pictures that are ready. The top line keeps its position, even if a picture above it grows.
    mutating func show(_ table: PictureTable) {
        guard table != layout.pictures else { return }
        let isTopPicture = layout.isPicture(top.block)
        let position = rows.first?.line.position
        layout.show(table)
        guard let position else { return }
        if isTopPicture { top = layout.index(of: position) }
        scroll(by: 0, height: height)
    }

    /// Returns the blocks that are visible, or will be on the next page.
    mutating func blocksInSight() -> ClosedRange<Int> {
        top.block...max(top.block, layout.index(bottom, movedBy: height).block)
    }

    // MARK: Finding

    mutating func beginFind() {
        findStart = position
    }

    /// Goes back to the position at which the find began.
    mutating func returnToFindStart() {
        find = nil
        guard let findStart else { return }
        if goal == .match { goal = nil }
        go(to: findStart)
    }

    /// Finds a text and goes to its first match at or below the first line shown. While the text is typed, that is the
    /// line that was shown before the first letter, since each letter may have scrolled.
    mutating func look(for text: String, keepingPosition: Bool = false) {
        let matches = layout.matches(of: text)
        var start = top
        if let findStart { start = layout.index(of: findStart) }
        let above = layout.pieces(of: text, in: start.block).count { $0[0].line < start }
        let from = TextLayout.Match(block: start.block, number: above)
        let current = matches.firstIndex { ($0.block, $0.number) >= (from.block, from.number) } ?? 0
        find = Find(text: text, matches: matches, current: current)
        goal = matches.isEmpty && open.document.isBeginning ? .match : nil
        if !keepingPosition { showMatch() }
    }

    /// Goes `count` matches forward, wrapping around at the ends.
    mutating func moveMatch(by count: Int) {
        guard var found = find, !found.matches.isEmpty else { return }
        found.current = ((found.current + count) % found.matches.count + found.matches.count) % found.matches.count
        find = found
        showMatch()
    }

    private mutating func showMatch() {
        guard let find, let match = find.match else { return }
        let pieces = layout.pieces(of: find.text, in: match.block)
        let line = pieces.indices.contains(match.number) ? pieces[match.number][0].line.line : 0
        top = layout.index(TextLayout.LineIndex(block: match.block, line: line), movedBy: -3)
        positionBelowTop = nil
    }
}

/// The positions where reading stopped in earlier articles of this session.
struct ReadingPositions: Equatable, Sendable {
    private static let limit = 300
    private var positions: [ArticleID: TextLayout.Position] = [:]
    private var order: [ArticleID] = []

    subscript(id: ArticleID) -> TextLayout.Position? {
        get { positions[id] }
        set {
            if positions[id] == nil { order.append(id) }
            positions[id] = newValue
            if order.count > Self.limit {
                positions[order.removeFirst()] = nil
            }
        }
    }
}
