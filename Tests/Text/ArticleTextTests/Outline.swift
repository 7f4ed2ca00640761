import ArticleText

/// Returns a short form of a document for comparison: one line per block, `e{…}` for emphasis, `[…]1` for a link.
func outline(_ document: Document) -> String {
    document.blocks.map { outline($0) }.joined(separator: "\n")
}

func outline(_ block: Block) -> String {
    let containers = block.containers.map { container in
        switch container {
        case .quote: "> "
        case .listItem(let marker, let begins): begins ? "\(marker) " : "_ "
        }
    }
    return containers.joined() + outline(block.content)
}

private func outline(_ content: Block.Content) -> String {
    switch content {
    case .paragraph(let runs): outline(runs)
    case .heading(let level, let runs): "h\(level) " + outline(runs)
    case .preformatted(let lines): "pre " + lines.joined(separator: "⏎")
    case .rule: "hr"
    case .picture(let alternative, let link, let target, _):
        "picture \(alternative)" + [link, target].compactMap(\.self).map { " [\($0 + 1)]" }.joined()
    case .table(let table):
        (table.hasHeader ? "table! " : "table ") + (table.caption.isEmpty ? "" : "(\(outline(table.caption))) ")
            + table.rows.map { $0.map { outline($0) }.joined(separator: "|") }.joined(separator: " / ")
    }
}

private func outline(_ runs: [Run]) -> String {
    runs.map { run in
        let text = run.text.replacing("\n", with: "⏎")
        let styled = run.style.isEmpty ? text : letters(run.style) + "{\(text)}"
        return run.link.map { "[\(styled)]\($0 + 1)" } ?? styled
    }.joined()
}

private func letters(_ style: Run.Style) -> String {
    let names: [(Run.Style, String)] = [
        (.emphasis, "e"), (.strong, "s"), (.code, "c"), (.strikethrough, "d"), (.mark, "m"),
    ]
    return names.filter { style.contains($0.0) }.map(\.1).joined()
}
