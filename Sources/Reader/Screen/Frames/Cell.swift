/// One column of one row.
package struct Cell: Equatable, Sendable {
    package var glyph: Glyph
    package var style: Style

    package init(_ glyph: Glyph, style: Style) {
        self.glyph = glyph
        self.style = style
    }

    /// One spacing code point and up to four that combine with it; empty in the second column of a wide one.
    package var text: String { glyph.text }

    /// The width in columns: 1, 2, or 0 for the second column of a wide character.
    package var width: Int { glyph.width }
}
