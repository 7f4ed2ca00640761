import struct FoundationEssentials.Date

/// The messages of this session, newest last, and the one on the status line.
struct MessageLog: Equatable, Sendable {
    private(set) var all: [Message] = []
    private(set) var shown: Message?

    /// Maximum number of messages remembered.
    private static let limit = 500
    /// Seconds that the status line shows a note.
    private static let noteTime = 6.0
    private static let errorTime = 20.0

    init() {}

    /// A problem stays on the status line until a key is pressed or its time is over. A note that arrives meanwhile
    /// only goes into the log.
    mutating func add(_ message: Message, at now: Date) {
        note(message, at: now)
        if message.kind != .note || shown == nil || shown?.kind == .note {
            let remark = message.kind == .note ? shown.flatMap { $0.topic == .key ? $0.text : nil } : nil
            shown = all.last
            if let remark, let text = shown?.text { shown?.text = "\(remark) · \(text)" }
        }
    }

    /// Adds the result of a refresh. The result of a requested refresh also replaces the warning of an earlier result;
    /// the result of a background refresh replaces only a note.
    mutating func add(_ summary: RefreshSummary, at now: Date) {
        if !summary.isBackground, shown?.topic == .refresh { shown = nil }
        var message = Message(summary.sentence, kind: summary.kind)
        message.topic = .refresh
        if summary.isBackground, let shown, shown.kind != .note { return note(message, at: now) }
        add(message, at: now)
    }

    /// Logs a message that the status line does not show. It replaces the last message if it repeats that one and adds
    /// to it.
    mutating func note(_ message: Message, at now: Date) {
        var message = message
        message.at = now
        if message.topic == .index { all.removeAll { $0.topic == .index } }
        if let last = all.last, last.kind == message.kind, message.text.hasPrefix(last.text + "; ") { all.removeLast() }
        all.append(message)
        if all.count > Self.limit {
            all.removeFirst(all.count - Self.limit)
        }
    }

    /// Logs a message that may recur every few seconds in place of its earlier copy, since copies would push out all
    /// other messages.
    mutating func renew(_ message: Message, at now: Date) {
        all.removeAll { $0.kind == message.kind && $0.text == message.text }
        note(message, at: now)
    }

    /// The time when the shown message expires.
    var expiry: Date? {
        guard let shown, let at = shown.at else { return nil }
        return at.addingTimeInterval(shown.seconds ?? (shown.kind == .note ? Self.noteTime : Self.errorTime))
    }

    /// Removes the shown message once it has expired.
    mutating func age(to now: Date) {
        if let expiry, now >= expiry { shown = nil }
    }

    /// Removes the shown message after a key press: the person has seen it.
    mutating func dismiss() {
        shown = nil
    }
}
