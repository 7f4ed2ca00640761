internal import CTerminal
import Screen

/// Reads keys from ncurses and names them.
struct KeyReader {
    /// A key read too early: what came after an Esc that stood alone.
    private var waiting: [Input] = []
    private var paste = Paste()

    /// The next key or mouse event, nil where nothing waits.
    mutating func next() -> Input? {
        guard waiting.isEmpty else { return waiting.removeFirst() }
        while true {
            var value: UInt32 = 0
            let kind = lede_terminal_key(&value)
            if paste.isOpen {
                let piece = Self.piece(kind, value)
                if let input = paste.receive(piece, at: .now) { return input }
                if piece != .nothing { continue }
            }
            switch kind {
            case LEDE_KEY_POINT:
                guard let key = point(value) else { continue }
                return .key(key)
            case LEDE_KEY_CODE:
                guard let input = code(Int32(bitPattern: value)) else { continue }
                return input
            default:
                return nil
            }
        }
    }

    private mutating func point(_ value: UInt32) -> Key? {
        switch value {
        case 27: return afterEscape()
        case 9: return .named(.tab)
        case 10, 13: return .named(.enter)
        case 8, 127: return .named(.backspace)
        case 1...26: return .control(Character(Unicode.Scalar(UInt8(value) + 96)))
        case ..<32: return nil
        default: return Unicode.Scalar(value).map { .character(Character($0)) }
        }
    }

    private static func piece(_ kind: lede_key_kind, _ value: UInt32) -> Paste.Piece {
        switch kind {
        case LEDE_KEY_NONE: .nothing
        case LEDE_KEY_CODE: Int32(bitPattern: value) == lede_key_paste_end ? .end : .other
        default: Unicode.Scalar(value).map(Paste.Piece.point) ?? .other
        }
    }

    /// Alt and a key come as Esc and that key at once; so do sequences that terminfo does not know, which are no keys.
    private mutating func afterEscape() -> Key? {
        var value: UInt32 = 0
        switch lede_terminal_key(&value) {
        case LEDE_KEY_POINT where Self.introducers.contains(value):
            return sequence(introducer: value)
        case LEDE_KEY_POINT where value > 32 && value != 127:
            return Unicode.Scalar(value).map { .alt(Character($0)) } ?? .named(.escape)
        case LEDE_KEY_POINT:
            if let key = point(value) { waiting.append(.key(key)) }
        case LEDE_KEY_CODE:
            if let input = code(Int32(bitPattern: value)) { waiting.append(input) }
        default: break
        }
        return .named(.escape)
    }

    /// CSI and SS3, as they stand behind Esc.
    private static let introducers: Set<UInt32> = [UInt32(UInt8(ascii: "[")), UInt32(UInt8(ascii: "O"))]

    /// The rest of a control sequence (ECMA-48, 5.4): parameters, then a final byte. Read to its end, since its letters and
    /// digits would be taken for commands. Arrows are known in either of the keypad's modes.
    private mutating func sequence(introducer: UInt32) -> Key? {
        var value: UInt32 = 0
        guard lede_terminal_key(&value) == LEDE_KEY_POINT else {
            return Unicode.Scalar(introducer).map { .alt(Character($0)) }
        }
        if let name = Self.finals[value] { return .named(name) }
        while (0x20...0x3F).contains(value) {
            guard lede_terminal_key(&value) == LEDE_KEY_POINT else { break }
        }
        return nil
    }

    private static let finals: [UInt32: Key.Name] = [
        0x41: .up, 0x42: .down, 0x43: .right, 0x44: .left, 0x46: .end, 0x48: .home,
    ]

    private static let names: [Int32: Key.Name] = [
        KEY_UP: .up, KEY_DOWN: .down, KEY_LEFT: .left, KEY_RIGHT: .right, KEY_HOME: .home, KEY_END: .end,
        KEY_PPAGE: .pageUp, KEY_NPAGE: .pageDown, KEY_ENTER: .enter, KEY_BACKSPACE: .backspace, KEY_DC: .delete,
        KEY_IC: .insert, KEY_BTAB: .backTab,
    ]

    private mutating func code(_ value: Int32) -> Input? {
        if let name = Self.names[value] { return .key(.named(name)) }
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
            (lede_mouse_click, .click),
        ]
        guard let action = actions.first(where: { buttons & $0.0 != 0 })?.1 else { return nil }
        return .mouse(Mouse(action, row: Int(row), column: Int(column)))
    }
}
