import ArgumentParser
import ArticleStorage
import Basics
import FeedModel
import FeedRefresh
import Foundation
import SyncEngine

struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Sync with a server that reads feeds for you.",
        discussion: "`lede help sync` shows what each kind of server can do.",
        subcommands: [AccountAddCommand.self, AccountListCommand.self, AccountRemoveCommand.self])
}

extension ServerKind: ExpressibleByArgument {}

struct AccountAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add an account on a server; its feeds are listed with your own.",
        discussion: """
            KIND is miniflux, greader (Google Reader API), fever, nextcloud, ttrss or since (`lede serve`). Without it \
            lede detects the server's protocol.

            lede prompts for the secret on the terminal, or reads it from --secret-file, which must have mode 600. For \
            miniflux without --user it is an API key. Neither user nor secret is needed if a `[[credentials]]` \
            entry without header covers the address.

            If the server refuses the login or does not speak the protocol, lede adds nothing. If you name KIND and \
            lede cannot reach the server, lede adds the account, and the next refresh tries again.
            """)

    @Argument(
        help: ArgumentHelp("The kind of server, then its address; or only the address.", valueName: "[kind] url"),
        completion: .list(ServerKind.allCases.map(\.rawValue)))
    var words: [String]

    @Option(help: "The user name on the server.")
    var user: String?

    @Option(
        help: ArgumentHelp("A file of mode 600 whose first line is the password or key.", valueName: "file"),
        completion: .file())
    var secretFile: String?

    @Option(
        help: "The folder for the server's folders and feeds; / separates nested folders.", transform: ListedText.line)
    var folder: String?

    func validate() throws {
        if user?.contains(where: { $0.isNewline }) == true { throw ValidationError("A user name is one line.") }
        do throws(ServerWords.Fault) {
            _ = try ServerWords(words)
        } catch {
            throw ValidationError("\(error).")
        }
    }

    func run() async throws {
        let context = try CommandContext()
        let service = try context.service()
        var new = try await found(service)
        new.user = user
        new.folder = folder.map { FolderNames.path($0) } ?? []
        let secret = SecretEntry(paths: context.paths, configuration: context.configuration)
        new.secretFile = try secret.file(for: new, given: secretFile)
        let added = try await addShowingProgress(new, service)
        try await service.indexForSearch()
        guard let report = added.report else {
            if !added.isNew {
                Console.printError("\(ShownAddress.of(new.url)): \(added.folderLine ?? "known already")")
            }
            return Console.printError("\(service.reasonNotSynced) asks the server")
        }
        guard added.isRejected else { return try printResult(report, added, service) }
        Console.printError("\(report.account.shownAddress): \(report.problem?.message ?? ""); nothing was added")
        throw ExitCode.feedsFailed
    }

    private func addShowingProgress(_ new: NewAccount, _ service: FeedService) async throws -> AccountAddition {
        let line = ProgressLine()
        defer { line.clear() }
        return try await interruptible {
            try await service.addAccount(new, secret: nil) { event in
                guard case .syncing(_, let progress) = event else { return }
                line.show {
                    let total = Numbers.grouped(progress.stored + progress.missing)
                    return "\(Numbers.grouped(progress.stored))/\(total) articles"
                }
            }
        }
    }

    private func found(_ service: FeedService) async throws -> NewAccount {
        let server = try ServerWords(words)
        do {
            return try await service.server(at: server.url, kind: server.kind)
        } catch let error as AccountError {
            throw error.status()
        } catch let failure as SyncFailure where failure != .cancelled {
            Console.printError("\(ShownAddress.of(server.url)): \(failure.message); nothing was added")
            throw ExitCode.failure
        }
    }

    private func printResult(_ report: AccountReport, _ added: AccountAddition, _ service: FeedService) throws {
        let shown = report.account.shownAddress
        let feeds = try service.feedCount(of: report.account.id)
        print("\(shown) (\(report.account.kind.rawValue)): \(report.result(isNew: added.isNew, feeds: feeds))")
        if let folder = added.folderLine { Console.printError("\(shown): \(folder)") }
        if service.isOffline { Console.printError("\(service.reasonNotSynced) continues the sync") }
        guard let problem = report.problemLine else { return }
        Console.printError(problem)
        if added.isNew { Console.printError("the account is added; `lede account remove \(shown)` removes it") }
        throw ExitCode.feedsFailed
    }
}

struct AccountListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the accounts.")

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let store = try CommandContext().store
        let counts = try store.feedCountsOfAccounts()
        let accounts = try store.accounts().map { ListedAccount($0, feeds: counts[$0.id, default: 0]) }
        if json { return try printJSON(accounts) }
        accounts.forEach { TerminalEncoding.print($0.line) }
    }
}

/// An account as `lede account list` shows it, without its secret.
private struct ListedAccount: Encodable {
    var url: String
    var kind: String
    var user: String?
    var folder: String?
    var feeds: Int
    var waitingMarks: Int
    var lastSuccess: Date?
    var problem: String?
    var nextAttempt: Date?

    enum CodingKeys: String, CodingKey {
        case url, kind, user, folder, feeds, problem
        case waitingMarks = "waiting_marks"
        case lastSuccess = "last_success"
        case nextAttempt = "next_attempt"
    }

    init(_ account: SyncAccount, feeds: Int) {
        url = account.shownAddress
        kind = account.kind.rawValue
        user = account.user
        folder = account.folder.isEmpty ? nil : account.folder.joined(separator: "/")
        self.feeds = feeds
        waitingMarks = account.outgoingCount
        lastSuccess = account.health.lastSuccess
        problem = account.health.problem?.message
        nextAttempt = account.health.scheduledAttempt(at: Date())
    }

    var line: String {
        let parts = [
            kind, user.map { "user \($0)" }, folder.map { "in folder \($0)" }, feeds.counting("feed"),
            waitingMarks > 0 ? "\(waitingMarks.counting("mark")) waiting" : nil,
            AccountReport.lastSync(at: lastSuccess), problem,
        ]
        return "\(url): " + parts.compactMap(\.self).joined(separator: ", ")
    }
}

struct AccountRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove an account with its feeds.",
        discussion: """
            Nothing changes on the server. lede asks before it removes anything, unless you give --yes. With \
            --keep-starred, feeds with starred articles stay as local feeds with these articles. Such a feed is \
            fetched only when you ask for it: r in the reader, or `lede refresh --force FEED`.
            """)

    @Argument(help: "The account's address, as `lede account list` shows it.")
    var url: String

    @Flag(help: "Keep starred articles.")
    var keepStarred = false

    @Flag(name: .shortAndLong, help: "Do not ask.")
    var yes = false

    func run() throws {
        let context = try CommandContext()
        let account = try AccountError.reported { try context.store.accounts().named(url) }
        guard try yes || agreed(to: account) else { throw ExitCode.failure }
        try context.service().removeAccount(at: account.url, keepsStarred: keepStarred)
        print("removed \(account.shownAddress)\(keepStarred ? ", starred articles are kept" : "")")
    }

    private func agreed(to account: SyncAccount) throws -> Bool {
        guard Console.canPrompt else {
            Console.printError("not removed: use --yes if lede cannot prompt")
            return false
        }
        let marks = account.outgoingCount > 0 ? ", \(account.outgoingCount.counting("mark")) not sent" : ""
        Console.write(Array("Remove \(account.shownAddress) with its feeds\(marks)? [y/N] ".utf8), to: STDERR_FILENO)
        return ["y", "yes"].contains(readLine()?.trimmingCharacters(in: .whitespaces).lowercased())
    }
}
