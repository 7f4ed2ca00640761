import ArgumentParser
import CProgram
import Dispatch
import PictureDecoding

@main
enum Program {
    /// A synchronous command runs on the main thread, which owns the reader's terminal and receives signals.
    static func main() {
        PictureBox.runIfAsked()
        prepareProcess()
        do {
            InvalidUTF8Argument.refuse()
            var words = CommandLine.arguments.dropFirst()
            // The parser would print the help of the reader, its default, in place of the command's.
            if words.count > 1, ["--help", "-h"].contains(words[1]), !words[2].hasPrefix("-") { words[1] = "help" }
            try runWithoutParser(words)
            var parsed = try Lede.command(in: Array(words))
            guard var command = parsed as? any AsyncParsableCommand else {
                try parsed.run()
                ProcessExit.exit()
            }
            try runAsTask { try await command.run() }
        } catch {
            ErrorReport.exit(error)
        }
    }

    private static func prepareProcess() {
        cprogram_forbid_core_dumps()
        InheritedSignals.clear()
        InheritedEnvironment.clear()
        cprogram_run_tasks_on_own_threads(2)
        // With one heap per thread, glibc kept 30 MB more after a first refresh than with two heaps. Three take 4 to 8 MB
        // more than two; with two, a quarter of a first refresh's context switches were threads waiting for a heap.
        cprogram_limit_heaps(3)
        let isConfigured = cprogram_configure_sqlite()
        assert(isConfigured)
    }

    /// Runs the reader or a refresh of all feeds, or prints the version or the help, without the parser: parsing takes
    /// milliseconds, mostly to collect the options of each command. Returns for any other command line.
    private static func runWithoutParser(_ words: ArraySlice<String>) throws {
        if words.isEmpty || words == ["--offline"] {
            try ReaderSession.run(startsOffline: !words.isEmpty)
            ProcessExit.exit()
        }
        guard words != ["--version"] else {
            print(Version.line)
            ProcessExit.exit()
        }
        if let script = try CompletionScript.text(for: words) {
            print(script)
            ProcessExit.exit()
        }
        if let refresh = LibraryRefresh(words: words) {
            try runAsTask { try await refresh.run() }
        }
        if let page = try HelpCommand.page(for: words) {
            TerminalEncoding.print(page)
            ProcessExit.exit()
        }
    }

    private static func runAsTask(_ work: sending @escaping () async throws -> Void) throws -> Never {
        try OpenFiles.require(.task)
        Task.detached {
            do {
                try await work()
                ProcessExit.exit()
            } catch {
                ErrorReport.exit(error)
            }
        }
        dispatchMain()
    }
}

struct Lede: AsyncParsableCommand {
    static let configuration = SubcommandGroups.applied(to: ungrouped)

    /// Not part of `configuration`, since building its texts reads every topic of the guide.
    private static let commands: [any ParsableCommand.Type] = [
        ReaderCommand.self,
        AddCommand.self,
        SaveCommand.self,
        AccountCommand.self,
        ImportCommand.self,
        ExportCommand.self,
        MoveInCommand.self,
        RefreshCommand.self,
        QueueCommand.self,
        PackCommand.self,
        BookCommand.self,
        OfflineCommand.self,
        ListCommand.self,
        CountCommand.self,
        StatusCommand.self,
        ArticlesCommand.self,
        ReadCommand.self,
        MarkCommand.self,
        SearchCommand.self,
        RemoveCommand.self,
        FeedCommand.self,
        ServeCommand.self,
        FetchCommand.self,
        CacheCommand.self,
        CheckCommand.self,
        ParseCommand.self,
        PageCommand.self,
        RulesCommand.self,
        ConfigCommand.self,
        KeysCommand.self,
    ]

    private static let ungrouped = CommandConfiguration(
        commandName: "lede",
        abstract: "Read feeds in the terminal, offline first.",
        discussion: """
            Without a subcommand, lede opens the reader and shows the stored articles. It uses the network when you \
            refresh or open a feed (fetch-on-open = false in config.toml turns the latter off), on its own if \
            refresh-minutes is set, and never in offline mode; `lede --offline` starts in that mode.

            Exit status: 0 success; 1 an error, such as a feed that failed (one line each on standard error); 64 \
            usage error; 75 not done because lede is offline; 130 interrupted, such as by Ctrl-C. `lede help files` \
            lists all of them.

            Files: config.toml and themes/ in $XDG_CONFIG_HOME/lede (`lede config --default` prints one with every \
            setting), the library in $XDG_DATA_HOME/lede, the cache in $XDG_CACHE_HOME/lede, requests.log in \
            $XDG_STATE_HOME/lede; $LEDE_HOME puts all four into one folder.

            Topics: lede help TOPIC, where TOPIC is one of \(HelpTopic.all.map(\.name).joined(separator: ", ")).

            Completions: lede --generate-completion-script bash, zsh or fish. Manual pages: lede help TOPIC --man.

            Keys: ? in the reader, or `lede keys`. Environment: NO_COLOR, BROWSER, VISUAL, EDITOR, http_proxy and others.
            """,
        version: Version.line,
        subcommands: commands,
        defaultSubcommand: ReaderCommand.self)
}

extension Lede {
    /// Returns the command with its arguments.
    ///
    /// A subcommand is parsed alone if possible, because from the root the parser first collects the arguments of every
    /// command. If that fails, the root parses the words, so that help and errors name the whole command.
    static func command(in words: [String]) throws -> any ParsableCommand {
        if let name = words.first, let type = commands.first(where: { $0._commandName == name }),
            type.configuration.subcommands.isEmpty, let command = try? type.parse(Array(words.dropFirst()))
        {
            return command
        }
        return try parseAsRoot(words)
    }
}
