package import struct FoundationEssentials.Date

/// A rule made in the reader that hides articles by one of their facts, for good or until a date.
package struct Mute: Hashable, Sendable, Codable {
    package enum Field: String, Codable, CaseIterable, Sendable {
        case author, title, tag, feed
    }

    package var field: Field
    /// The whole name of the author, tag or feed; a title is given by whole words in their order.
    package var text: String
    /// The end of the rule; nil means that it applies for good.
    package var until: Date?

    /// Maximum number of rules made in the reader (default 200).
    package static let limit = 200
    /// Maximum length of a text, in characters (default 200).
    private static let maximumTextLength = 200

    package init(_ field: Field, _ text: String, until: Date? = nil) {
        self.field = field
        self.text = String(text.prefix(Self.maximumTextLength))
        self.until = until
    }

    package func isInForce(at now: Date) -> Bool {
        until.map { now < $0 } ?? true
    }

    /// `author “Jane Doe”`
    package var words: String { "\(field.rawValue) “\(text)”" }
}
