/// What a terminal tells the program.
public enum Input: Hashable, Sendable {
    case key(Key)
    case mouse(Mouse)
    case resized(Size)
    /// One line of text that was pasted, not typed: it never means keys.
    case paste(String)
}

/// What the mouse did, and over which cell.
public struct Mouse: Hashable, Sendable {
    public enum Action: Hashable, Sendable {
        case click, doubleClick, wheelUp, wheelDown
    }

    public var action: Action
    public var row: Int
    public var column: Int

    public init(_ action: Action, row: Int, column: Int) {
        self.action = action
        self.row = row
        self.column = column
    }
}
