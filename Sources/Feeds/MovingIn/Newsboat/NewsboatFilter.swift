/// A newsboat filter: `unread = "yes" and title =~ "swift"`.
indirect enum NewsboatFilter: Equatable {
    case comparison(Comparison)
    case and(NewsboatFilter, NewsboatFilter)
    case or(NewsboatFilter, NewsboatFilter)

    struct Comparison: Equatable {
        var attribute: String
        var operation: String
        var value: String
    }

    struct SyntaxError: Error {}

    /// Maximum length of a filter that is read, in bytes.
    private static let maximumLength = 10_000

    init(_ text: String) throws(SyntaxError) {
        guard text.utf8.count <= Self.maximumLength else { throw SyntaxError() }
        var parser = NewsboatFilterParser(text)
        self = try parser.filter()
    }

    /// The comparisons of `a and b and …`; nil if there is an `or`.
    private var conjunction: [Comparison]? {
        switch self {
        case .comparison(let comparison): [comparison]
        case .and(let left, let right): left.conjunction.flatMap { left in right.conjunction.map { left + $0 } }
        case .or: nil
        }
    }

    /// The filter as several conjunctions: at least one must hold; nil if there are too many.
    var alternatives: [[Comparison]]? {
        let most = 32
        switch self {
        case .comparison(let comparison): return [[comparison]]
        case .or(let left, let right):
            guard let left = left.alternatives, let right = right.alternatives, left.count + right.count <= most else {
                return nil
            }
            return left + right
        case .and(let left, let right):
            guard let left = left.alternatives, let right = right.alternatives, left.count * right.count <= most else {
                return nil
            }
            return left.flatMap { first in right.map { first + $0 } }
        }
    }
}

/// `and` and `or` have no precedence: the right side of each extends to the end.
private struct NewsboatFilterParser {
    private let text: [Character]
    private var index = 0
    private var depth = 0

    private static let maximumDepth = 100
    /// The longer operators come first, since `=` begins `==` and `=~`.
    private static let operations = ["==", "=~", "!~", "!=", "!#", "<=", ">=", "=", "<", ">", "#", "between"]

    init(_ text: String) {
        self.text = Array(text)
    }

    mutating func filter() throws(NewsboatFilter.SyntaxError) -> NewsboatFilter {
        let filter = try expression()
        guard index == text.count else { throw NewsboatFilter.SyntaxError() }
        return filter
    }

    private mutating func expression() throws(NewsboatFilter.SyntaxError) -> NewsboatFilter {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else { throw NewsboatFilter.SyntaxError() }
        let left = try operand()
        if accept("and") { return .and(left, try expression()) }
        if accept("or") { return .or(left, try expression()) }
        return left
    }

    private mutating func operand() throws(NewsboatFilter.SyntaxError) -> NewsboatFilter {
        guard accept("(") else { return .comparison(try comparison()) }
        let inner = try expression()
        guard accept(")") else { throw NewsboatFilter.SyntaxError() }
        return inner
    }

    private mutating func comparison() throws(NewsboatFilter.SyntaxError) -> NewsboatFilter.Comparison {
        skipBlanks()
        let attribute = word { $0.isLetter || $0 == "_" }
        guard !attribute.isEmpty, let operation = Self.operations.first(where: { accept($0) }) else {
            throw NewsboatFilter.SyntaxError()
        }
        skipBlanks()
        let value = try value()
        skipBlanks()
        return .init(attribute: attribute, operation: operation == "==" ? "=" : operation, value: value)
    }

    private mutating func value() throws(NewsboatFilter.SyntaxError) -> String {
        guard index < text.count, text[index] == "\"" else {
            let number = word { $0.isNumber || $0 == ":" || $0 == "-" }
            guard !number.isEmpty else { throw NewsboatFilter.SyntaxError() }
            return number
        }
        index += 1
        var value = ""
        while index < text.count, text[index] != "\"" {
            if text[index] == "\\", index + 1 < text.count, text[index + 1] == "\"" { index += 1 }
            value.append(text[index])
            index += 1
        }
        guard index < text.count else { throw NewsboatFilter.SyntaxError() }
        index += 1
        return value
    }

    private mutating func accept(_ token: String) -> Bool {
        skipBlanks()
        let end = index + token.count
        guard end <= text.count, String(text[index..<end]) == token else { return false }
        index = end
        return true
    }

    private mutating func skipBlanks() {
        while index < text.count, text[index] == " " { index += 1 }
    }

    private mutating func word(_ isPart: (Character) -> Bool) -> String {
        let start = index
        while index < text.count, isPart(text[index]) { index += 1 }
        return String(text[start..<index])
    }
}
