/// The role of a part of the screen; a theme gives each role a look. Raw values are array indices, since each frame
/// looks up thousands of roles.
package enum Role: Int, CaseIterable, Sendable {
    case text, dim, accent, unread, selection, selectionUnfocused, title, heading, link, code, quote, rule, bar
    case barAccent, error, warning, good, searchMatch, picture
    /// An article that matches a highlight rule without a style.
    case highlight

    /// Returns the role with this name in theme files.
    package init?(name: String) {
        guard let index = Self.names.firstIndex(of: name) else { return nil }
        self = Self.allCases[index]
    }

    /// Its name in theme files.
    package var name: String { Self.names[rawValue] }

    /// Names in the order of the cases.
    private static let names = [
        "text", "dim", "accent", "unread", "selection", "selection-unfocused", "title", "heading", "link", "code",
        "quote",
        "rule", "bar", "bar-accent", "error", "warning", "good", "search-match", "picture", "highlight",
    ]

    /// The role whose look is used if a theme leaves this one out.
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
