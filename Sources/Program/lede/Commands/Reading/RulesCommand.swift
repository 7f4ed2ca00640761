import ArgumentParser
import ArticleStorage
import Basics
import FeedModel
import FeedRules
import FoundationEssentials
import ReaderEngine
import ReaderUI

struct RulesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules",
        abstract: "List the rules that hide or mark articles, with the number that each matches, or try one.",
        discussion: """
            Prints a line for each rule: how many of all articles in the library it matches by itself, and the rule. \
            [[kill]] tables in config.toml come first, numbered k1, k2 and so on; then [[mark]] tables, numbered m1, \
            m2 and so on, with the marks that new articles get; then rules made in the reader (X), numbered 1, 2 and \
            so on. --show lists the articles that a rule matches, newest first: number, date, feed, title.
            """)

    @Option(
        name: .customLong("try"), parsing: .upToNextOption,
        help: ArgumentHelp(
            "Count what a rule with these conditions would hide: title=WORDS author='^jane'.", valueName: "condition"))
    var attempt: [String] = []

    @Option(help: ArgumentHelp("List the articles that this rule matches by itself.", valueName: "number"))
    var show: String?

    @Option(help: ArgumentHelp("Remove the rule with this number, made in the reader.", valueName: "number"))
    var remove: Int?

    func validate() throws {
        if [!attempt.isEmpty, show != nil, remove != nil].count(where: \.self) > 1 {
            throw ValidationError("--try, --show and --remove cannot be combined.")
        }
    }

    func run() throws {
        let context = try CommandContext()
        let store = context.store
        if let remove { return try removeRule(remove, from: store) }
        guard attempt.isEmpty else {
            let found = try store.preview([ArticleRule(try attempt.map(Self.condition))])
            return print("would hide \(Numbers.grouped(found.hidden[0])) of \(found.of.counting("article"))")
        }
        let rules = try rules(of: context)
        if let show { return try showRule(show, among: rules, in: store) }
        guard !rules.isEmpty else { return }
        let found = try store.preview(rules.compactMap(\.rule))
        var counts = found.hidden[...]
        for rule in rules {
            let count = rule.rule == nil ? 0 : counts.popFirst() ?? 0
            TerminalEncoding.print("\(count) of \(found.of)\t\(rule.number.map { "\($0): " } ?? "")\(rule.words)")
        }
    }

    private struct ListedRule {
        /// Nil for a rule of the person's files that has ended.
        var number: String?
        var words: String
        /// Nil if the rule has ended.
        var rule: ArticleRule?
    }

    private func rules(of context: CommandContext) throws -> [ListedRule] {
        let own = context.configuration.rules
        let kills = zip(1..., own.rules.kills).map { ListedRule(number: "k\($0)", words: $1.words, rule: $1) }
        let marks = zip(1..., own.rules.arrivals).map { ListedRule(number: "m\($0)", words: $1.words, rule: $1.rule) }
        let ended = own.ended.map { ListedRule(words: $0) }
        let mutes = zip(1..., try context.store.mutes()).map { number, mute in
            ListedRule(
                number: "\(number)", words: mute.words + Self.end(of: mute),
                rule: mute.isInForce(at: Date()) ? mute.rule : nil)
        }
        return kills + marks + ended + mutes
    }

    private func showRule(_ number: String, among rules: [ListedRule], in store: ArticleStore) throws {
        guard let listed = rules.first(where: { $0.number == number }) else {
            Console.printError("there is no rule \(number); lede rules lists them")
            throw ExitCode.failure
        }
        guard let rule = listed.rule else { return }
        var ids: [ArticleID] = []
        _ = try store.preview([rule], onHidden: { ids.append($0) })
        let feeds = Dictionary(uniqueKeysWithValues: try store.subscriptions().map { ($0.id, $0.title) })
        for article in try store.summaries(of: ids) {
            let feed = feeds[article.subscription] ?? ""
            TerminalEncoding.print("\(article.id.rawValue)\t\(article.date.timestamp)\t\(feed)\t\(article.title)")
        }
    }

    private func removeRule(_ number: Int, from store: ArticleStore) throws {
        let mutes = try store.mutes()
        guard number > 0, number <= mutes.count else {
            Console.printError("there is no rule \(number); lede rules lists them")
            throw ExitCode.failure
        }
        _ = try store.remove(mutes[number - 1], at: Date())
        try store.applyRules()
        TerminalEncoding.print("no longer hidden: \(mutes[number - 1].words)")
    }

    private static func end(of mute: Mute) -> String {
        guard let until = mute.until else { return "" }
        let clock = Clock.system()
        return " \(mute.isInForce(at: clock.now) ? "until" : "ended") \(clock.local(until).isoDay)"
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
