import Basics
import Screen

/// A frame to draw on with a theme's roles.
struct Canvas {
    private(set) var frame: Frame
    let theme: Theme
    let glyphs: Glyphs
    private let showsCursor: Bool

    private let hasPlainLetters: Bool
    private let reordersText: Bool

    /// - Parameters:
    ///   - showsCursor: shows the terminal's cursor on the selected row.
    ///   - hasPlainLetters: writes ASCII only.
    ///   - reordersText: puts right-to-left text into display order.
    init(
        size: Size, theme: Theme, glyphs: Glyphs, showsCursor: Bool, hasPlainLetters: Bool, reordersText: Bool
    ) {
        self.reordersText = reordersText
        self.showsCursor = showsCursor
        self.hasPlainLetters = hasPlainLetters
        frame = Frame(size: size, style: theme[.text])
        self.theme = theme
        self.glyphs = glyphs
    }

    /// Writes text from a column on, up to `end`; returns the column after it.
    @discardableResult
    mutating func write(
        _ text: String, row: Int, column: Int, end: Int, role: Role, attributes: Style.Attributes = []
    ) -> Int {
        var style = theme[role]
        style.attributes.formUnion(attributes)
        return frame.write(letters(of: text), row: row, column: column, end: end, style: style)
    }

    /// Writes text that ends before a column; returns the column where it begins.
    @discardableResult
    mutating func write(_ text: String, row: Int, endingAt end: Int, from start: Int, role: Role) -> Int {
        let text = letters(of: text)
        let width = DisplayWidth.of(text)
        guard end - width >= start else { return end }
        write(text, row: row, column: end - width, end: end, role: role)
        return end - width
    }

    /// Writes as much of a text as fits, with an ellipsis if it is cut.
    ///
    /// - Parameter isRightToLeft: the direction of the text; nil means the direction of its first letter.
    @discardableResult
    mutating func fit(
        _ text: String, row: Int, column: Int, end: Int, role: Role, isRightToLeft: Bool? = nil
    ) -> Int {
        let fitted = Truncation.fit(letters(of: text), end - column, ellipsis: glyphs.ellipsis)
        let after = write(fitted, row: row, column: column, end: end, role: role)
        if BidiOrder.concerns(fitted) {
            let isRightToLeft = isRightToLeft ?? BidiOrder.isRightToLeft(text)
            reorder(row: row, columns: column..<max(column, after), isRightToLeft: isRightToLeft)
        }
        return after
    }

    /// Puts a row's text into display order.
    mutating func reorder(row: Int, columns: Range<Int>, isRightToLeft: Bool) {
        guard reordersText else { return }
        frame.reorder(row: row, columns: columns, isRightToLeft: isRightToLeft)
    }

    private func letters(of text: String) -> String {
        hasPlainLetters ? Transliteration.ascii(text) : text
    }

    /// Applies the look of the selection to a whole row, with a bar on its left.
    mutating func select(row: Int, columns: Range<Int>, isFocused: Bool) {
        let selection = theme[isFocused ? .selection : .selectionUnfocused]
        frame.restyle(row: row, columns: columns) { style in
            var style = style
            style.attributes.formUnion(selection.attributes)
            style.background = selection.background ?? style.background
            // Use one colour for the whole row: other colours are readable on the theme's background, but may not be on
            // this one.
            if isFocused {
                style.foreground = selection.foreground
                style.attributes.remove(.dim)
            }
            return style
        }
        if isFocused { placeCursor(row: row, column: min(columns.lowerBound + 3, columns.upperBound - 1)) }
        var bar = theme[isFocused ? .accent : .dim]
        bar.background = selection.background
        frame.write(glyphs.selection, row: row, column: columns.lowerBound, style: bar)
    }

    mutating func restyle(row: Int, columns: Range<Int>, role: Role) {
        let style = theme[role]
        frame.restyle(row: row, columns: columns) { style.over($0) }
    }

    mutating func restyle(row: Int, columns: Range<Int>, style: Style) {
        frame.restyle(row: row, columns: columns) { style.over($0) }
    }

    mutating func restyle(row: Int, columns: Range<Int>, attributes: Style.Attributes) {
        frame.restyle(row: row, columns: columns) { Style(attributes: attributes).over($0) }
    }

    mutating func clear(_ area: Area) {
        frame.clear(area, style: theme[.text])
    }

    mutating func rule(row: Int, columns: Range<Int>) {
        frame.rule(glyphs.horizontal, row: row, columns: columns, style: theme[.rule])
    }

    mutating func rule(column: Int, rows: Range<Int>) {
        frame.rule(glyphs.vertical, column: column, rows: rows, style: theme[.rule])
    }

    mutating func fill(row: Int, columns: Range<Int>, role: Role) {
        frame.rule(" ", row: row, columns: columns, style: theme[role])
    }

    mutating func put(_ glyph: String, row: Int, column: Int, role: Role) {
        frame.write(glyph, row: row, column: column, style: theme[role])
    }

    /// Writes the cells of a picture unchanged by the theme.
    mutating func put(_ cells: ArraySlice<Cell>, row: Int, column: Int, end: Int) {
        frame.put(cells.prefix(max(0, end - column)), row: row, column: column)
    }

    /// Links cells to an address, if the address may leave the program.
    mutating func link(row: Int, columns: Range<Int>, to address: String, number: Int) {
        let columns = columns.clamped(to: 0..<frame.size.columns)
        guard !columns.isEmpty, OutgoingAddress.isAllowed(address), address.utf8.count <= Self.maximumLinkLength else {
            return
        }
        frame.links.append(Frame.Link(row: row, columns: columns, address: address, number: number))
    }

    /// Maximum length of a link's address, in bytes: terminals ignore longer ones.
    private static let maximumLinkLength = 2_000

    /// Moves the cursor to a row; it stays hidden unless `showsCursor` is set.
    mutating func placeCursor(row: Int, column: Int) {
        frame.cursor = Frame.Position(row: row, column: column)
        frame.showsCursor = showsCursor
    }

    mutating func setCursor(row: Int, column: Int) {
        frame.cursor = Frame.Position(row: row, column: column)
        frame.showsCursor = true
    }
}
