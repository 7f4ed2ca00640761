import ArgumentParser
import ReaderUI
import Screen

/// Lists the current key bindings.
struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "Print the keys, including the keys of config.toml.")

    @Option(
        help: ArgumentHelp(
            "Print the lines for config.toml that give lede the default keys of newsboat or newsraft.",
            valueName: "reader"))
    var like: ForeignReader?

    func validate() throws {
        try like?.checkDefaultKeys()
    }

    func run() {
        if let like {
            print(MovedText.defaultKeys(of: like), terminator: "")
            return
        }
        let configuration = Configuration.load(from: Paths.current.configurationFile).reportingProblems()
        print(Self.list(configuration.keymap))
    }

    /// Lists keys, commands and their effects in columns; a command without a key is available on the `:` prompt.
    ///
    /// - Parameter width: breaks the effects that need more columns; nil keeps each command on one line.
    static func list(_ keymap: Keymap, width: Int? = nil) -> String {
        var lines: [String] = []
        for group in CommandTable.groups {
            lines += lines.isEmpty ? [group.title] : ["", group.title]
            lines += group.entries.flatMap { rows($0, keymap, width: width) }
        }
        if !keymap.macros.isEmpty {
            lines += ["", "Macros"]
            lines += keymap.macros.map { macro in
                "  " + padded(macro.keys, 20) + macro.action.map(\.line).joined(separator: ", ")
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func rows(_ entry: CommandEntry, _ keymap: Keymap, width: Int?) -> [String] {
        let keys = keymap.notations(for: entry.command).joined(separator: " ")
        let name = [entry.command.rawValue, entry.argument].compactMap(\.self).joined(separator: " ")
        let start = "  " + padded(keys.isEmpty ? ":" : keys, 20)
        guard let width else { return [start + padded(name, 24) + entry.help] }
        let indent = start.count + 24
        let help = FilledText.lines(entry.help, indent: indent, width: width)
        // A longer name gets a line of its own.
        guard name.count < 24, let first = help.first else { return [start + name] + help }
        return ["\(start)\(padded(name, 24))\(first.dropFirst(indent))"] + help.dropFirst()
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - DisplayWidth.of(text)))
    }
}
