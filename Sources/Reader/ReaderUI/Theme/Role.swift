/// What a piece of the screen is, for a theme to give it a look. Raw values count them, as a frame asks for thousands of looks.
package enum Role: Int, CaseIterable, Sendable {
    case text, dim, accent, unread, selection, selectionUnfocused, title, heading, link, code, quote, rule, bar
    case barAccent, error, warning, good, searchMatch, picture
    /// An article for which a highlight rule holds that says no look of its own.
    case highlight

    /// The role that theme files name so.
    package init?(name: String) {
        guard let index = Self.names.firstIndex(of: name) else { return nil }
        self = Self.allCases[index]
    }

    /// Its name in theme files.
    package var name: String { Self.names[rawValue] }

    /// In the order of the cases.
    private static let names = [
        "text", "dim", "accent", "unread", "selection", "selection-unfocused", "title", "heading", "link", "code",
        "quote",
        "rule", "bar", "bar-accent", "error", "warning", "good", "search-match", "picture", "highlight",
    ]

    /// Where a theme that leaves this role out gets its look from.
    package var fallback: Role? {
        switch self {
        case .text: nil
        case .dim, .accent, .code, .selection: .text
        case .unread, .title, .heading, .link, .warning, .good, .error, .barAccent, .searchMatch: .accent
        case .highlight: .warning
        case .selectionUnfocused: .selection
        case .quote, .rule, .bar, .picture: .dim
        }
    }
}
