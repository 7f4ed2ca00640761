import ArticleText
import Basics

/// Estimates the length of a text, block by block, without laying it out.
struct TextExtent: Sendable {
    /// The length above the header, above each block and each link, and above the end, in bytes.
    private var above = [0]
    /// The estimated length, including the part of the document that has not loaded.
    private let total: Int

    /// Counts `headerLines` lines of `width` columns above the document and `footerLines` below it.
    init(of document: Document, below headerLines: Int, above footerLines: Int, width: Int) {
        // Each block takes a line, even one without text.
        let lengths = document.blocks.map { $0.textLength + width } + document.links.map { $0.url.utf8.count + width }
        for length in [headerLines * width] + lengths + [footerLines * width] {
            above.append(above[above.count - 1] + length)
        }
        total = max(1, Int(saturating: Double(above[above.count - 1]) / document.share))
    }

    /// - Parameter lineCount: the number of lines in the line's block.
    func percent(above index: TextLayout.LineIndex, of lineCount: Int) -> Int {
        let block = index.block + 1
        let own = block + 1 < above.count ? above[block + 1] - above[block] : 0
        return (above[block] + own * index.line / max(1, lineCount)) * 100 / total
    }
}

extension Block {
    /// The usual length of a table's row, in bytes.
    private static let rowLength = 40

    /// The approximate length, in bytes.
    var textLength: Int {
        switch content {
        case .paragraph(let runs), .heading(_, let runs): runs.reduce(0) { $0 + $1.text.utf8.count }
        case .preformatted(let lines): lines.reduce(0) { $0 + $1.utf8.count }
        case .table(let table): table.rows.count * Self.rowLength
        case .rule, .picture: 0
        }
    }
}
