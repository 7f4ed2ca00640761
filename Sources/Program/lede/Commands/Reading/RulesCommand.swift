import ArgumentParser
import ArticleStorage
import Basics
import FeedModel
import FeedRules
import Foundation

struct RulesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules",
        abstract: "List the rules that hide articles, with what each hides, or try one.",
        discussion: """
            A line for each rule: the number of articles that it alone hides, of all articles in the library, and the rule. \
            Rules of config.toml come first, then those made in the reader (X), with their numbers for --remove.
            """)

    @Option(
        name: .customLong("try"), parsing: .upToNextOption,
        help: ArgumentHelp(
            "Count what a rule with these conditions would hide: title=WORDS author='^jane'.", valueName: "condition"))
    var attempt: [String] = []

    @Option(help: ArgumentHelp("Remove the rule with this number, made in the reader.", valueName: "number"))
    var remove: Int?

    func run() throws {
        let workplace = try Workplace()
        let store = workplace.store
        if let remove { return try removeRule(remove, from: store) }
        guard attempt.isEmpty else {
            let found = try store.preview([ArticleRule(try attempt.map(Self.condition))])
            return print("would hide \(Numbers.grouped(found.hidden[0])) of \(found.of.counting("article"))")
        }
        let own = workplace.configuration.rules.rules.kills
        let mutes = try store.mutes()
        let rulesInForce = mutes.map { $0.isInForce(at: Date()) ? $0.rule : nil }
        let found = try store.preview(own + rulesInForce.compactMap(\.self))
        var counts = found.hidden[...]
        for rule in own { TerminalLetters.print("\(counts.popFirst() ?? 0) of \(found.of)\t\(rule.words)") }
        for rule in workplace.configuration.rules.ended { TerminalLetters.print("0 of \(found.of)\t\(rule)") }
        for (index, (mute, rule)) in zip(mutes, rulesInForce).enumerated() {
            let count = rule == nil ? 0 : counts.popFirst() ?? 0
            TerminalLetters.print("\(count) of \(found.of)\t\(index + 1): \(mute.words)\(Self.end(of: mute))")
        }
    }

    private func removeRule(_ number: Int, from store: ArticleStore) throws {
        let mutes = try store.mutes()
        guard number > 0, number <= mutes.count else {
            Console.complain("there is no rule \(number); lede rules lists them")
            throw ExitCode.failure
        }
        _ = try store.remove(mutes[number - 1], at: Date())
        try store.judgeStored()
        TerminalLetters.print("no longer hidden: \(mutes[number - 1].words)")
    }

    private static func end(of mute: Mute) -> String {
        guard let until = mute.until else { return "" }
        let day = until.formatted(Date.ISO8601FormatStyle(timeZone: .current).year().month().day())
        return " \(mute.isInForce(at: Date()) ? "until" : "ended") \(day)"
    }

    private static func condition(_ text: String) throws -> ArticleRule.Condition {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, let field = RuleField(rawValue: parts[0]) else {
            let fields = RuleField.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("“\(text)” is not a condition: write FIELD=PATTERN, where FIELD is one of \(fields).")
        }
        do {
            return try ArticleRule.Condition(field, parts[1])
        } catch {
            throw ValidationError("\(text): \(error)")
        }
    }
}
