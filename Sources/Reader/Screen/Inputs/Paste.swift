/// A bracketed paste while it arrives. None of its content acts as keys, so pasted text never runs a command.
///
/// The end mark may never arrive: a connection may break, and a program may write only the begin mark. So a paste also
/// ends after a second of silence, and Ctrl-C is always a key.
package struct Paste: Sendable {
    /// A piece of terminal input while a paste is open.
    package enum Piece: Equatable, Sendable {
        case point(Unicode.Scalar)
        /// The end mark.
        case end
        /// A key that is not text.
        case other
        /// No input is waiting.
        case nothing
    }

    private enum Phase {
        case closed
        case collecting(String.UnicodeScalarView)
        /// The text was delivered, or cancelled with Ctrl-C; the rest is dropped up to the end mark.
        case dropping
    }

    /// Maximum length of a paste, in code points (default 4,096); the rest is dropped.
    private static let maximumLength = 4_096
    /// Maximum pause within a paste; a longer one ends it (default 1 s).
    private static let silence = Duration.seconds(1)

    private var phase = Phase.closed
    private var lastPiece = ContinuousClock.now

    package init() {}

    package var isOpen: Bool {
        if case .closed = phase { false } else { true }
    }

    /// The time when `receive(.nothing)` ends the paste; nil if none is open.
    package var deadline: ContinuousClock.Instant? { isOpen ? lastPiece + Self.silence : nil }

    package mutating func begin(at now: ContinuousClock.Instant) {
        phase = .collecting(String.UnicodeScalarView())
        lastPiece = now
    }

    /// Adds the next piece; returns the text once it is complete, or Ctrl-C.
    package mutating func receive(_ piece: Piece, at now: ContinuousClock.Instant) -> Input? {
        defer { if piece != .nothing { lastPiece = now } }
        switch piece {
        case .nothing: return now - lastPiece >= Self.silence ? close() : nil
        case .end: return close()
        case .point("\u{3}"):
            phase = .dropping
            return .key(.control("c"))
        case .point(let point): return append(point)
        case .other: return nil
        }
    }

    /// Replaces a code point that cannot be part of a line with a space.
    private mutating func append(_ point: Unicode.Scalar) -> Input? {
        guard case .collecting(var text) = phase else { return nil }
        phase = .dropping
        text.append(point.properties.generalCategory == .control ? " " : point)
        guard text.count < Self.maximumLength else { return .paste(String(text)) }
        phase = .collecting(text)
        return nil
    }

    private mutating func close() -> Input? {
        defer { phase = .closed }
        guard case .collecting(let text) = phase else { return nil }
        return .paste(String(text))
    }
}
