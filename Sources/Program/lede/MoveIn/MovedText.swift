import Basics
import MovingIn
import ReaderUI

/// Converts another reader's configuration to the text of `config.toml` and of a theme.
enum MovedText {
    static func configuration(_ home: MovedHome, theme: String?) -> String {
        let moved = home.configuration
        var lines = ["# From \(home.reader), \(home.place)."]
        for setting in moved.settings where setting.table == nil { lines.append(line(setting)) }
        if let theme { lines.append("theme = \(quoted(theme))") }
        for table in ["reader", "network", "retention", "commands"] {
            let settings = moved.settings.filter { $0.table == table }
            if !settings.isEmpty { lines += ["", "[\(table)]"] + settings.map(line) }
        }
        for column in [nil, "feeds", "articles", "text"] {
            let bindings = moved.bindings.filter { $0.column == column }
            if !bindings.isEmpty { lines += ["", column.map { "[keys.\($0)]" } ?? "[keys]"] + bindings.map(line) }
        }
        for rule in moved.rules {
            lines += ["", "[[\(rule.kind)]]"]
            lines += rule.conditions.map { "\($0.field) = \(quoted($0.pattern))" }
            if let style = rule.style { lines.append("style = \(quoted(style))") }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    static func theme(_ home: MovedHome) -> String {
        (["# The colours of \(home.reader), \(home.place).", "", "[roles]"]
            + home.configuration.looks.map { "\($0.role) = \(quoted($0.style))" })
            .joined(separator: "\n") + "\n"
    }

    private static func line(_ setting: MovedConfiguration.Setting) -> String {
        let value =
            switch setting.value {
            case .text(let text): quoted(text)
            case .number(let number): String(number)
            case .truth(let truth): String(truth)
            case .command(let words): "[" + words.map(quoted).joined(separator: ", ") + "]"
            }
        return "\(setting.name) = \(value)"
    }

    private static func line(_ binding: MovedConfiguration.Binding) -> String {
        let commands = binding.commands.map { command in
            switch command {
            case .command(let line): quoted(line)
            case .run(let words): quoted("run " + CommandWords.line(words))
            }
        }
        let value =
            switch commands.count {
            case 0: "\"\""
            case 1: commands[0]
            default: "[" + commands.joined(separator: ", ") + "]"
            }
        return "\(quoted(binding.keys)) = \(value)" + (binding.comment.map { "  # \($0)" } ?? "")
    }

    /// Returns a basic string of TOML; control characters other than tab and newline are dropped.
    private static func quoted(_ text: String) -> String {
        "\""
            + text.unicodeScalars.map { scalar in
                switch scalar {
                case "\"", "\\": "\\\(scalar)"
                case "\n": "\\n"
                case "\t": "\\t"
                case _ where scalar.value < 0x20 || scalar.value == 0x7F: ""
                default: String(scalar)
                }
            }.joined() + "\""
    }
}
