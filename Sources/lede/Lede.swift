import ArgumentParser

@main
struct Lede: AsyncParsableCommand {
    /// The version of the program, as `--version` and the `User-Agent` tell it.
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "lede",
        abstract: "Read feeds in the terminal, offline first.",
        discussion: """
            Without a subcommand the reader opens on what is stored; the network is not touched until you ask for it.

            Exit status: 0 all well; 1 some or all feeds failed (a line for each on standard error); 64 wrong use; \
            75 not done because lede is offline.
            """,
        version: version,
        subcommands: [
            ReaderCommand.self,
            AddCommand.self,
            ImportCommand.self,
            ExportCommand.self,
            RefreshCommand.self,
            ListCommand.self,
            CountCommand.self,
            StatusCommand.self,
            ArticlesCommand.self,
            ReadCommand.self,
            SearchCommand.self,
            RemoveCommand.self,
            FetchCommand.self,
            CacheCommand.self,
            ParseCommand.self,
            ConfigCommand.self,
            KeysCommand.self,
        ],
        defaultSubcommand: ReaderCommand.self)
}
