/// The person's rules: some hide articles, others highlight articles, and others mark new articles.
package struct RuleSet: Hashable, Sendable {
    package var kills: [ArticleRule]
    package var highlights: [ArticleRule]
    /// These apply to new articles only.
    package var arrivals: [ArrivalRule]

    /// Maximum number of rules of all kinds.
    package static let limit = 200

    package init(kills: [ArticleRule] = [], highlights: [ArticleRule] = [], arrivals: [ArrivalRule] = []) {
        self.kills = kills
        self.highlights = highlights
        self.arrivals = arrivals
    }

    package var isEmpty: Bool { kills.isEmpty && highlights.isEmpty && arrivals.isEmpty }

    /// True if a rule that applies to stored articles examines their texts, which are long.
    package var readsContent: Bool {
        (kills + highlights).contains { $0.conditions.contains { $0.field == .content } }
    }

    /// The rules that apply to stored articles, as text, which is equal for equal rules.
    package var text: String {
        let lines = { (name: String, rules: [ArticleRule]) in
            rules.map { "\(name) " + $0.conditions.map(\.notation).sorted().joined(separator: "\u{1F}") }
        }
        return (lines("kill", kills) + lines("highlight", highlights)).joined(separator: "\n")
    }

    /// Returns the verdict of the first rule that matches; hiding comes before highlighting.
    package func verdict(on subject: RuleSubject) -> RuleVerdict {
        var subject = subject
        return firstVerdict(on: &subject)
    }

    /// Returns the verdict on a new article, and the marks of all rules that match it. A hidden article gets none.
    package func evaluation(of subject: RuleSubject) -> (verdict: RuleVerdict, marks: ArrivalMarks) {
        var subject = subject
        let verdict = firstVerdict(on: &subject)
        var marks = ArrivalMarks()
        guard verdict != .killed else { return (verdict, marks) }
        for arrival in arrivals where arrival.rule.holds(for: &subject) { marks.add(arrival.marks) }
        return (verdict, marks)
    }

    private func firstVerdict(on subject: inout RuleSubject) -> RuleVerdict {
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
