/// The person's rules: some hide articles, others highlight them.
package struct RuleSet: Hashable, Sendable {
    package var kills: [ArticleRule]
    package var highlights: [ArticleRule]

    /// Maximum number of rules of either kind.
    package static let limit = 200

    package init(kills: [ArticleRule] = [], highlights: [ArticleRule] = []) {
        self.kills = kills
        self.highlights = highlights
    }

    package var isEmpty: Bool { kills.isEmpty && highlights.isEmpty }

    /// True if any rule examines the texts of articles, which are long.
    package var readsContent: Bool {
        (kills + highlights).contains { $0.conditions.contains { $0.field == .content } }
    }

    /// The rules as text, which is equal for equal rules.
    package var text: String {
        let lines = { (name: String, rules: [ArticleRule]) in
            rules.map { "\(name) " + $0.conditions.map(\.notation).sorted().joined(separator: "\u{1F}") }
        }
        return (lines("kill", kills) + lines("highlight", highlights)).joined(separator: "\n")
    }

    /// The first rule that matches decides; hiding comes before highlighting.
    package func verdict(on subject: RuleSubject) -> RuleVerdict {
        var subject = subject
        if kills.contains(where: { $0.holds(for: &subject) }) { return .killed }
        return highlights.firstIndex { $0.holds(for: &subject) }.map(RuleVerdict.highlighted) ?? .none
    }
}

/// The result of the rules for an article.
package enum RuleVerdict: Hashable, Sendable {
    case none
    /// No list shows it, and no count includes it.
    case killed
    /// Highlighted by the rule of this index.
    case highlighted(Int)
}
