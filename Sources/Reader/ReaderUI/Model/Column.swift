/// The three columns, from left to right.
package enum Column: Int, CaseIterable, Comparable, Sendable {
    case feeds, articles, text

    /// Its name in `config.toml` and in the list of keys.
    package var name: String {
        switch self {
        case .feeds: "feeds"
        case .articles: "articles"
        case .text: "text"
        }
    }

    package static func < (a: Column, b: Column) -> Bool {
        a.rawValue < b.rawValue
    }
}
