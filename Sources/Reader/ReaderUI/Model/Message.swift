package import struct FoundationEssentials.Date

/// One line that tells the person what happened.
package struct Message: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        case note, warning, error
    }

    package var kind: Kind
    package var text: String
    /// Set when it is shown.
    package var at: Date?

    package init(_ text: String, kind: Kind = .note) {
        self.kind = kind
        self.text = text
    }

    package static func error(_ text: String) -> Message {
        Message(text, kind: .error)
    }
}

/// The messages of this session, newest last, and which of them the status line shows.
package struct MessageLog: Equatable, Sendable {
    package private(set) var all: [Message] = []
    package private(set) var shown: Message?

    /// How many are remembered.
    private static let limit = 500
    /// How long the status line shows one, in seconds.
    private static let noteTime = 6.0
    private static let errorTime = 20.0

    package init() {}

    /// What went wrong stays on the status line until a key tells that it was seen or its time is over: a note of something
    /// that ended meanwhile is only remembered.
    mutating func add(_ message: Message, at now: Date) {
        note(message, at: now)
        if message.kind != .note || shown == nil || shown?.kind == .note {
            shown = all.last
        }
    }

    /// Remembers a message that the status line does not show.
    mutating func note(_ message: Message, at now: Date) {
        var message = message
        message.at = now
        all.append(message)
        if all.count > Self.limit {
            all.removeFirst(all.count - Self.limit)
        }
    }

    /// When the time of the shown one is over.
    var expiry: Date? {
        guard let shown, let at = shown.at else { return nil }
        return at.addingTimeInterval(shown.kind == .note ? Self.noteTime : Self.errorTime)
    }

    /// Takes the shown one away when its time is over.
    mutating func age(to now: Date) {
        if let expiry, now >= expiry { shown = nil }
    }

    /// A key was pressed: what was said has been seen.
    mutating func dismiss() {
        shown = nil
    }
}
