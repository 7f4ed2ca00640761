package import Screen

/// A picture that is to be shown in a room.
package struct PictureWish: Hashable, Sendable {
    package var address: String
    package var room: Size
    /// In the big view.
    package var isBig: Bool
    /// Beside the headline.
    package var isThumbnail = false
    /// The colour that it stands on; nil where that is the terminal's own.
    package var ground: Color?

    package init(address: String, room: Size, isBig: Bool = false, ground: Color? = nil) {
        self.address = address
        self.room = room
        self.isBig = isBig
        self.ground = ground
    }
}

/// What came of a wish.
package enum PictureOutcome: Equatable, Sendable {
    case shown(PictureCells)
    /// It is not stored.
    case missing
    /// It cannot be shown; one line for a person.
    case refused(String)
}

/// A picture as cells, row by row. There are none where the terminal paints it by other means over blank cells.
package struct PictureCells: Equatable, Sendable {
    package let size: Size
    private let cells: [Cell]

    package init(size: Size, cells: [Cell]) {
        self.size = size
        self.cells = cells
    }

    package func row(_ row: Int) -> ArraySlice<Cell> {
        let start = row * size.columns
        guard row >= 0, start + size.columns <= cells.count else { return [] }
        return cells[start..<start + size.columns]
    }
}
