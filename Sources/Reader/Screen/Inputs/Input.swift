/// Input from a terminal.
package enum Input: Hashable, Sendable {
    case key(Key)
    case mouse(Mouse)
    case resized(Size)
    /// One line of pasted text, which never acts as keys.
    case paste(String)
}

/// A mouse event and its cell.
package struct Mouse: Hashable, Sendable {
    package enum Action: Hashable, Sendable {
        case click, doubleClick, wheelUp, wheelDown
        /// The first button went up.
        case release
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
