package import FeedModel

/// A rule that marks the articles it matches, once, when they are new to the library.
package struct ArrivalRule: Hashable, Sendable {
    package var rule: ArticleRule
    package var marks: ArrivalMarks

    package init(_ rule: ArticleRule, marks: ArrivalMarks) {
        self.rule = rule
        self.marks = marks
    }

    /// `title=kernel → read, add-tag=linux`
    package var words: String { "\(rule.words) → \(marks.words)" }
}

/// The marks that rules give a new article.
package struct ArrivalMarks: Hashable, Sendable {
    package var isRead: Bool
    package var isStarred: Bool
    /// The person's own tags, each once.
    package private(set) var tags: [String] = []

    package init(isRead: Bool = false, isStarred: Bool = false, tags: [String] = []) {
        self.isRead = isRead
        self.isStarred = isStarred
        add(tags)
    }

    package var isEmpty: Bool { !isRead && !isStarred && tags.isEmpty }

    package mutating func add(_ names: [String]) {
        for name in names where !tags.contains(name) { tags.append(name) }
    }

    mutating func add(_ other: ArrivalMarks) {
        isRead = isRead || other.isRead
        isStarred = isStarred || other.isStarred
        add(other.tags)
    }

    /// The marks as the person would give them, one by one.
    package var all: [Mark] {
        var marks: [Mark] = []
        if isRead { marks.append(.read(true)) }
        if isStarred { marks.append(.starred(true)) }
        for name in tags { marks.append(.tagged(name, true)) }
        return marks
    }

    /// `read, starred, add-tag=linux`
    var words: String {
        var words: [String] = []
        if isRead { words.append("read") }
        if isStarred { words.append("starred") }
        for name in tags { words.append("add-tag=\(name)") }
        return words.joined(separator: ", ")
    }
}
