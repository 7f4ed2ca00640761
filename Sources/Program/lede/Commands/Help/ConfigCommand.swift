import ArgumentParser
import Basics
import FeedRefresh
import FeedRules
import ReaderUI
import TOMLReading

/// Prints the effective configuration in TOML, ready to be saved as a file.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Print the current settings and their sources.")

    @Flag(name: .customLong("default"), help: "Print a commented config.toml with the defaults.")
    var printsDefault = false

    func run() throws {
        let file = Paths.current.configurationFile
        guard !printsDefault else { return print(Self.commentedFile) }
        var configuration = Configuration.load(from: file)
        let catalog = ThemeCatalog(folder: Paths.current.themes)
        configuration.problems = catalog.problems(with: configuration, in: file)
        if !catalog.has(configuration.theme) { configuration.useDefaultTheme() }
        TerminalEncoding.print(Self.effective(configuration.reportingProblems(), file: file))
        if !configuration.problems.isEmpty { throw ExitCode.failure }
    }

    /// Returns each setting with the line that sets it, or `default`; no secret, since people show it to others.
    static func effective(_ configuration: Configuration, file: String) -> String {
        var configuration = configuration
        configuration.proxy = configuration.proxy.map(ShownAddress.of)
        var lines = ["# \(file)"]
        var table: String?
        for row in SettingTable.rows {
            begin(row, after: &table, in: &lines)
            let source = configuration.sources[row.path].map { "line \($0.line)" }
            // A setting that belongs to a command has no effect without it.
            let absence = source == nil ? "is not set" : "has no effect"
            let value = row.value(configuration).map { "\(row.name) = \($0)" } ?? "# \(row.name) \(absence)"
            lines.append("\(value)  # \(source ?? "default")")
        }
        lines += ["", "[keys]"]
        lines += bindings(configuration.boundKeys, in: "keys", configuration)
        for (column, keys) in configuration.boundColumnKeys.sorted(by: { $0.key < $1.key }) {
            lines += ["", "[keys.\(column)]"] + bindings(keys, in: "keys.\(column)", configuration)
        }
        for entry in configuration.rules.entries {
            lines += ["", "[[\(entry.kind.rawValue)]]\(entry.line.map { "  # line \($0)" } ?? "")"]
            lines += entry.values.map { "\($0.name) = \($0.value)" }
        }
        for rule in configuration.credentials { lines += ["", "[[credentials]]"] + rule.lines }
        return lines.joined(separator: "\n")
    }

    /// Returns the keys of a table, each with its line.
    private static func bindings(
        _ keys: [String: Keymap.Action], in table: String, _ configuration: Configuration
    ) -> [String] {
        keys.sorted { $0.key < $1.key }.map { notation, action in
            let source = configuration.sources["\(table).\(notation)"].map { "  # line \($0.line)" } ?? ""
            let lines = TOMLText.list(action.map { ShownAddress.inLine($0.line) })
            return "\(TOMLText.quoted(notation)) = \(lines)\(source)"
        }
    }

    /// All settings with their defaults, commented out by `#`.
    static var commentedFile: String {
        var lines = ["# lede's settings; remove the # from a line to use it. \"\" means none."]
        var table: String?
        for row in SettingTable.rows {
            begin(row, after: &table, in: &lines)
            lines += comment(row.help)
            lines.append("# \(row.name) = \(row.value(Configuration()) ?? "\"\"")")
        }
        lines += [
            "", "[keys]", "# A key or a sequence of keys, and a command or a list (lede keys); \"\" unbinds.",
            "# [keys.articles] and so on are the keys of one column: feeds, articles, text.",
            "# \"g g\" = \"first\"", "# \"Ctrl-p\" = \"run mpv %u &\"", "# \"Ctrl-o\" = [\"browser\", \"next-unread\"]",
            "",
        ]
        return (lines + ruleSample + CredentialRule.sample).joined(separator: "\n")
    }

    private static var ruleSample: [String] {
        let fields = RuleField.allCases.map(\.rawValue).joined(separator: ", ")
        let hiding =
            "Rules: regular expressions for \(fields); letter case does not matter. \"!…\" must not match; all lines of a "
            + "rule must match. [[kill]] hides articles from every list and count, and deletes nothing: without the rule "
            + "they reappear."
        let marking = "New articles that a [[mark]] rule matches arrive read, starred or tagged (add-tag)."
        var lines = comment(hiding)
        lines += [
            "# [[kill]]", "# title=\"sponsored|black friday\"", "# feed=\"^Example\"", "# [[highlight]]",
            "# author=\"le guin\"", "# style=\"magenta bold\"",
        ]
        lines += comment(marking)
        lines += ["# [[mark]]", "# title=\"weekly digest\"", "# read=true", "# add-tag=\"digest\""]
        return lines
    }

    /// Returns lines no wider than a terminal.
    private static func comment(_ text: String) -> [String] {
        FilledText.lines(text, indent: 0, width: FilledText.width - 2).map { "# " + $0 }
    }

    private static func begin(_ row: SettingRow, after table: inout String?, in lines: inout [String]) {
        guard let next = row.table, next != table else { return }
        lines += ["", "[\(next)]"]
        table = next
    }
}
