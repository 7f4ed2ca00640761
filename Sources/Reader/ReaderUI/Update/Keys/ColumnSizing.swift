import Screen

// Changes the widths of columns, by keys and by dragging the rule between two columns.
extension State {
    /// Width that one key press adds or removes, in screen columns (default 2).
    private static let widthStep = 2

    /// The widths that the configuration sets, or else the widths that the person set last.
    var chosenWidths: ColumnWidths {
        ColumnWidths(
            feeds: settings.feedsWidth > 0 ? settings.feedsWidth : memory.widths.feeds,
            articles: settings.listWidth > 0 ? settings.listWidth : memory.widths.articles)
    }

    /// Makes the focused column wider; a negative number makes it narrower.
    mutating func widen(times: Int) -> [Effect] {
        let shown = columns.columns
        guard let index = shown.firstIndex(where: { $0.column == focus }), shown.count > 1 else {
            say("Only one column is shown")
            return []
        }
        let step = min(max(times, -ColumnWidths.maximum), ColumnWidths.maximum) * Self.widthStep
        // The last column gets the width that the others leave.
        let isLast = index == shown.count - 1
        let sized = isLast ? shown[index - 1] : shown[index]
        return setWidth(of: sized.column, to: sized.area.size.columns + (isLast ? -step : step))
    }

    private mutating func setWidth(of column: Column, to width: Int) -> [Effect] {
        // At least 1, because 0 means the width of the screen.
        record(min(max(1, width), ColumnWidths.maximum), of: column)
        if let fitted = columns.area(of: column)?.size.columns { record(fitted, of: column) }
        return followSelection() + [.remember(memory)]
    }

    /// Changes a width: for this session only if the configuration sets it, otherwise for later sessions too.
    private mutating func record(_ width: Int, of column: Column) {
        switch column {
        case .feeds: if settings.feedsWidth > 0 { settings.feedsWidth = width } else { memory.widths.feeds = width }
        case .articles: if settings.listWidth > 0 { settings.listWidth = width } else { memory.widths.articles = width }
        case .text: break
        }
    }

    /// Drops a width that keys or the mouse set, so that `:set feeds-width 0` follows the screen again.
    mutating func forgetWidth(setBy name: String) {
        if name == "feeds-width" { memory.widths.feeds = 0 }
        if name == "list-width" { memory.widths.articles = 0 }
    }

    // MARK: - Dragging

    /// Handles a press of the mouse button. On the rule next to a column, it grips the rule; returns true if it did.
    mutating func beginDrag(column: Int) -> Bool {
        draggedColumn = columns.columns.dropLast().first { $0.area.endColumn == column }?.column
        return draggedColumn != nil
    }

    /// Handles the release of the mouse button: moves the dragged rule there.
    mutating func release(column: Int) -> [Effect] {
        guard let held = draggedColumn, let area = columns.area(of: held) else { return [] }
        draggedColumn = nil
        return column == area.endColumn ? [] : setWidth(of: held, to: column - area.column)
    }
}
