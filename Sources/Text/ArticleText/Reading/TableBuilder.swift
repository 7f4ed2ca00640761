import Basics

/// One open table. The content of its cells is written as ordinary blocks. When the table ends, they become cells of a
/// table, or stay blocks because the table only laid out a page.
struct TableBuilder {
    private static let columnLimit = 64
    private static let maximumColumnSpan = 16
    private static let maximumRowSpan = 256
    /// Maximum length of a cell's text, in characters; a longer one is part of a page layout.
    private static let maximumCellLength = 600

    private struct Cell {
        var blocks: Range<Int>
        let isHeader: Bool
        let isRight: Bool
        let columns: Int
        let rows: Int
    }

    /// The index of the first block written inside the table.
    let start: Int
    private let containerDepth: Int
    /// True if the page says that the table only lays out content.
    private let isPresentation: Bool
    private var rows: [[Cell]] = []
    private var isRowOpen = false
    /// True if cells of the row without an alignment of their own are right-aligned.
    private var isRowRight = false
    private var isCellOpen = false
    private var caption: Range<Int>?

    init(start: Int, containerDepth: Int, isPresentation: Bool) {
        self.start = start
        self.containerDepth = containerDepth
        self.isPresentation = isPresentation
    }

    // MARK: While the table is read; `block` is the index of the next block

    mutating func beginRow(isRight: Bool = false) {
        isRowOpen = false
        isRowRight = isRight
    }

    mutating func beginCell(isHeader: Bool, isRight: Bool?, columns: String?, rows: String?, block: Int) {
        if !isRowOpen { self.rows.append([]) }
        isRowOpen = true
        isCellOpen = true
        let cell = Cell(
            blocks: block..<block, isHeader: isHeader, isRight: isRight ?? isRowRight,
            columns: Self.span(columns, Self.maximumColumnSpan), rows: Self.span(rows, Self.maximumRowSpan))
        self.rows[self.rows.count - 1].append(cell)
    }

    mutating func endCell(block: Int) {
        guard isCellOpen, let cell = rows.last?.last else { return }
        isCellOpen = false
        rows[rows.count - 1][rows[rows.count - 1].count - 1].blocks = cell.blocks.lowerBound..<block
    }

    mutating func beginCaption(block: Int) {
        caption = block..<block
    }

    mutating func endCaption(block: Int) {
        guard let caption, caption.isEmpty else { return }
        self.caption = caption.lowerBound..<block
    }

    private static func span(_ text: String?, _ limit: Int) -> Int {
        min(max(text.flatMap { Int($0) } ?? 1, 1), limit)
    }

    // MARK: When the table ends

    /// Returns the blocks that replace the table, given all blocks written inside it (their indices begin at `start`);
    /// nil if those stay.
    func blocks(replacing written: ArraySlice<Block>) -> [Block]? {
        if let code = codeAlone(written) { return code }
        guard isDataTable(written) else { return captioned(written) }
        var isCell = Array(repeating: false, count: written.count)
        for range in rows.joined().map(\.blocks) + [caption ?? start..<start] {
            for index in range { isCell[index - start] = true }
        }
        // HTML §13.2.6.1: content between the cells goes before the table.
        let outside = written.indices.filter { !isCell[$0 - start] }.map { written[$0] }
        let first = written.first?.containers ?? []
        var alignment = CellAlignment()
        let headers = headerCount
        var lines = grid(written, headers: headers, &alignment)
        if headers > 1 { lines.replaceSubrange(..<headers, with: [Self.merged(lines[..<headers])]) }
        var table = Table(
            caption: caption.map { CellText.runs(of: written[$0], below: containerDepth) } ?? [],
            hasHeader: headers > 0, rows: lines)
        table.rightColumns = alignment.rightColumns
        return outside + [Block(.table(table), in: Array(first.prefix(containerDepth)))]
    }

    /// The number of rows that name the columns. A row with a single cell is the title of the others.
    private var headerCount: Int {
        let headers = rows.prefix { $0.allSatisfy(\.isHeader) }
        guard headers.count > 1, headers.count < rows.count, headers.count <= Self.maximumHeaders,
            headers.allSatisfy({ $0.count > 1 })
        else { return min(1, headers.count) }
        return headers.count
    }

    private static let maximumHeaders = 3

    /// Returns the names of the columns in one row: "High water Height" for a cell across several columns and one of the
    /// cells below it.
    private static func merged(_ headers: ArraySlice<[[Run]]>) -> [[Run]] {
        let count = headers.map(\.count).max() ?? 0
        return (0..<count).map { column in
            let names = headers.filter { $0.indices.contains(column) && !$0[column].isEmpty }.map { $0[column] }
            return Array(names.joined(separator: [Run(" ")]))
        }
    }

