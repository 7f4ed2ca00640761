import ArticleText
import Basics

/// How long a text is, block by block, without its being laid out.
struct TextExtent: Sendable {
    /// In bytes: what stands above the header, above each block and each link, and above the end.
    private var above = [0]
    /// With what the document does not hold yet.
    private let total: Int

    /// Lines of `width` columns stand above the document (`headerLines`) and below it (`footerLines`).
    init(of document: Document, below headerLines: Int, above footerLines: Int, width: Int) {
        // Each takes a line even where it has no text.
        let lengths = document.blocks.map { $0.textLength + width } + document.links.map { $0.url.utf8.count + width }
        for length in [headerLines * width] + lengths + [footerLines * width] {
            above.append(above[above.count - 1] + length)
        }
        total = max(1, Int(saturating: Double(above[above.count - 1]) / document.share))
    }

    /// - Parameter lineCount: how many lines the line's block has.
    func percent(above index: TextLayout.LineIndex, of lineCount: Int) -> Int {
        let block = index.block + 1
        let own = block + 1 < above.count ? above[block + 1] - above[block] : 0
        return (above[block] + own * index.line / max(1, lineCount)) * 100 / total
    }
}

extension Block {
    /// Roughly, in bytes.
    var textLength: Int {
        switch content {
        case .paragraph(let runs), .heading(_, let runs): runs.reduce(0) { $0 + $1.text.utf8.count }
        case .preformatted(let lines): lines.reduce(0) { $0 + $1.utf8.count }
        case .table(let table): table.rows.count * 40
        case .rule, .picture: 0
        }
    }
}
