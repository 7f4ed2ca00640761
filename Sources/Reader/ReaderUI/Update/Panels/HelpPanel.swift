// The list of keys and commands.
extension State {
    mutating func showHelp() -> [Effect] {
        var lines: [Panel.Line] = []
        for group in CommandTable.groups {
            lines.append(Panel.Line(label: group.title, detail: "", choice: nil, part: .heading))
            for entry in group.entries {
                let keys = keymap.notations(for: entry.command).joined(separator: " ")
                lines.append(
                    Panel.Line(
                        label: keys.isEmpty ? ":\(entry.command.rawValue)" : keys, detail: entry.help,
                        choice: .run([Invocation(entry.command)]),
                        name: "\(entry.command.rawValue) \(ForeignName.words(of: entry.command))"))
            }
        }
        let macros = keymap.macros
        if !macros.isEmpty {
            lines.append(Panel.Line(label: "Macros", detail: "", choice: nil, part: .heading))
            lines += macros.map { macro in
                // An empty action only disables the keys in a column.
                Panel.Line(
                    label: macro.keys, detail: macro.action.map(\.line).joined(separator: ", "),
                    choice: macro.action.isEmpty ? nil : .run(macro.action))
            }
        }
        panel = Panel(.help, title: "Keys", lines: lines)
        return []
    }
}