    /// Returns the blocks of a table whose only row sets code beside the numbers of its lines, without the numbers; nil
    /// for others.
    private func codeAlone(_ written: ArraySlice<Block>) -> [Block]? {
        guard rows.count == 1, let numbers = rows[0].first?.blocks, let code = rows[0].last?.blocks, !code.isEmpty,
            !numbers.isEmpty, numbers != code, numbers.allSatisfy({ written[$0].content.isLineNumbers }),
            code.allSatisfy({ written[$0].content.isCode }),
            written.indices.allSatisfy({ numbers.contains($0) || code.contains($0) })
        else { return nil }
        return Array(written[code])
    }

    /// Returns the blocks of a table that lays out rows of pictures, each with a row of captions below it, in reading
    /// order: a picture, its caption, the next picture. Returns nil if the table has no such rows.
    private func captioned(_ written: ArraySlice<Block>) -> [Block]? {
        var blocks: [Block] = []
        var next = start
        for (pictures, captions) in zip(rows, rows.dropFirst()) where isGrid(pictures, captions, written) {
            blocks += written[next..<pictures[0].blocks.lowerBound]
            for (picture, caption) in zip(pictures, captions) {
                blocks += written[picture.blocks]
                guard var text = written[caption.blocks].first else { continue }
                text.spacing = .caption
                blocks.append(text)
            }
            next = captions[captions.count - 1].blocks.upperBound
        }
        return next == start ? nil : blocks + written[next...]
    }

    /// True for a row of pictures directly above a row of short texts, both with at least two columns.
    private func isGrid(_ pictures: [Cell], _ captions: [Cell], _ written: ArraySlice<Block>) -> Bool {
        guard pictures.count > 1, pictures.count == captions.count else { return false }
        let areCells = pictures.allSatisfy { cell in
            guard cell.blocks.count == 1, case .picture = written[cell.blocks.lowerBound].content else { return false }
            return true
        }
        guard areCells, captions.contains(where: { !$0.blocks.isEmpty }) else { return false }
        let areTexts = captions.allSatisfy { cell in
            guard let block = written[cell.blocks].first else { return true }
            guard cell.blocks.count == 1, case .paragraph = block.content else { return false }
            return CellText.fits(written[cell.blocks], maximumLength: Self.maximumCellLength, hasHeader: false)
        }
        let end = captions[captions.count - 1].blocks.upperBound
        let count = (pictures + captions).reduce(0) { $0 + $1.blocks.count }
        return areTexts && end - pictures[0].blocks.lowerBound == count
    }

    private func isDataTable(_ written: ArraySlice<Block>) -> Bool {
        guard !isPresentation else { return false }
        let cells = rows.joined()
        let hasHeader = cells.contains(where: \.isHeader)
        let fullRows = rows.filter { row in row.filter { !$0.blocks.isEmpty }.count > 1 }
        guard fullRows.count > (hasHeader ? 0 : 1) else { return false }
        return cells.allSatisfy {
            CellText.fits(written[$0.blocks], maximumLength: Self.maximumCellLength, hasHeader: hasHeader)
        }
    }

    /// Returns the cells row by row; empty cells follow one that spans columns or rows, so that columns stay aligned.
    /// In several `headers` a cell across columns is repeated in each of them.
    private func grid(_ written: ArraySlice<Block>, headers: Int, _ alignment: inout CellAlignment) -> [[[Run]]] {
        var reserved: [Int] = []
        var padding = 0
        return rows.enumerated().map { index, row in
            var line: [[Run]] = []
            func pad(with runs: [Run] = [], while condition: () -> Bool) {
                while line.count < Self.columnLimit, padding < 16 * written.count + Self.columnLimit, condition() {
                    line.append(runs)
                    padding += 1
                }
            }
            for cell in row where line.count < Self.columnLimit {
                pad { line.count < reserved.count && reserved[line.count] > 0 }
                let column = line.count
                if cell.columns == 1, !cell.isHeader, !cell.blocks.isEmpty {
                    alignment.note(isRight: cell.isRight, in: column)
                }
                let runs = CellText.runs(of: written[cell.blocks], below: containerDepth)
                line.append(runs)
                pad(with: headers > 1 && index < headers ? runs : []) { line.count < column + cell.columns }
                guard cell.rows > 1 else { continue }
                reserved += Array(repeating: 0, count: max(0, line.count - reserved.count))
                for index in column..<line.count { reserved[index] = cell.rows }
            }
            reserved = reserved.map { max(0, $0 - 1) }
            return line
        }
    }
}

extension Block.Content {
    fileprivate var isCode: Bool {
        if case .preformatted = self { true } else { false }
    }

    /// True for preformatted text whose lines are numbered one by one: an example of input may be numbers, too.
    fileprivate var isLineNumbers: Bool {
        guard case .preformatted(let lines) = self else { return false }
        let numbers = lines.map { $0.split(separator: " ") }.compactMap {
            $0.count == 1 ? Int($0[0], within: 1...1_000_000) : nil
        }
        return numbers.count == lines.count && (numbers.count > 1 || numbers == [1])
            && zip(numbers, numbers.dropFirst()).allSatisfy { $0.addingSaturating(1) == $1 }
    }
}
