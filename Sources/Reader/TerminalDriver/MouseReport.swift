import Basics
import Screen

/// A mouse event with SGR coordinates: `<0;10;5M` for the button, the column and the row, with `m` at the end if the
/// button went up.
///
/// ncurses reads these reports too, but takes further buttons, such as the one that goes back in a browser, for the
/// first one. It reads only those of terminals without SGR coordinates, which cannot report so many buttons.
struct MouseReport: Equatable {
    /// The event; nil for a button that lede does not use.
    let input: Input?

    /// Nil if the sequence is not a report.
    init?(_ sequence: ControlSequence) {
        guard sequence.kind == .csi, sequence.text.first == "<", let end = sequence.text.last, end == "M" || end == "m"
        else { return nil }
        let numbers = sequence.text.dropFirst().dropLast().split(separator: ";")
            .compactMap { Int($0, within: 0...Self.largestNumber) }
        guard numbers.count == 3 else { return nil }
        let button = numbers[0] & ~Self.modifiers
        let action = end == "M" ? Self.pressed[button] : Self.released[button]
        // Rows and columns of a report count from 1.
        input = action.map { .mouse(Mouse($0, row: max(0, numbers[2] - 1), column: max(0, numbers[1] - 1))) }
    }

    private static let largestNumber = 65_535
    /// The bits for Shift, Alt and Ctrl.
    private static let modifiers = 4 | 8 | 16
    private static let pressed: [Int: Mouse.Action] = [0: .click, 64: .wheelUp, 65: .wheelDown]
    private static let released: [Int: Mouse.Action] = [0: .release]
}
