import Screen

/// A row of the screen in a panel: a line, or a part of a line that is too long for one row.
struct PanelRow: Equatable {
    /// The index of the line among those shown.
    var line: Int
    /// The line, with the parts of its texts that this row shows.
    var content: Panel.Line
}

extension Panel {
    /// The panels whose lines are one row each: names of themes, and messages, which are lines of the screen already.
    private static let unwrapped: [Kind] = [.themes, .messages]

    /// Columns beside the label and the detail: three at the left, two between them and one at the right.
    private static let spaces = 6
    /// Columns beside a label without a detail: three at the left and one at the right.
    private static let spacesOfLabel = 4
    /// Columns beside a heading: two at the left and one at the right.
    private static let spacesOfHeading = 3

    /// Narrowest column of details, in columns.
    private static let leastDetail = 8

    /// Returns the rows of the screen that the shown lines take.
    func rows(width: Int) -> [PanelRow] {
        let shown = shown.enumerated().map { PanelRow(line: $0.offset, content: $0.element) }
        guard !Self.unwrapped.contains(kind) else { return shown }
        let labelWidth = labelWidth(within: width)
        let detailWidth = max(Self.leastDetail, width - labelWidth - Self.spaces)
        // The beginning of a feed's title is enough: its facts need the rows.
        let labels = kind == .feedReport ? Int.max : min(labelWidth, width - Self.spacesOfLabel)
        return shown.flatMap { row in
            row.wrapped(
                labelWidth: row.content.isHeading ? width - Self.spacesOfHeading : labels, detailWidth: detailWidth)
        }
    }

    /// Returns the width of the labels: the widest one, but at most half of the panel. In the feed report, it may
    /// shrink to a third if the facts need the room.
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
        // No character takes more columns than bytes.
        guard text.utf8.count > width else { return [text] }
        return Wrapping.lines(of: text, width: width).map { String(text.utf8Slice($0)) }
    }
}
