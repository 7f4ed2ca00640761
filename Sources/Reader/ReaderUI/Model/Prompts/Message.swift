import Basics

import struct FoundationEssentials.Date

/// One line that reports an event to the person.
package struct Message: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        case note, warning, error
    }

    package var kind: Kind
    package var text: String
    /// A reference to the panel of messages, added only on the status line.
    var reference = ""
    /// Commands that may follow; the reader appends their keys: ` (U undoes)`.
    var offers: [Offer]
    /// The time when the message is first shown.
    var at: Date?
    /// True for the result of a refresh.
    var isSummary = false
    /// True if a search misses articles that are not indexed yet. While the index catches up, each search says so with
    /// another number, and the log keeps the last one.
    package var isAboutIndex = false
    /// True for a remark about the pressed key: the note of its command is shown after it.
    var isRemark = false
    /// Seconds that the message is shown; nil is the default of its kind.
    var seconds: Double?

    /// A command and its effect in the situation of the message. Only the reader knows the key of the command.
    package struct Offer: Equatable, Sendable {
        var command: Command
        var effect: String

        package init(_ command: Command, _ effect: String) {
            self.command = command
            self.effect = effect
        }

        package static let undoes = Offer(.undo, "undoes")
        package static let goesOnline = Offer(.offline, "goes online")
    }

    package init(
        _ text: String, kind: Kind = .note, seconds: Double? = nil, reference: String = "", offers: [Offer] = []
    ) {
        self.kind = kind
        self.text = text
        self.reference = reference
        self.seconds = seconds
        self.offers = offers
    }

    package static func error(_ text: String, offers: [Offer] = []) -> Message {
        Message(text, kind: .error, offers: offers)
    }

    package static func error(_ error: any Error) -> Message {
        Message(sentence("\(error)"), kind: .error)
    }

    /// Makes a message of a phrase that a command prints after its own name or alone. An address, a path and the name
    /// lede stay as they are.
    package static func sentence(_ phrase: String) -> String {
        let word = phrase.prefix { $0 != " " && $0 != ":" }
        let isAddress = phrase.dropFirst(word.count).hasPrefix("://")
        guard word != "lede", !isAddress, word.utf8.allSatisfy(\.isASCIILetter) else { return phrase }
        return phrase.prefix(1).uppercased() + phrase.dropFirst()
    }

    /// Reports a mistake in a search. The name of an operator (`is: takes read …`) stays as it is typed.
    package static func mistake(inSearch phrase: String) -> Message {
        let beginsWithName = phrase.prefix { $0 != " " }.last == ":"
        return Message(beginsWithName ? phrase : sentence(phrase), kind: .warning)
    }

    /// Returns the message with its offers in the text, each with the key that runs it.
    func naming(_ keymap: Keymap) -> Message {
        guard !offers.isEmpty else { return self }
        var named = self
        let words = offers.map { "\(keymap.name(of: $0.command)) \($0.effect)" }
        named.text += " (\(words.joined(separator: ", ")))"
        named.offers = []
        return named
    }
}

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
            let remark = message.kind == .note ? shown.flatMap { $0.isRemark ? $0.text : nil } : nil
            shown = all.last
            if let remark, let text = shown?.text { shown?.text = "\(remark) · \(text)" }
        }
    }

    /// Adds the result of a refresh. The result of a requested refresh also replaces the warning of an earlier result;
    /// the result of a background refresh replaces only a note.
    mutating func add(_ summary: RefreshSummary, at now: Date) {
        if !summary.isBackground, shown?.isSummary == true { shown = nil }
        var message = Message(summary.sentence, kind: summary.kind)
        message.isSummary = true
        if summary.isBackground, let shown, shown.kind != .note { return note(message, at: now) }
        add(message, at: now)
    }

    /// Logs a message that the status line does not show. It replaces the last message if it repeats that one and adds
    /// to it.
    mutating func note(_ message: Message, at now: Date) {
        var message = message
        message.at = now
        if message.isAboutIndex { all.removeAll(where: \.isAboutIndex) }
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
