import FeedRules
import Screen
import TOMLReading

/// The tables of rules in `config.toml`, such as `[[kill]]`: each table is a rule, each key a field with its pattern, or
/// what the rule does.
struct RuleTables: Sendable {
    private(set) var rules = RuleSet()
    /// The style of each highlight rule; nil means the theme's style.
    private(set) var styles: [Style?] = []
    /// The rules that hide or mark articles and whose last day has passed, each with that day.
    private(set) var ended: [String] = []
    /// The rules as written in the file, for commands that print them.
    private(set) var entries: [Entry] = []

    struct Entry: Sendable {
        var kind: RuleKind
        /// The keys with their values in TOML.
        var values: [(name: String, value: String)]
        var line: Int?
    }

    /// Reads all rules of a kind; unusable ones are reported, the other rules apply.
    mutating func read(_ kind: RuleKind, _ value: TOMLValue, in file: TOMLFile) -> [ConfigurationProblem] {
        guard let tables = value.array?.map({ $0.table }), !tables.isEmpty, tables.allSatisfy({ $0 != nil }) else {
            let name = kind.rawValue
            return [file.problem(with: name, in: nil, "rules must be tables with two brackets: [[\(name)]]")]
        }
        var problems: [ConfigurationProblem] = []
        for (index, table) in tables.compactMap(\.self).enumerated() {
            problems += read(kind, table, number: index, in: file)
        }
        return problems
    }

    private mutating func read(
        _ kind: RuleKind, _ table: TOMLTable, number: Int, in file: TOMLFile
    ) -> [ConfigurationProblem] {
        var rule = RuleTable(kind)
        var problems: [ConfigurationProblem] = []
        for (name, value) in table {
            do {
                try rule.read(name, value)
            } catch {
                problems.append(file.problem(with: name, in: kind.rawValue, number: number, "\(error)"))
            }
        }
        // A rule that lacks one of its conditions would match too much.
        guard problems.isEmpty else { return problems }
        let position = file.position(of: kind.rawValue, number: number)
        let excess = entries.count < RuleSet.limit ? nil : "no more than \(RuleSet.limit) rules"
        if let message = rule.fault ?? excess {
            return [ConfigurationProblem(file: file.name, position: position, message: message)]
        }
        add(rule)
        entries.append(Entry(kind: kind, values: rule.values, line: position?.line))
        return []
    }

    private mutating func add(_ table: RuleTable) {
        let rule = ArticleRule(table.conditions)
        let arrival = ArrivalRule(rule, marks: table.marks)
        switch (table.kind, table.ended) {
        case (.kill, nil): rules.kills.append(rule)
        case (.kill, let day?): ended.append("\(rule.words) ended \(day)")
        case (.mark, nil): rules.arrivals.append(arrival)
        case (.mark, let day?): ended.append("\(arrival.words) ended \(day)")
        case (.highlight, nil):
            rules.highlights.append(rule)
            styles.append(table.style)
        case (.highlight, _?): break
        }
    }
}
