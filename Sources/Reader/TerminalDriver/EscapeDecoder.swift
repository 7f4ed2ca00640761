import Screen

/// Separates keys and mouse events from the terminal's replies. All may begin with Esc, which may be a separate key,
/// Alt held with the next key, or the start of a control sequence, whose bytes may arrive late.
///
/// - Esc without a following byte is a key at once (ncurses has waited 25 ms by then), even while a reply is due:
///   some terminals never send it.
/// - Esc and the introducer of a sequence wait for `pause` for the next byte; without one they are a key with Alt.
/// - An introducer that follows an Esc key within `pause` waits too. A person may have typed these characters, so they
///   become keys again unless the sequence ends without a pause. While a reply is due, these waits last for
///   `replyPause`.
struct EscapeDecoder {
    typealias Instant = ContinuousClock.Instant

    /// The bytes read so far that are not decoded yet.
    private enum Pending {
        case nothing
        case escape
        /// The last key was an Esc; the rest of its sequence may follow.
        case escapeKey
        /// The first character of a sequence, without further bytes.
        case introducer(UInt32, isAlt: Bool)
        /// `typed` holds all characters since the Esc, if a person may have typed them.
        case sequence(ControlSequence, typed: [UInt32]?)
    }

    /// Maximum wait for the byte after the introducer of a sequence (default 100 ms).
    private static let pause = Duration.milliseconds(100)
    /// Maximum pause within a sequence, and after Esc or an introducer while a reply is due (default 1 s). After it
    /// the sequence is dropped, and further bytes are keys again.
    private static let replyPause = Duration.seconds(1)
    /// Maximum number of replies kept (default 16).
    private static let replyLimit = 16

    private var pending = Pending.nothing
    private var lastByte: Instant
    /// Replies that were received but not handled yet.
    private var replies: [TerminalReply] = []
    /// The time until which the terminal may send a requested reply, whose bytes may arrive slowly; nil if none is
    /// due.
    var replyDeadline: Instant?

    init(at now: Instant) {
        lastByte = now
    }

    /// The time when the pending bytes become keys; nil if there are none.
    var deadline: Instant? {
        switch pending {
        case .nothing, .escapeKey, .sequence(_, typed: nil): nil
        case .escape: lastByte
        case .introducer, .sequence: lastByte + wait
        }
    }

    /// Maximum pause before the next byte of a sequence that a person may have typed.
    private var wait: Duration {
        let awaitsReply = replyDeadline.map { lastByte < $0 } ?? false
        return awaitsReply ? Self.replyPause : Self.pause
    }

    /// Returns the replies received since the last call.
    mutating func dequeueReplies() -> [TerminalReply] {
        defer { replies = [] }
        return replies
    }

    /// Decodes a code point. Returns the keys that it completes.
    mutating func decode(_ value: UInt32, at now: Instant) -> [Input] {
        let elapsed = now - lastByte
        lastByte = now
        switch pending {
        case .nothing:
            return first(value)
        case .escape where elapsed > Self.replyPause:
            return flush() + first(value)
        case .escape:
            return afterEscape(value)
        case .escapeKey:
            pending = .nothing
            guard elapsed <= wait, ControlSequence(introducer: value) != nil else { return first(value) }
            pending = .introducer(value, isAlt: false)
            return []
        case .introducer(let introducer, let isAlt):
            guard let sequence = ControlSequence(introducer: introducer) else { return flush() + first(value) }
            return append(value, to: sequence, typed: isAlt ? nil : [introducer])
        case .sequence(_, typed: nil) where elapsed > Self.replyPause:
            return first(value)
        case .sequence(let sequence, let typed):
            return append(value, to: sequence, typed: typed)
        }
    }

    /// Handles a read without input. Returns the pending bytes as keys if they can no longer become a sequence.
    mutating func timeOut(at now: Instant) -> [Input] {
        guard let deadline, now >= deadline else { return [] }
        return flush()
    }

    /// Returns the pending bytes as keys, because the sequence does not continue. An unfinished reply stays pending.
    mutating func flush() -> [Input] {
        switch pending {
        case .nothing, .escapeKey, .sequence(_, typed: nil):
            return []
        case .escape:
            pending = .escapeKey
            return [.key(.named(.escape))]
        case .introducer(let value, let isAlt):
            pending = .nothing
            return isAlt ? Self.altKey(value) : Self.keys([value])
        case .sequence(_, let typed):
            pending = .nothing
            return Self.keys(typed ?? [])
        }
    }

