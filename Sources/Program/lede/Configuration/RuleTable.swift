import Basics
import FeedModel
import FeedRules
import Foundation
import Screen
import TOMLReading

/// One rule of `config.toml`, while its keys are read.
struct RuleTable {
    let kind: RuleKind
    private(set) var conditions: [ArticleRule.Condition] = []
    /// The style of a highlight.
    private(set) var style: Style?
    /// The marks of new articles.
    private(set) var marks = ArrivalMarks()
    /// The last day of a rule that has ended.
    private(set) var ended: String?
    /// The keys with their values in TOML.
    private(set) var values: [(name: String, value: String)] = []

    init(_ kind: RuleKind) {
        self.kind = kind
    }

    /// The reason why the table is not a rule; nil if it is a rule.
    var fault: String? {
        if conditions.isEmpty { return "a rule needs at least one of \(Self.fields)" }
        if kind == .mark, marks.isEmpty { return "a rule that marks needs at least one of \(RuleAction.names)" }
        return nil
    }

    /// Reads one key of the table.
    ///
    /// - Throws: an error whose description is the problem.
    mutating func read(_ name: String, _ value: TOMLValue) throws {
        if name == "until" {
            try readEnd(value.string ?? value.moment ?? "")
        } else if name == "style", kind == .highlight {
            style = try StyleNotation.style(value.string ?? value.moment ?? "")
        } else if kind == .mark, let action = RuleAction(rawValue: name) {
            try read(action, value)
        } else {
            conditions.append(try condition(name, value))
        }
        values.append((name, Self.notation(of: value)))
    }

    private mutating func read(_ action: RuleAction, _ value: TOMLValue) throws {
        switch action {
        case .read, .starred:
            guard value.bool == true else {
                throw RuleProblem("\(action.rawValue) must be true; leave the line out otherwise")
            }
            if action == .read { marks.isRead = true } else { marks.isStarred = true }
        case .tag:
            guard let names = Self.tags(in: value) else {
                let bounds = "at most \(OwnTag.maximumCount), of \(OwnTag.maximumLength) bytes each"
                throw RuleProblem("\(action.rawValue) must be a tag, in quotes, or a list of tags: \(bounds)")
            }
            if let removal = names.first(where: { $0.hasPrefix("-") }) {
                throw RuleProblem("\(action.rawValue) cannot remove a tag: write “\(removal)” without its “-”")
            }
            marks.add(names)
        }
    }

    /// Returns the tags of a text or of a list of texts, as they are typed in the reader, each once; nil if a text has
    /// none.
    private static func tags(in value: TOMLValue) -> [String]? {
        var names: [String] = []
        for element in value.array ?? [value] {
            guard let text = element.string, !OwnTag.isTooLong(text) else { return nil }
            let found = OwnTag.names(in: text)
            guard !found.isEmpty else { return nil }
            for name in found where !names.contains(name) { names.append(name) }
            guard names.count <= OwnTag.maximumCount else { return nil }
        }
        return names.isEmpty ? nil : names
    }

    private func condition(_ name: String, _ value: TOMLValue) throws -> ArticleRule.Condition {
        guard let field = RuleField(rawValue: name) else {
            throw RuleProblem("there is no field \(name); the fields are \(Self.fields), until\(kind.otherKeys)")
        }
        guard let notation = value.string, !notation.isEmpty else {
            throw RuleProblem("\(name) must be a regular expression, in quotes")
        }
        return try ArticleRule.Condition(field, notation)
    }

    /// Reads the last day of the rule, in UTC. A month alone would be read as its first day.
    private mutating func readEnd(_ text: String) throws {
        guard text.split(separator: "-").map(\.count) == [4, 2, 2], let day = CivilDay(text) else {
            throw RuleProblem("until must be a date such as 2026-12-31, the last day of the rule")
        }
        let today = CalendarSeconds.split(CalendarSeconds.whole(Date().timeIntervalSince1970)).days
        ended = day.daysSinceEpoch < today ? text : nil
    }

    private static let fields = RuleField.allCases.map(\.rawValue).joined(separator: ", ")

    private static func notation(of value: TOMLValue) -> String {
        if let isTrue = value.bool { return isTrue ? "true" : "false" }
        if let texts = value.array { return TOMLText.list(texts.compactMap(\.string)) }
        return TOMLText.quoted(value.string ?? value.moment ?? "")
    }
}

/// The tables of rules. Raw values are their names in `config.toml`.
enum RuleKind: String, CaseIterable {
    case kill, highlight, mark

    /// The keys besides the fields and `until`, for messages.
    fileprivate var otherKeys: String {
        switch self {
        case .kill: ""
        case .highlight: ", and style"
        case .mark: ", and \(RuleAction.names)"
        }
    }
}

/// The marks that a rule can give. Raw values are the names in `config.toml`.
private enum RuleAction: String, CaseIterable {
    case read, starred
    case tag = "add-tag"

    static let names = allCases.map(\.rawValue).joined(separator: ", ")
}

/// The problem with a key of a rule.
struct RuleProblem: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
