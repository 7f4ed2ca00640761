import ArgumentParser
import ReaderUI
import Screen

/// Lists the current key bindings.
struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "Print the keys, with those of config.toml.")

    func run() {
        let configuration = Configuration.load(from: Paths.current.configurationFile).reportingProblems()
        print(Self.list(configuration.keymap))
    }

    /// Keys, command and its effect, in columns; a command without a key is available on the `:` prompt.
    static func list(_ keymap: Keymap) -> String {
        var lines: [String] = []
        for group in CommandTable.groups {
            lines += lines.isEmpty ? [group.title] : ["", group.title]
            for entry in group.entries {
                let keys = keymap.notations(for: entry.command).joined(separator: " ")
                let name = [entry.command.rawValue, entry.argument].compactMap(\.self).joined(separator: " ")
                lines.append("  " + padded(keys.isEmpty ? ":" : keys, 20) + padded(name, 24) + entry.help)
            }
        }
        if !keymap.macros.isEmpty {
            lines += ["", "Macros"]
            lines += keymap.macros.map { macro in
                "  " + padded(macro.keys, 20) + macro.action.map(\.line).joined(separator: ", ")
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - DisplayWidth.of(text)))
    }
}
