import Basics
import Markup
import MovingIn
import TOMLReading

/// Converts another reader's configuration to the text of `config.toml` and of a theme.
enum MovedText {
    static func configuration(_ home: MovedHome, theme: String?) -> String {
        let moved = home.configuration
        var lines = [comment("From \(home.reader), \(home.path).")]
        for setting in moved.settings where setting.table == nil { lines.append(line(setting)) }
        if let theme { lines.append("theme = \(TOMLText.quoted(theme))") }
        for table in ["reader", "network", "retention", "commands", "notify"] {
            let settings = moved.settings.filter { $0.table == table }
            if !settings.isEmpty { lines += ["", "[\(table)]"] + settings.map(line) }
        }
        lines += tables(of: moved.bindings)
        for rule in moved.rules {
            lines += ["", "[[\(rule.kind)]]"]
            lines += rule.conditions.map { "\($0.field) = \(TOMLText.quoted($0.pattern))" }
            if let style = rule.style { lines.append("style = \(TOMLText.quoted(style))") }
            if rule.marksRead { lines.append("read = true") }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns the lines of `config.toml` that bind a reader's default keys.
    static func defaultKeys(of reader: ForeignReader) -> String {
        let title = """
            # The default keys of \(reader.rawValue) that differ from lede's. No table may be in
            # config.toml twice: add the lines to a table that it has already.
            """
        return ([title] + tables(of: reader.defaultKeys)).joined(separator: "\n") + "\n"
    }

    private static func tables(of bindings: [MovedConfiguration.Binding]) -> [String] {
        [nil, "feeds", "articles", "text"].flatMap { (column: String?) -> [String] in
            let lines = bindings.filter { $0.column == column }.map(line)
            return lines.isEmpty ? [] : ["", column.map { "[keys.\($0)]" } ?? "[keys]"] + lines
        }
    }

    static func theme(_ home: MovedHome) -> String {
        ([comment("The colours of \(home.reader), \(home.path)."), "", "[roles]"]
            + home.configuration.roleStyles.map { "\($0.role) = \(TOMLText.quoted($0.style))" })
            .joined(separator: "\n") + "\n"
    }

    /// Returns a comment on one line: text after a line break in the name of a file would be read as settings.
    private static func comment(_ text: String) -> String {
        "# " + SafeText.line(text)
    }

    private static func line(_ setting: MovedConfiguration.Setting) -> String {
        let value =
            switch setting.value {
            case .text(let text): TOMLText.quoted(text)
            case .number(let number): String(number)
            case .truth(let truth): String(truth)
            case .command(let words): TOMLText.list(words)
            }
        return "\(setting.name) = \(value)"
    }

    private static func line(_ binding: MovedConfiguration.Binding) -> String {
        let commands = binding.commands.map { command in
            switch command {
            case .command(let line): TOMLText.quoted(line)
            case .run(let words): TOMLText.quoted("run " + CommandWords.line(words))
            }
        }
        let value =
            switch commands.count {
            case 0: "\"\""
            case 1: commands[0]
            default: "[" + commands.joined(separator: ", ") + "]"
            }
        return "\(TOMLText.quoted(binding.keys)) = \(value)" + (binding.comment.map { "  \(comment($0))" } ?? "")
    }
}
