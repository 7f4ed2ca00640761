import Screen

/// A screen row of a panel: a line, or a part of a line that is too long for one row.
struct PanelRow: Equatable {
    /// The index of its line among the visible lines.
    var line: Int
    /// The line, with the parts of its texts that this row shows.
    var content: Panel.Line
}

extension Panel {
    /// The panels whose lines take one row each: theme names, and messages, which are already split into rows.
    private static let unwrapped: [Kind] = [.themes, .messages]

    /// Columns next to the label and the detail: three on the left, two between them and one on the right.
    private static let spaces = 6
    /// Columns next to a label without a detail: three on the left and one on the right.
    private static let spacesOfLabel = 4
    /// Columns next to a heading: two on the left and one on the right.
    private static let spacesOfHeading = 3

    /// Minimum width of the column of details.
    private static let minimumDetailWidth = 8

    /// Returns the screen rows that the visible lines take.
    func rows(width: Int) -> [PanelRow] {
        let shown = shown.enumerated().map { PanelRow(line: $0.offset, content: $0.element) }
        guard !Self.unwrapped.contains(kind) else { return shown }
        let labelWidth = labelWidth(within: width)
        let detailWidth = max(Self.minimumDetailWidth, width - labelWidth - Self.spaces)
        // The start of a feed's title suffices: its statistics need the room.
        let labels = kind == .feedReport ? Int.max : min(labelWidth, width - Self.spacesOfLabel)
        return shown.flatMap { row in
            row.wrapped(
                labelWidth: row.content.isHeading ? width - Self.spacesOfHeading : labels, detailWidth: detailWidth)
        }
    }

    /// Returns the width of the labels: the width of the widest label, but at most half of the panel. In the feed
    /// report, it may shrink to a third if the statistics need the room.
    func labelWidth(within width: Int) -> Int {
        guard lines.contains(where: { !$0.detail.isEmpty }) else { return width }
        let widest = lines.lazy.filter { !$0.isHeading }.map { DisplayWidth.of($0.label) }.max() ?? 0
        let labels = min(widest, max(6, width / 2 - 4))
        guard kind == .feedReport else { return labels }
        let details = lines.lazy.map { DisplayWidth.of($0.detail) }.max() ?? 0
        return min(labels, max(width / 3, width - details - Self.spaces))
    }
}

extension PanelRow {
    fileprivate func wrapped(labelWidth: Int, detailWidth: Int) -> [PanelRow] {
        let labels = Self.lines(of: content.label, width: labelWidth)
        let details = Self.lines(of: content.detail, width: detailWidth)
        guard labels.count > 1 || details.count > 1 else { return [self] }
        return (0..<max(labels.count, details.count)).map { number in
            var row = self
            row.content.label = labels.indices.contains(number) ? labels[number] : ""
            row.content.detail = details.indices.contains(number) ? details[number] : ""
            return row
        }
    }

    private static func lines(of text: String, width: Int) -> [String] {
        // No character is wider, in columns, than it is long in bytes.
        guard text.utf8.count > width else { return [text] }
        return Wrapping.lines(of: text, width: width).map { String(text.utf8Slice($0)) }
    }
}
