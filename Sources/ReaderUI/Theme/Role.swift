/// What a piece of the screen is, for a theme to give it a look. Raw values are the names in theme files.
public enum Role: String, CaseIterable, Sendable {
    case text, dim, accent, unread, selection
    case selectionUnfocused = "selection-unfocused"
    case title, heading, link, code, quote, rule, bar
    case barAccent = "bar-accent"
    case error, warning, good
    case searchMatch = "search-match"
    case picture
    /// An article for which a highlight rule holds that says no look of its own.
    case highlight

    /// Where a theme that leaves this role out gets its look from.
    public var fallback: Role? {
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
