internal import CTerminal
import Screen

/// Reads keys from ncurses and names them. Collects the terminal's replies to queries, which never act as keys.
struct KeyReader {
    /// Keys read but not returned yet.
    private var waiting: [Input] = []
    private var paste = Paste()
    private var escapes = EscapeDecoder(at: .now)

    /// The time when `next` returns a key or a paste without further bytes; nil if nothing is pending.
    var deadline: ContinuousClock.Instant? { [escapes.deadline, paste.deadline].compactMap(\.self).min() }

    /// Sets the time until which a reply from the terminal is due; nil if none is.
    mutating func awaitReply(until time: ContinuousClock.Instant?) {
        escapes.replyDeadline = time
    }

    /// Returns the next key or mouse event; nil if none is waiting.
    mutating func next() -> Input? {
        while waiting.isEmpty {
            var value: UInt32 = 0
            let kind = lede_terminal_key(&value)
            if paste.isOpen {
                let piece = Self.piece(kind, value)
                if let input = paste.receive(piece, at: .now) { return input }
                if piece != .nothing { continue }
            }
            switch kind {
            case LEDE_KEY_POINT:
                waiting += escapes.decode(value, at: .now)
            case LEDE_KEY_CODE where Int32(bitPattern: value) == KEY_BACKSPACE:
                waiting += escapes.backspace(at: .now)
            case LEDE_KEY_CODE:
                waiting += escapes.flush()
                if let input = code(Int32(bitPattern: value)) { waiting.append(input) }
            default:
                waiting += escapes.timeOut(at: .now)
                if waiting.isEmpty { return nil }
            }
        }
        return waiting.removeFirst()
    }

    /// Returns the replies received since the last call.
    mutating func nextReplies() -> [TerminalReply] {
        escapes.dequeueReplies()
    }

    private static func piece(_ kind: lede_key_kind, _ value: UInt32) -> Paste.Piece {
        switch kind {
        case LEDE_KEY_NONE: .nothing
        case LEDE_KEY_CODE: Int32(bitPattern: value) == lede_key_paste_end ? .end : .other
        default: Unicode.Scalar(value).map(Paste.Piece.point) ?? .other
        }
    }

    // MARK: - Keys with names

    private static let names: [Int32: Key.Name] = [
        KEY_UP: .up, KEY_DOWN: .down, KEY_LEFT: .left, KEY_RIGHT: .right, KEY_HOME: .home, KEY_END: .end,
        KEY_PPAGE: .pageUp, KEY_NPAGE: .pageDown, KEY_ENTER: .enter, KEY_BACKSPACE: .backspace, KEY_DC: .delete,
        KEY_IC: .insert, KEY_BTAB: .backTab,
        // The names that a vt220, the terminal of serial consoles, has for Home and End.
        KEY_FIND: .home, KEY_SELECT: .end,
    ]

    private mutating func code(_ value: Int32) -> Input? {
        if let name = Self.names[value] { return .key(.named(name)) }
        // The Linux console's terminfo entry gives Ctrl-z a name.
        if value == KEY_SUSPEND { return .key(.control("z")) }
        if value == lede_key_paste_begin { paste.begin(at: .now) }
        if value > KEY_F0, value <= KEY_F0 + 63 { return .key(.function(Int(value - KEY_F0))) }
        return value == KEY_MOUSE ? mouse() : nil
    }

    private mutating func mouse() -> Input? {
        var row: Int32 = 0
        var column: Int32 = 0
        var buttons: UInt64 = 0
        guard lede_terminal_mouse(&row, &column, &buttons) else { return nil }
        let actions: [(UInt64, Mouse.Action)] = [
            (lede_mouse_wheel_up, .wheelUp), (lede_mouse_wheel_down, .wheelDown), (lede_mouse_double, .doubleClick),
            (lede_mouse_click, .click), (lede_mouse_release, .release),
        ]
        guard let action = actions.first(where: { buttons & $0.0 != 0 })?.1 else { return nil }
        return .mouse(Mouse(action, row: Int(row), column: Int(column)))
    }
}
