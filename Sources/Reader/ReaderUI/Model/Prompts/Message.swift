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
    /// Decides which other messages this one replaces or joins; nil for most messages.
    package var topic: Topic?
    /// Seconds that the message is shown; nil is the default of its kind.
    var seconds: Double?

    package enum Topic: Equatable, Sendable {
        /// The result of a refresh.
        case refresh
        /// A search misses articles that are not indexed yet. While the index catches up, each search says so with
        /// another number, and the log keeps the last one.
        case index
        /// A remark about the pressed key: the note of its command is shown after it.
        case key
    }

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
    func naming(_ keymap: Keymap, after prefix: String) -> Message {
        guard !offers.isEmpty else { return self }
        var named = self
        let words = offers.map { "\(keymap.name(of: $0.command)) \($0.effect)" }
        named.text += " (\(prefix)\(words.joined(separator: ", ")))"
        named.offers = []
        return named
    }
}
