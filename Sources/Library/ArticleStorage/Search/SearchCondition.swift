import GRDB

/// A part of a search as a condition on a row of `article`, with its bound values.
struct SearchCondition: Equatable, Sendable {
    /// For a list that ends once some articles meet the condition.
    let sql: String
    /// For a list that may check every article.
    let inOnePass: String
    let arguments: StatementArguments

    init(_ sql: String, inOnePass: String? = nil, _ arguments: StatementArguments = []) {
        self.sql = sql
        self.inOnePass = inOnePass ?? sql
        self.arguments = arguments
    }

    /// A condition on the article's row of `content`. If all articles are checked, one pass over that table takes an
    /// eighth of the time of looking up the row of each.
    static func onContent(_ condition: String, _ arguments: StatementArguments = []) -> SearchCondition {
        SearchCondition(
            "EXISTS (SELECT 1 FROM content WHERE content.article = article.id AND \(condition))",
            inOnePass: "article.id IN (SELECT article FROM content WHERE \(condition))", arguments)
    }

    /// Conditions joined by AND or OR.
    static func joined(_ parts: [SearchCondition], _ sign: String) -> SearchCondition {
        let joined = { (form: KeyPath<SearchCondition, String>) in
            "(" + parts.map { $0[keyPath: form] }.joined(separator: " \(sign) ") + ")"
        }
        return SearchCondition(
            joined(\.sql), inOnePass: joined(\.inOnePass), parts.reduce(into: []) { $0 += $1.arguments })
    }

    var negated: SearchCondition {
        SearchCondition("NOT (\(sql))", inOnePass: "NOT (\(inOnePass))", arguments)
    }
}
