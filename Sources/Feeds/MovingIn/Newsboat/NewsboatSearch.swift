import Basics
import FeedModel
import FeedParsing

/// Translates a newsboat filter to a query in the search language; throws the reason if it cannot.
///
/// Newsboat finds regular expressions anywhere in a text, the search language finds words: an expression of plain
/// words is translated, and `a|b` as `(a or b)`.
struct NewsboatSearch {
    typealias Refusal = NewsboatFilterTranslation.Refusal

    let tags: NewsboatTags

    /// Maximum number of feeds that a query names one by one, for a tag that is not a folder.
    private static let maximumFeeds = 64

    func query(_ text: String) throws(Refusal) -> String {
        guard let filter = try? NewsboatFilter(text) else { throw Refusal(reason: "the filter cannot be read") }
        let query = try term(filter)
        guard query.depth <= SearchLanguage.maximumDepth else { throw Refusal(reason: "the filter is nested too deep") }
        return query.text
    }

    /// True if newsboat's filter finds parts of words in articles, where the query finds whole words.
    static func findsPartsOfWords(_ text: String) -> Bool {
        (try? NewsboatFilter(text)).map(comparesWords) ?? false
    }

    private static func comparesWords(_ filter: NewsboatFilter) -> Bool {
        switch filter {
        case .comparison(let comparison):
            ["=~", "!~"].contains(comparison.operation)
                && ["title", "author", "content"].contains(comparison.attribute)
        case .and(let left, let right), .or(let left, let right):
            comparesWords(left) || comparesWords(right)
        }
    }

    // MARK: - Structure

    /// A part of a query; `or` binds more tightly than the blank between two words.
    private indirect enum Term {
        case word(String)
        case all([Term])
        case any([Term])
        case not(Term)

        var text: String {
            switch self {
            case .word(let word): word
            case .all(let parts): parts.map { $0.text(in: self) }.joined(separator: " ")
            case .any(let parts): parts.map { $0.text(in: self) }.joined(separator: " or ")
            case .not(let part): part.isWord ? "-" + part.text : "-(\(part.text))"
            }
        }

        var depth: Int {
            switch self {
            case .word: 0
            case .all(let parts), .any(let parts): 1 + (parts.map(\.depth).max() ?? 0)
            case .not(let part): 1 + part.depth
            }
        }

        private var isWord: Bool {
            if case .word = self { return true }
            return false
        }

        private func text(in outer: Term) -> String {
            switch (self, outer) {
            case (.word, _), (.not, _), (.all, .all), (.any, .any): text
            default: "(\(text))"
            }
        }
    }

    private func term(_ filter: NewsboatFilter) throws(Refusal) -> Term {
        switch filter {
        case .comparison(let comparison): return try term(comparison)
        case .and(let left, let right): return .all([try term(left), try term(right)])
        case .or(let left, let right): return .any([try term(left), try term(right)])
        }
    }

    // MARK: - Comparisons

    private func term(_ comparison: NewsboatFilter.Comparison) throws(Refusal) -> Term {
        guard let positive = Self.positives[comparison.operation] else {
            return try positiveTerm(comparison, comparison.operation)
        }
        switch try positiveTerm(comparison, positive) {
        case .not(let term): return term
        case .word(let word): return Self.opposites[word].map { .word($0) } ?? .not(.word(word))
        case let term: return .not(term)
        }
    }

    private static let positives = ["!=": "=", "!~": "=~", "!#": "#"]
    private static let opposites = ["is:unread": "is:read", "is:read": "is:unread", "is:unstarred": "is:starred"]

    private func positiveTerm(
        _ comparison: NewsboatFilter.Comparison, _ operation: String
    ) throws(Refusal) -> Term {
        let value = comparison.value
        switch (comparison.attribute, operation) {
        case ("unread", "=") where value == "yes": return .word("is:unread")
        case ("unread", "=") where value == "no": return .word("is:read")
        case ("title", "=~"), ("author", "=~"):
            return try Self.words(value, "\(comparison.attribute):", isIndexed: true)
        case ("content", "=~"): return try Self.words(value, "", isIndexed: true)
        case ("feedtitle", "=~"), ("rssurl", "=~"): return try Self.words(value, "feed:")
        case ("feedtitle", "="), ("rssurl", "="): return .word("feed:=" + (try Self.quoted(value)))
        case ("link", "=~"): return try Self.words(value, "url:")
        case ("age", _): return try Self.age(operation, value)
        case ("tags", "#"): return try tag(value)
        case ("flags", "=") where value.isEmpty: return .word("is:unstarred")
        case ("flags", "=~") where value.count == 1 && value.allSatisfy { $0.isASCII && $0.isLetter }:
            return .word("tag:" + FlagTag.name(of: value))
        case ("enclosure_url", "=") where value.isEmpty, ("enclosure_type", "=") where value.isEmpty:
            return .not(.word("has:enclosure"))
        default:
            let words = "\(comparison.attribute) \(comparison.operation)"
            throw Refusal(
                reason: "the search language has no equivalent of “\(words)”" + Self.nearest(to: comparison))
        }
    }

