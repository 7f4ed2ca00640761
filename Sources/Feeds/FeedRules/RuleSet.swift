/// The person's rules: which articles are hidden, and which stand out.
package struct RuleSet: Hashable, Sendable {
    package var kills: [ArticleRule]
    package var highlights: [ArticleRule]

    /// Of either kind.
    package static let limit = 200

    package init(kills: [ArticleRule] = [], highlights: [ArticleRule] = []) {
        self.kills = kills
        self.highlights = highlights
    }

    package var isEmpty: Bool { kills.isEmpty && highlights.isEmpty }

    /// Whether any rule looks at the texts of articles, which are long.
    package var readsContent: Bool {
        (kills + highlights).contains { $0.conditions.contains { $0.field == .content } }
    }

    /// The rules in writing: equal where they say the same.
    package var text: String {
        let lines = { (name: String, rules: [ArticleRule]) in
            rules.map { "\(name) " + $0.conditions.map(\.notation).sorted().joined(separator: "\u{1F}") }
        }
        return (lines("kill", kills) + lines("highlight", highlights)).joined(separator: "\n")
    }

    /// The first rule that holds decides; hiding goes before standing out.
    package func verdict(on subject: RuleSubject) -> RuleVerdict {
        var subject = subject
        if kills.contains(where: { $0.holds(for: &subject) }) { return .killed }
        return highlights.firstIndex { $0.holds(for: &subject) }.map(RuleVerdict.highlighted) ?? .none
    }
}

/// What the rules make of an article.
package enum RuleVerdict: Hashable, Sendable {
    case none
    /// It is in no list, and in no count.
    case killed
    /// By the rule of this index.
    case highlighted(Int)
}