    /// Handles a Backspace, which ncurses reports by name. Returns the keys that it completes.
    mutating func backspace(at now: Instant) -> [Input] {
        guard case .escape = pending, lastByte.duration(to: now) <= Self.replyPause else {
            return flush() + [.key(.named(.backspace))]
        }
        return afterEscape(127)
    }

    // MARK: - Sequences

    private mutating func first(_ value: UInt32) -> [Input] {
        pending = value == 27 ? .escape : .nothing
        return value == 27 ? [] : Self.keys([value])
    }

    /// Decodes the code point after Esc. A key with Alt arrives as Esc and the key, without a pause.
    private mutating func afterEscape(_ value: UInt32) -> [Input] {
        if ControlSequence(introducer: value) != nil {
            pending = .introducer(value, isAlt: true)
            return []
        }
        if value == 8 || value == 127 {
            pending = .nothing
            return Self.altBackspace
        }
        if value > 32 {
            pending = .nothing
            return Self.altKey(value)
        }
        return [.key(.named(.escape))] + first(value)
    }

    /// Appends to a sequence. The sequence is read to its end, since its letters and digits would act as commands.
    private mutating func append(_ value: UInt32, to sequence: ControlSequence, typed: [UInt32]?) -> [Input] {
        var sequence = sequence
        let typed = sequence.isFull ? nil : typed.map { $0 + [value] }
        switch sequence.append(value) {
        case .more:
            pending = .sequence(sequence, typed: typed)
            return []
        case .broken:
            guard case .string = sequence.kind else { return Self.keys(typed?.dropLast() ?? []) + first(value) }
            // The value follows an Esc that is not part of ST.
            return Self.keys(typed?.dropLast(2) ?? []) + afterEscape(value)
        case .ended:
            pending = .nothing
            return end(of: sequence, typed: typed)
        }
    }

    private mutating func end(of sequence: ControlSequence, typed: [UInt32]?) -> [Input] {
        if let key = Self.key(of: sequence) { return [.key(key)] }
        if let report = MouseReport(sequence) { return report.input.map { [$0] } ?? [] }
        if let reply = TerminalReply(sequence), replies.count < Self.replyLimit { replies.append(reply) }
        // A single letter after the introducer, or an introducer typed again and again, is not a reply: a person typed
        // them.
        guard let typed, typed.count == 2 || typed.starts(with: [0x5B, 0x5B]) else { return [] }
        return Self.keys(typed)
    }

    /// Returns the key of a sequence that ncurses does not know. Terminals send an arrow in either mode of the keypad,
    /// and some send the numbers of the VT220 or of rxvt, or the function keys of the Linux console, although `TERM`
    /// says otherwise.
    private static func key(of sequence: ControlSequence) -> Key? {
        let text = sequence.text
        return switch sequence.kind {
        case .csi: (finals[text] ?? numbers[text]).map(Key.named) ?? consoleFunctions[text].map(Key.function)
        case .ss3: finals[text].map(Key.named)
        case .string: nil
        }
    }

    private static let finals: [String: Key.Name] = [
        "A": .up, "B": .down, "C": .right, "D": .left, "F": .end, "H": .home,
    ]

    private static let numbers: [String: Key.Name] = [
        "1~": .home, "2~": .insert, "3~": .delete, "4~": .end, "5~": .pageUp, "6~": .pageDown, "7~": .home, "8~": .end,
    ]

    private static let consoleFunctions = ["[A": 1, "[B": 2, "[C": 3, "[D": 4, "[E": 5]

    // MARK: - Keys

    /// Line editors delete a word with Alt and Backspace, as with Ctrl-w; read as Esc and Backspace, the key would
    /// close the prompt.
    private static let altBackspace = [Input.key(.control("w"))]

    private static func altKey(_ value: UInt32) -> [Input] {
        [.key(Unicode.Scalar(value).map { .alt(Character($0)) } ?? .named(.escape))]
    }

    private static func keys(_ values: some Sequence<UInt32>) -> [Input] {
        values.compactMap { key($0).map(Input.key) }
    }

    private static func key(_ value: UInt32) -> Key? {
        switch value {
        case 9: return .named(.tab)
        case 10, 13: return .named(.enter)
        case 8, 127: return .named(.backspace)
        case 1...26: return .control(Character(Unicode.Scalar(UInt8(value) + 96)))
        case 27: return .named(.escape)
        case ..<32: return nil
        default: return Unicode.Scalar(value).map { .character(Character($0)) }
        }
    }
}