    /// Names a wider search in place of a refused comparison; empty if there is none.
    private static func nearest(to comparison: NewsboatFilter.Comparison) -> String {
        switch comparison.attribute {
        case "flags":
            guard let letter = comparison.value.first(where: { $0.isASCII && $0.isLetter }) else { return "" }
            let flag = String(letter)
            return "; tag:\(FlagTag.name(of: flag)) finds every article with \(flag)"
        case "enclosure_type", "enclosure_url": return "; has:enclosure finds every article with an enclosure"
        case "tags": return "; folder: finds a part of the folder's name"
        default: return ""
        }
    }

    /// The oldest age in a query, in days.
    private static let maximumDays = 99_999

    /// Newsboat counts whole days: an article of 36 hours has the age 1.
    private static func age(_ operation: String, _ value: String) throws(Refusal) -> Term {
        let numbers = value.split(separator: ":").map { Int($0, within: 0...maximumDays) }
        guard !numbers.isEmpty, numbers.count <= 2, let first = numbers[0], let last = numbers[numbers.count - 1],
            (numbers.count == 2) == (operation == "between")
        else { throw Refusal(reason: "the search language cannot express this age") }
        func between(_ low: Int, _ high: Int) -> Term {
            let younger = Term.word("age:<\(high + 1)d")
            return low == 0 ? younger : .all([.word("age:>\(low)d"), younger])
        }
        switch operation {
        case "<": return .word("age:<\(first)d")
        case "<=": return .word("age:<\(first + 1)d")
        case ">": return .word("age:>\(first + 1)d")
        case ">=": return .word("age:>\(first)d")
        case "=": return between(first, first)
        case "between": return between(min(first, last), max(first, last))
        default: throw Refusal(reason: "the search language has no equivalent of “age \(operation)”")
        }
    }

    /// The first tag of a feed is its folder; feeds that have the tag but are in another folder are named.
    private func tag(_ tag: String) throws(Refusal) -> Term {
        let feeds = tags.feeds(with: tag)
        guard !feeds.isEmpty else { throw Refusal(reason: "no feed has the tag “\(tag)”") }
        let isFolder = tags.isFolder(tag)
        let named = feeds.filter { !isFolder || $0.tags.first != tag }
        guard named.count <= Self.maximumFeeds else {
            throw Refusal(reason: "more than \(Self.maximumFeeds) feeds would have to be named")
        }
        var parts: [Term] = isFolder ? [.word("folder:=" + (try Self.quoted(tag)))] : []
        for feed in named { parts.append(.word("feed:=" + (try Self.quoted(feed.url)))) }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    // MARK: - Words

    /// Returns the words or phrases that an expression names, each with the operator.
    ///
    /// - Parameter isIndexed: true if the search ignores the characters between words.
    private static func words(
        _ expression: String, _ name: String, isIndexed: Bool = false
    ) throws(Refusal) -> Term {
        var whole = expression
        if whole.hasPrefix("("), whole.hasSuffix(")") { whole = String(whole.dropFirst().dropLast()) }
        var parts: [Term] = []
        for part in whole.split(separator: "|", omittingEmptySubsequences: false) {
            let text = try plain(part)
            if isIndexed { try refuseSymbols(text) }
            parts.append(.word(name + (try quoted(text))))
        }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    /// Minimum number of letters and digits in a text with other characters (default 3).
    private static let minimumLetters = 3

    /// Refuses a text such as “C++”, which would find “vitamin C”.
    private static func refuseSymbols(_ text: String) throws(Refusal) {
        let letters = text.count { $0.isLetter || $0.isNumber }
        guard letters >= minimumLetters || text.allSatisfy({ $0.isLetter || $0.isNumber || $0.isWhitespace }) else {
            throw Refusal(reason: "the search language finds only the letters and digits of “\(text)”")
        }
    }

    /// Returns the text that an expression matches; a dot counts as a dot.
    private static func plain(_ expression: Substring) throws(Refusal) -> String {
        var text = ""
        var rest = expression
        while let character = rest.popFirst() {
            if character == "\\", let next = rest.first, next.isPunctuation || next.isSymbol {
                text.append(rest.removeFirst())
                continue
            }
            guard !"[](){}|^$*+?\\".contains(character) else {
                throw Refusal(reason: "the search language has no regular expressions")
            }
            text.append(character)
        }
        return text
    }

    /// Returns a text as one word of the search language.
    private static func quoted(_ text: String) throws(Refusal) -> String {
        guard !text.isEmpty, !text.contains("\"") else {
            throw Refusal(reason: "the search language cannot search for “\(text)”")
        }
        let isWord = text.allSatisfy { $0.isLetter || $0.isNumber } && text.lowercased() != "or"
        return isWord ? text : "\"\(text)\""
    }
}
