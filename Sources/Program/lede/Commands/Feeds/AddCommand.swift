import ArgumentParser
import ArticleStorage
import Basics
import FeedModel
import FeedParsing
import FeedRefresh
import Foundation

struct AddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Subscribe to a feed, or to one that a web page offers.",
        discussion: """
            Offline, lede queues the address and fetches it once there is a network. If a page in the queue offers \
            several feeds, lede takes the first.
            """)

    @Argument(help: "The address of a feed, or of a page that names its feeds.")
    var url: String

    @Option(help: "Your own name for the feed.", transform: ListedText.line)
    var title: String?

    @Option(help: "The feed's folder; / separates nested folders.", transform: ListedText.line)
    var folder: String?

    @Option(help: ArgumentHelp("Subscribe on this account's server; see `lede account list`.", valueName: "url"))
    var account: String?

    @Option(
        help: ArgumentHelp(
            "The program whose output is the feed, with its arguments; the address is then a name: exec:NAME.",
            valueName: "program"))
    var command: String?

    @Option(
        help: ArgumentHelp(
            "The User-Agent of the feed's requests, for a server that refuses lede's own.", valueName: "text"))
    var userAgent: String?

    @Flag(help: ArgumentHelp("The same as `lede account add since URL`.", visibility: .hidden))
    var since = false

    @Option(help: ArgumentHelp("The number of the feed if a page offers several, from 1.", valueName: "n"))
    var choose: Int?

    func validate() throws {
        let isLocal = command != nil || ["exec", "file"].contains(WebAddress.scheme(of: url))
        guard account == nil || !isLocal else {
            throw ValidationError("--account is for a feed that a server fetches.")
        }
        guard let userAgent else { return }
        var preferences = FeedPreferences()
        guard preferences.set(.userAgent, to: userAgent), preferences.userAgent != nil else {
            throw ValidationError("--user-agent takes \(FeedPreferences.Name.userAgent.expectation).")
        }
        guard account == nil, !isLocal, !since else {
            throw ValidationError("--user-agent is for a feed that lede itself fetches.")
        }
    }

    func run() async throws {
        let context = try CommandContext()
        if command != nil || LocalAddress.isProgram(url) { return try addLocal(context.store) }
        let service = try context.service()
        if since { return try await sync(with: url, service) }
        if let account { return try await subscribe(on: account, service, context.store) }
        var feed = NewSubscription(feedURL: url, customTitle: title, folder: folders)
        feed.userAgent = userAgent
        let result = try await service.subscribe(to: feed) { [self] in try pick(from: $0) }
        try await report(result, service, context)
    }

    private func report(_ result: SubscribeResult, _ service: FeedService, _ context: CommandContext) async throws {
        let shown = ShownAddress.ofTyped(url)
        switch result {
        case .subscribed(let feed):
            try await service.indexForSearch()
            TerminalEncoding.print(feed.line)
            guard let problem = feed.problem else { return }
            Console.printError("\(feed.otherAddress ?? shown): \(problem.message)")
            throw ExitCode.feedsFailed
        case .known(let id):
            let known = try context.store.subscription(id)
            try reportKnown(known, at: known?.shownAddress ?? shown)
        case .queued(let id, let isNew, let reason):
            guard isNew else { return try reportKnown(context.store.subscription(id), at: shown) }
            TerminalEncoding.print("\(shown): queued")
            try reportUnfetched("\(reason ?? "lede is offline"): the feed is fetched when there is a network")
        case .notQueued(_, let reason):
            TerminalEncoding.print("\(shown): added")
            let cause = reason ?? "lede is offline"
            try reportUnfetched("\(cause), and the queue is full: the next refresh fetches the feed")
        case .server(let endpoint): try await sync(with: endpoint, service)
        case .choose: throw ExitCode.feedsFailed
        case .noFeed(let reason):
            Console.printError("\(shown): \(reason)")
            throw ExitCode.feedsFailed
        case .wantsCredentials(let host):
            Console.printError(LoginWords.needed(by: host, configuration: context.paths.configurationFile))
            throw ExitCode.feedsFailed
        }
    }

    private func reportUnfetched(_ line: String) throws {
        Console.printError(line)
        guard choose != nil else { return }
        Console.printError("not applied: --choose; if the page offers several feeds, lede takes the first")
        throw ExitCode.failure
    }

    /// Reports a feed that is subscribed already: its title, folder and program stay as they are, which is an error if
    /// others were given.
    private func reportKnown(_ known: Subscription?, at address: String) throws {
        // Its password has perhaps just been replaced.
        let hasLogin = known.map { $0.feedURL != $0.shownAddress } ?? false
        TerminalEncoding.print("already subscribed\(hasLogin ? ", with this login" : ""): \(address)")
        let hasTitle = title == nil || title == known?.title
        let hasFolder = folder == nil || folders == known?.folder
        let all: [(option: String, change: String)?] = [
            hasTitle ? nil : (option: "--title", change: "--title \u{2026}"),
            hasFolder ? nil : (option: "--folder", change: "--folder \u{2026}"),
            isProgram(of: known) ? nil : (option: "--command", change: "command=\u{2026}"),
            userAgent == nil || userAgent == known?.preferences.userAgent
                ? nil : (option: "--user-agent", change: "user-agent=\u{2026}"),
        ]
        let given = all.compactMap { $0 }
        guard !given.isEmpty else { return }
        let options = given.map(\.option).joined(separator: ", ")
        let changes = given.map(\.change).joined(separator: " ")
        Console.printError("not applied: \(options); write lede feed \(ShellWord.of(address)) \(changes)")
        throw ExitCode.failure
    }

    /// True if the feed has the program of `--command`, or if none was given.
    private func isProgram(of known: Subscription?) -> Bool {
        guard let command else { return true }
        var requested = FeedPreferences()
        return requested.set(.command, to: command) && requested.command == known?.preferences.command
    }

    /// Adds the output of a program without running it; the next refresh reads it.
    private func addLocal(_ store: ArticleStore) throws {
        var preferences = FeedPreferences()
        if let command {
            guard preferences.set(.command, to: command) else { throw ValidationError("--command names no program.") }
        }
        guard !url.isEmpty else { throw AddressProblem.empty }
        // A bare name is not an address. Earlier versions stored it, and a list with it could not be imported again.
        let isKnown = try store.subscription(at: url) != nil
        let address = isKnown || WebAddress.scheme(of: url) != nil ? url : LocalAddress.ofProgram(named: url)
        let (id, isNew) = try store.add(NewSubscription(feedURL: address, customTitle: title, folder: folders))
        guard isNew else { return try reportKnown(store.subscription(id), at: address) }
        if command != nil { try store.setPreferences(preferences, of: id) }
        let naming = "lede feed \(ShellWord.of(address)) command=… names its program"
        let next = command == nil ? naming : "lede refresh reads it"
        TerminalEncoding.print("\(address): added; \(next)")
    }

    private func sync(with address: String, _ service: FeedService) async throws {
        let (report, isNew) = try await service.addAccount(address)
        try await service.indexForSearch()
        guard let report else {
            return Console.printError("\(service.reasonNotSynced) will sync it")
        }
        let feeds = try service.feedCount(of: report.account.id)
        print("\(report.account.shownAddress): \(report.result(isNew: isNew, feeds: feeds))")
        guard let problem = report.problemLine else { return }
        Console.printError(problem)
        throw ExitCode.feedsFailed
    }

    private func subscribe(on address: String, _ service: FeedService, _ store: ArticleStore) async throws {
        let account = try AccountError.reported { try store.accounts().named(address) }
        let before = try service.feedCount(of: account.id)
        let report = try await ManagementFailure.reported {
            try await service.subscribe(to: url, title: title, folder: folders, on: account.id)
        }
        try await service.indexForSearch()
        let feeds = try service.feedCount(of: account.id) - before
        print("\(account.shownAddress): \(feeds.counting("feed")) more")
        guard let problem = report?.problem else { return }
        Console.printError("\(account.shownAddress): \(problem.message)")
        throw ExitCode.feedsFailed
    }

    private var folders: [String] { folder.map { FolderNames.path($0) } ?? [] }

    private func pick(from candidates: [FeedDiscovery.Candidate]) throws -> FeedDiscovery.Candidate {
        if let choose {
            guard choose > 0, candidates.indices.contains(choose - 1) else {
                throw ValidationError("The page offers \(candidates.count.counting("feed")).")
            }
            return candidates[choose - 1]
        }
        guard candidates.count > 1 else { return candidates[0] }
        Console.printError("\(ShownAddress.ofTyped(url)) offers \(candidates.count) feeds:")
        for (index, candidate) in candidates.enumerated() {
            let shown = ShownAddress.of(candidate.url)
            Console.note("  \(index + 1)  \(shown)" + (candidate.title.map { "  \($0)" } ?? ""))
        }
        guard Console.canPrompt else {
            Console.printError("choose one with --choose N, or add its address")
            throw ExitCode.feedsFailed
        }
        Console.write(Array("Which one? ".utf8), to: STDERR_FILENO)
        guard let answer = readLine().flatMap({ Int($0.trimmingCharacters(in: .whitespaces), within: 1...1_000_000) }),
            candidates.indices.contains(answer - 1)
        else {
            Console.printError("no feed chosen: nothing was added")
            throw ExitCode.feedsFailed
        }
        return candidates[answer - 1]
    }
}
