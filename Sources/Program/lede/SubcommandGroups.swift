import ArgumentParser

/// The headings under which `lede help` lists the subcommands.
enum SubcommandGroups {
    private static let groups: [(title: String, names: [String])] = [
        ("Feeds", ["add", "remove", "feed", "list", "import", "export", "move-in"]),
        ("Articles", ["articles", "search", "read", "save", "mark", "count", "pack", "book"]),
        ("Network", ["refresh", "offline", "queue", "status", "account", "serve"]),
        ("Settings", ["config", "rules", "keys"]),
    ]

    /// Returns the commands under their headings. The reader comes first; commands without a heading become "Tools".
    static func applied(to configuration: CommandConfiguration) -> CommandConfiguration {
        var configuration = configuration
        var left = configuration.subcommands
        func select(_ names: [String]) -> [any ParsableCommand.Type] {
            let found = names.compactMap { name in left.first { $0._commandName == name } }
            left.removeAll { names.contains($0._commandName) }
            return found
        }
        configuration.subcommands = select(["reader"])
        let grouped = groups.map { CommandGroup(name: $0.title, subcommands: select($0.names)) }
        configuration.groupedSubcommands =
            grouped.filter { !$0.subcommands.isEmpty }
            + (left.isEmpty ? [] : [CommandGroup(name: "Tools", subcommands: left)])
        return configuration
    }
}
