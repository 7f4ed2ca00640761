internal import CTerminal
import Screen

/// Reads keys from ncurses and names them. The terminal's answers to queries are kept apart and never act as keys.
struct KeyReader {
    /// Keys read too early: they followed an Esc that was a key of its own.
    private var waiting: [Input] = []
    private var paste = Paste()
    /// The control sequence that is being read.
    private var sequence: ControlSequence?
    /// True if a lone Esc arrived while an answer is due; it may be the beginning of the answer.
    private var holdsEscape = false
    /// The time of the last byte of the sequence, or of the Esc.
    private var lastByte = ContinuousClock.now
    /// Answers that were received but not handled yet.
    private var replies: [TerminalReply] = []
    /// True while the terminal owes an answer, whose bytes may arrive one by one and slowly.
    var awaitsReply = false

    /// Largest number of answers kept.
    private static let replyLimit = 16
    /// Longest pause within a sequence; after it the sequence is dropped, and further bytes are keys again.
    private static let patience = Duration.seconds(1)

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
            case LEDE_KEY_POINT: if let input = point(value) { return input }
            case LEDE_KEY_CODE:
                if let input = code(Int32(bitPattern: value)) { waiting.append(input) }
                guard holdsEscape else { continue }
                holdsEscape = false
                return .key(.named(.escape))
            default:
                guard let key = keyAtRest() else { return nil }
                return .key(key)
            }
        }
        return waiting.removeFirst()
    }

    /// Returns the answers received since the last call.
    mutating func nextReplies() -> [TerminalReply] {
        defer { replies = [] }
        return replies
    }

    /// Handles a code point, which is part of a sequence or a key.
    private mutating func point(_ value: UInt32) -> Input? {
        let isOverdue = ContinuousClock.now - lastByte > Self.patience
        if sequence != nil, isOverdue { sequence = nil }
        if sequence != nil { return goOn(value) }
        if holdsEscape {
            holdsEscape = false
            return isOverdue ? bothKeys(.named(.escape), value) : behindEscape(value)
        }
        if value == 27 {
            (holdsEscape, lastByte) = (true, .now)
            return nil
        }
        return key(value).map(Input.key)
    }

    private func key(_ value: UInt32) -> Key? {
        switch value {
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

    // MARK: - After Esc

    /// Handles the code point after Esc. Alt and a key arrive as Esc and that key at once; so do sequences, most of
    /// which are no keys.
    private mutating func behindEscape(_ value: UInt32) -> Input? {
        if let begun = ControlSequence(introducer: value) {
            (sequence, lastByte) = (begun, .now)
            introducer = value
            return nil
        }
        if value > 32, value != 127 {
            return Unicode.Scalar(value).map { .key(.alt(Character($0))) } ?? .key(.named(.escape))
        }
        return bothKeys(.named(.escape), value)
    }

    private mutating func bothKeys(_ first: Key, _ second: UInt32) -> Input? {
        if second == 27 {
            (holdsEscape, lastByte) = (true, .now)
        } else if let key = key(second) {
            waiting.append(.key(key))
        }
        return .key(first)
    }

    /// The introducer of a sequence without further bytes so far; with Alt it is a key of its own.
    private var introducer: UInt32?

    /// Reads a sequence to its end, since its letters and digits would act as commands.
    private mutating func goOn(_ value: UInt32) -> Input? {
        guard var read = sequence else { return nil }
        introducer = nil
        lastByte = .now
        switch read.append(value) {
        case .more:
            sequence = read
            return nil
        case .broken:
            sequence = nil
            if case .string = read.kind { return behindEscape(value) }
            return point(value)
        case .ended:
            sequence = nil
            if let reply = TerminalReply(read), replies.count < Self.replyLimit { replies.append(reply) }
            return Self.arrow(read).map { .key(.named($0)) }
        }
    }

    /// Returns the key if no further bytes arrived: Esc by itself, or Alt and the introducer of a sequence.
    private mutating func keyAtRest() -> Key? {
        if awaitsReply, ContinuousClock.now - lastByte <= Self.patience { return nil }
        if holdsEscape {
            holdsEscape = false
            return .named(.escape)
        }
        guard let alone = introducer else { return nil }
        (introducer, sequence) = (nil, nil)
        return Unicode.Scalar(alone).map { .alt(Character($0)) }
    }

    /// Returns the arrow key of a sequence, in either mode of the keypad.
    private static func arrow(_ sequence: ControlSequence) -> Key.Name? {
        guard sequence.kind == .csi || sequence.kind == .ss3, sequence.text.utf8.count == 1 else { return nil }
        return sequence.text.unicodeScalars.first.flatMap { finals[$0.value] }
    }

    private static let finals: [UInt32: Key.Name] = [
        0x41: .up, 0x42: .down, 0x43: .right, 0x44: .left, 0x46: .end, 0x48: .home,
    ]

    // MARK: - Keys with names

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
            (lede_mouse_click, .click), (lede_mouse_release, .release),
        ]
        guard let action = actions.first(where: { buttons & $0.0 != 0 })?.1 else { return nil }
        return .mouse(Mouse(action, row: Int(row), column: Int(column)))
    }
}
