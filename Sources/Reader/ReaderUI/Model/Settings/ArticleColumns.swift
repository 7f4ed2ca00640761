/// The columns in rows of articles, from left to right. The marks are before them.
struct ArticleColumns: Equatable, Sendable {
    /// A column with its own width; the title takes the rest.
    enum Column: String, Sendable {
        case date
        /// The feed's name, in lists of several feeds.
        case feed
    }

    let beforeTitle: [Column]
    let afterTitle: [Column]

    static let standard = ArticleColumns(beforeTitle: [.date, .feed], afterTitle: [])
    private static let title = "title"

    private init(beforeTitle: [Column], afterTitle: [Column]) {
        self.beforeTitle = beforeTitle
        self.afterTitle = afterTitle
    }

    /// Returns nil for an unknown word, a word that occurs twice, and text without a title.
    init?(_ text: String) {
        let words = text.split(separator: " ").map(String.init)
        guard let title = words.firstIndex(of: Self.title) else { return nil }
        let columns = words.compactMap(Column.init)
        guard columns.count == words.count - 1, Set(columns).count == columns.count else { return nil }
        self.init(beforeTitle: Array(columns[..<title]), afterTitle: Array(columns[title...]))
    }

    /// The text in `config.toml`.
    var text: String {
        (beforeTitle.map(\.rawValue) + [Self.title] + afterTitle.map(\.rawValue)).joined(separator: " ")
    }
}
