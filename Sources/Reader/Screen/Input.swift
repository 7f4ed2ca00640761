/// What a terminal tells the program.
package enum Input: Hashable, Sendable {
    case key(Key)
    case mouse(Mouse)
    case resized(Size)
    /// One line of text that was pasted, not typed: it never means keys.
    case paste(String)
}

/// What the mouse did, and over which cell.
package struct Mouse: Hashable, Sendable {
    package enum Action: Hashable, Sendable {
        case click, doubleClick, wheelUp, wheelDown
    }

    package var action: Action
    package var row: Int
    package var column: Int

    package init(_ action: Action, row: Int, column: Int) {
        self.action = action
        self.row = row
        self.column = column
    }
}
