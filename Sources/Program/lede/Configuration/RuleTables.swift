import Basics
import FeedRules
import Foundation
import Screen
import TOMLReading

/// The `[[kill]]` and `[[highlight]]` tables of `config.toml`: each table is a rule, each key a field with its pattern.
struct RuleTables: Sendable {
    private(set) var rules = RuleSet()
    /// The style of each highlight rule; nil: the theme's.
    private(set) var styles: [Style?] = []
    /// The hiding rules whose last day has passed, each with that day.
    private(set) var ended: [String] = []
    /// The rules as written in the file, for commands that print them.
    private(set) var entries: [Entry] = []

    struct Entry: Sendable {
        var kind: String
        var values: [(name: String, value: String)]
        var line: Int?
    }

    static let names = ["kill", "highlight"]

    /// Reads all rules of a kind; unusable ones are reported, the other rules apply.
    mutating func read(_ kind: String, _ value: TOMLValue, in file: TOMLFile) -> [ConfigurationProblem] {
        guard let tables = value.array?.map({ $0.table }), !tables.isEmpty, tables.allSatisfy({ $0 != nil }) else {
            return [file.problem(with: kind, in: nil, "rules must be tables with two brackets: [[\(kind)]]")]
        }
        var problems: [ConfigurationProblem] = []
        for (index, table) in tables.compactMap(\.self).enumerated() {
            problems += read(kind, table, number: index, in: file)
        }
        return problems
    }

    private mutating func read(
        _ kind: String, _ table: TOMLTable, number: Int, in file: TOMLFile
    ) -> [ConfigurationProblem] {
        var conditions: [ArticleRule.Condition] = []
        var style: Style?
        var entry = Entry(kind: kind, values: [], line: file.position(of: kind, number: number)?.line)
        var problems: [ConfigurationProblem] = []
        var hasEnded = false
        for (name, value) in table {
            let text = value.string ?? value.moment ?? ""
            do {
                if name == "until" {
                    hasEnded = try Self.hasEnded(text)
                } else if name == "style", kind == "highlight" {
                    style = try StyleNotation.style(text)
                } else {
                    conditions.append(try Self.condition(name, value, kind))
                }
                entry.values.append((name, text))
            } catch {
                problems.append(
                    file.problem(with: name, in: kind, number: number, (error as? Problem)?.message ?? "\(error)"))
            }
        }
        // A rule that lacks one of its conditions would match too much.
        guard problems.isEmpty else { return problems }
        guard !conditions.isEmpty, entries.count < RuleSet.limit else {
            let message =
                conditions.isEmpty
                ? "a rule needs at least one of \(Self.fields)" : "no more than \(RuleSet.limit) rules"
            return [
                ConfigurationProblem(
                    file: file.name, position: file.position(of: kind, number: number), message: message)
            ]
        }
        let rule = ArticleRule(conditions)
        if !hasEnded {
            add(rule, kind, style)
        } else if kind == "kill" {
            ended.append("\(rule.words) ended \(entry.values.first { $0.name == "until" }?.value ?? "")")
        }
        entries.append(entry)
        return []
    }

    private mutating func add(_ rule: ArticleRule, _ kind: String, _ style: Style?) {
        if kind == "kill" {
            rules.kills.append(rule)
        } else {
            rules.highlights.append(rule)
            styles.append(style)
        }
    }

    private static let fields = RuleField.allCases.map(\.rawValue).joined(separator: ", ")

    private static func condition(
        _ name: String, _ value: TOMLValue, _ kind: String
    ) throws -> ArticleRule.Condition {
        guard let field = RuleField(rawValue: name) else {
            let style = kind == "highlight" ? ", and style" : ""
            throw Problem(message: "there is no field \(name); the fields are \(fields), until\(style)")
        }
        guard let notation = value.string, !notation.isEmpty else {
            throw Problem(message: "\(name) must be a regular expression, in quotes")
        }
        return try ArticleRule.Condition(field, notation)
    }

    /// True if the last day of a rule has passed, in UTC.
    private static func hasEnded(_ text: String) throws -> Bool {
        guard let day = CivilDay(String(text.prefix(10))), text.count >= 10 else {
            throw Problem(message: "until must be a date such as 2026-12-31, the last day of the rule")
        }
        let today = CalendarSeconds.whole(Date().timeIntervalSince1970) / 86_400
        return day.daysSinceEpoch < today
    }

    private struct Problem: Error {
        var message: String
    }
}
