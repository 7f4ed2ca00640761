import ArticleText

/// Formats a page's main part as plain text: one line per paragraph, an empty line between blocks. Each line of a
/// quotation has its mark, and each line of a list item is indented.
enum PagePrinter {
    static func text(html: String) -> String {
        let blocks = DocumentBuilder.document(html: html, base: nil).blocks
        return blocks.map { block in
            let all = lines(block.content).flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
            let marked = all.enumerated().map { marks(block.containers, isFirst: $0.offset == 0) + $0.element }
            return marked.joined(separator: "\n") + "\n"
        }.joined(separator: "\n")
    }

    private static func marks(_ containers: [Block.Container], isFirst: Bool) -> String {
        containers.map { container in
            switch container {
            case .quote: "> "
            case .listItem(let marker, let begins):
                begins && isFirst ? marker + " " : String(repeating: " ", count: marker.count + 1)
            }
        }.joined()
    }

    private static func lines(_ content: Block.Content) -> [String] {
        switch content {
        case .paragraph(let runs), .heading(_, let runs): [text(runs)]
        case .preformatted(let lines): lines
        case .table(let table):
            (table.caption.isEmpty ? [] : [text(table.caption)])
                + table.rows.map { $0.map(text).joined(separator: " | ") }
        case .rule: ["* * *"]
        case .picture(let alternative, _, _, _): ["[\(alternative)]"]
        }
    }

    private static func text(_ runs: [Run]) -> String {
        runs.map(\.text).joined()
    }
}
