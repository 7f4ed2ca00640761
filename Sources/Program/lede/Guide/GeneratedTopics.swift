import ReaderUI

// Topics whose settings and commands come from the program's own tables, so that they always agree with it.
extension HelpTopic {
    static let config = HelpTopic(
        name: "config", summary: "the settings in config.toml",
        generated: """
            FILE
                $XDG_CONFIG_HOME/lede/config.toml; every setting is optional. `lede config` prints
                the current settings and the line that each comes from; `lede config --default`
                prints a commented file. :edit-config in the reader opens the file and applies it;
                :reload-config applies a file that was changed elsewhere.
                lede reports a mistake with file, line and column, and uses everything else. If a
                table with two brackets, such as [[kill]], has a mistake, lede ignores that table.

            SETTINGS
            \(settings)

            OTHER TABLES
                [keys]            keys and commands (see: lede help keys)
                [[kill]], [[highlight]], [[mark]]   see: lede help rules
                [[credentials]]   see: lede help feeds

            THEMES
                See lede help themes for the names of themes, and for writing a theme of your own.
            """)

    static let keys = HelpTopic(
        name: "keys", summary: "commands, and the keys that run them",
        generated: """
            COMMANDS
            \(commands)

            BINDING
                [keys] in config.toml binds a key, or a sequence of keys, to a command, a command
                with an argument, or a list of commands. An empty string removes a binding.
                Giving a command an argument that it does not accept is a mistake.

                  [keys]
                  "Ctrl-n" = "next-unread"
                  "g x" = "mark-all-read"
                  "X" = ["star", "next-unread"]

                The commands of a list run one after another, as if you typed their keys: each
                waits for the rows of a search, or until you have finished typing a line. If you
                press Esc, or a command fails or has nothing to act on, the rest do not run. An
                open panel, such as the list of links, does not stop them: they act on the screen
                behind it.

                The command of a key that also begins longer sequences runs after a pause, or
                before a key that completes none of them. If one of the sequences is a macro
                (several commands, or one with an argument), the key is a prefix of macros: then
                a key that completes none of them runs nothing.

                A key is one character, Space, Enter, Esc, Tab, Shift-Tab, Backspace, Del, Ins,
                Up, Down, Left, Right, Home, End, PgUp, PgDn, F1 to F63, Alt- with a character, or
                Ctrl- with a letter except h, i, j and m, for which terminals send Backspace, Tab
                and Enter. "g x" is g and then x. Return, Escape, Delete, Insert, PageUp and
                PageDown are also accepted. [keys.feeds], [keys.articles] and [keys.text] bind
                keys in one column only.

            SEE ALSO
                `lede keys` prints the current bindings; ? in the reader shows them.
                lede help terminal explains the marks on the screen.
            """)

    /// Creates a topic from the program's tables, whose lines may be wider than a terminal.
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
