import ReaderUI

// Topics whose settings and commands come from the program's own tables, so that they always agree with it.
extension HelpTopic {
    static let config = HelpTopic(
        name: "config", summary: "the settings in config.toml",
        generated: """
            FILE
                $XDG_CONFIG_HOME/lede/config.toml, all of it optional. `lede config` prints the
                settings in force and the line that each comes from; `lede config --default`
                prints a commented file. :edit-config in the reader opens the file and applies it.
                A mistake is reported with file, line and column, and everything else works.
                A mistake in a table with two brackets, such as [[kill]], leaves out that table.

            SETTINGS
            \(settings)

            OTHER TABLES
                [keys]            keys and commands (see: lede help keys)
                [[kill]], [[highlight]], [[mark]]   see: lede help rules
                [[credentials]]   see: lede help feeds

            THEMES
                The names of themes, and the form of a theme of your own: lede help themes.
            """)

    static let keys = HelpTopic(
        name: "keys", summary: "commands, and the keys that run them",
        generated: """
            COMMANDS
            \(commands)

            BINDING
                [keys] in config.toml binds a key, or several in a row, to a command, a command
                with an argument, or a list of commands. An empty string removes a binding.
                An argument that a command does not take is a mistake.

                  [keys]
                  "Ctrl-n" = "next-unread"
                  "g x" = "mark-all-read"
                  "X" = ["star", "next-unread"]

                Each command of a list acts on what the ones before it have led to, as if their
                keys were typed: it waits for the rows of a search and for the end of a line
                that you type. Esc leaves out those that have not run, and so does a command
                that fails or has nothing to act on. A panel, such as that of links, holds none
                of them up: they act on what is behind it.

                A key is one character, Space, Enter, Esc, Tab, Shift-Tab, Backspace, Del, Ins,
                Up, Down, Left, Right, Home, End, PgUp, PgDn, F1 to F63, Alt- with a character, or
                Ctrl- with a letter except h, i, j and m, for which terminals send Backspace, Tab
                and Enter. "g x" is g and then x. Return, Escape, Delete, Insert, PageUp and
                PageDown are accepted, too. [keys.feeds], [keys.articles] and [keys.text] bind
                keys of one column.

            SEE ALSO
                `lede keys` prints the bindings in force, ? in the reader shows them.
                lede help terminal explains the marks on the screen.
            """)

    /// A topic of the program's tables, whose lines may be wider than a terminal.
    private init(name: String, summary: String, generated text: String) {
        self.init(name: name, summary: summary, text: FilledText.filled(text))
    }

    private static var settings: String {
        var lines: [String] = []
        var table: String?
        for row in SettingTable.rows {
            if row.table != table {
                table = row.table
                lines += ["", "    [\(row.table ?? "")]"]
            }
            let value = row.value(Configuration()) ?? "not set"
            lines += ["    \(row.name) = \(value)", "        \(row.help)"]
        }
        return lines.joined(separator: "\n")
    }

    private static var commands: String {
        let list = KeysCommand.list(.standard, width: FilledText.width - 4)
        return list.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n")
    }
}
