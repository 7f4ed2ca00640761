/// Turns the blocks of a table cell into one line of runs.
enum CellText {
    /// True if a cell can hold the blocks without loss. Pictures and rules are often parts of a page's layout, unless the
    /// table has a header.
    static func fits(_ blocks: ArraySlice<Block>, maximumLength: Int, hasHeader: Bool) -> Bool {
        var length = 0
        for block in blocks {
            switch block.content {
            case .paragraph(let runs), .heading(_, let runs): length += runs.reduce(0) { $0 + $1.text.utf8.count }
            case .picture, .rule: guard hasHeader else { return false }
            case .preformatted(let lines): guard lines.count == 1 else { return false }
            case .table: return false
            }
            guard length <= maximumLength else { return false }
        }
        return true
    }

    /// Returns the text of the blocks, each on its own line. Items of lists inside the cell, those nested deeper than
    /// `depth`, keep their markers.
    static func runs(of blocks: ArraySlice<Block>, below depth: Int) -> [Run] {
        var line: [Run] = []
        for block in blocks where block.content != .rule {
            if !line.isEmpty { line.append(Run("\n")) }
            for case .listItem(let marker, begins: true) in block.containers.dropFirst(depth) where !marker.isEmpty {
                line.append(Run(marker + " "))
            }
            line += runs(of: block.content)
        }
        return line
    }

    private static func runs(of content: Block.Content) -> [Run] {
        switch content {
        case .paragraph(let runs), .heading(_, let runs): runs
        case .preformatted(let lines): [Run(lines.joined(separator: " "), style: .code)]
        case .picture(let alternative, let link, let target, _):
            [Run("[\(alternative)]", link: link)] + (target.map { [Run("", link: $0)] } ?? [])
        case .table, .rule: []
        }
    }
}
