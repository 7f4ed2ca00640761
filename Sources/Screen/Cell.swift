/// One column of one row.
public struct Cell: Equatable, Sendable {
    /// One spacing code point and up to four that combine with it; empty in the second column of a wide one.
    public var text: String
    /// Columns it takes: 1, 2, or 0 for the second column of a wide one.
    public var width: UInt8
    public var style: Style

    public init(_ text: String, width: UInt8 = 1, style: Style = .plain) {
        self.text = text
        self.width = width
        self.style = style
    }

    /// A space.
    public static let blank = Cell(" ")

    /// The second column of a wide cell.
    static func continuation(_ style: Style) -> Cell {
        Cell("", width: 0, style: style)
    }
}
