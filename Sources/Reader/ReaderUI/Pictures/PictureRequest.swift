package import Screen

/// A request to show a picture in a given space.
package struct PictureRequest: Hashable, Sendable {
    package var address: String
    package var room: Size
    /// True for the big view.
    package var isBig: Bool
    /// True for the picture next to the headline.
    var isThumbnail = false
    /// The background colour; nil is the terminal's own.
    package var ground: Color?

    init(address: String, room: Size, isBig: Bool = false, ground: Color?) {
        self.address = address
        self.room = room
        self.isBig = isBig
        self.ground = ground
    }
}

/// The result of a request.
package enum PictureOutcome: Equatable, Sendable {
    case shown(PictureCells)
    /// The picture is not stored.
    case missing
    /// The picture cannot be shown; the value is one line for a person.
    case refused(String)
}

/// A picture as cells, row by row. If the terminal paints the picture by other means, the cells are blank.
package struct PictureCells: Equatable, Sendable {
    package let size: Size
    private let cells: [Cell]

    package init(size: Size, cells: [Cell]) {
        self.size = size
        self.cells = cells
    }

    func row(_ row: Int) -> ArraySlice<Cell> {
        let start = row * size.columns
        guard row >= 0, start + size.columns <= cells.count else { return [] }
        return cells[start..<start + size.columns]
    }
}
