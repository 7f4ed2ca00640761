import ArgumentParser
import ArticleStorage
import Basics
import FeedModel
import FeedParsing
import FeedRefresh
import Foundation
import HTTPCache
import HTTPTransport

struct AddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Subscribe to a feed, or to one that a web page offers.",
        discussion: "Offline, the address is queued as it is and looked at when there is a network.")

    @Argument(help: "The address of a feed, or of a page that names its feeds.")
    var url: String

    @Option(help: "Your own name for the feed.")
    var title: String?

    @Option(help: "The folder it shall lie in; / separates nested folders.")
    var folder: String?

    @Option(
        help: ArgumentHelp(
            "The program whose output is the feed, with its arguments; the address is a name then: exec:NAME.",
            valueName: "program"))
    var command: String?

    @Flag(help: "The address is a lede's that serves (`lede serve`): its feeds stand among your own.")
    var since = false

    @Option(help: ArgumentHelp("Which feed to take where a page offers several, from 1.", valueName: "n"))
    var choose: Int?

    func run() async throws {
        let workplace = try Workplace()
        let isLocal = ["file://", "exec:"].contains { url.lowercased().hasPrefix($0) }
        if command != nil || isLocal { return try addLocal(workplace.store) }
        let service = try workplace.service()
        if since { return try await sync(with: url, service) }
        guard !service.isOffline else {
            return try subscribeUnseen(in: service, because: "lede is offline")
        }
        let found: DiscoveredFeeds
        do {
            found = try await service.discover(url)
        } catch CacheError.transport(let error)
            where error.cause.isOfTheLine && (try? FeedService.unreachable(in: workplace.store)) != nil
        {
            return try subscribeUnseen(in: service, because: error.message)
        }
        switch found {
        case .feed(let feed, _):
            try await subscribe(to: feed, in: service, workplace.store)
        case .since(let endpoint, _):
            try await sync(with: endpoint, service)
        case .candidates(let candidates):
            try await subscribe(to: try pick(from: candidates).url, in: service, workplace.store)
        case .none:
            Console.complain("\(ShownAddress.of(url)): no feed here, and the page names none")
            throw ExitCode.feedsFailed
        case .refused(let status):
            Console.complain("\(ShownAddress.of(url)): no feed here, the server answers \(status)")
            throw ExitCode.feedsFailed
        case .wantsCredentials(let host):
            Console.complain("\(host) needs a login: add [[credentials]] to \(workplace.paths.configurationFile)")
            throw ExitCode.feedsFailed
        }
    }

    /// A file, or the output of a program: nothing is asked of a network, and the next refresh reads it.
    private func addLocal(_ store: ArticleStore) throws {
        let (id, isNew) = try store.add(NewSubscription(feedURL: url, customTitle: title, folder: folders))
        guard isNew else { return print("already subscribed: \(url)") }
        if let command {
            var preferences = FeedPreferences()
            guard preferences.set(.command, to: command) else { throw ValidationError("--command names no program.") }
            try store.setPreferences(preferences, of: id)
        }
        print("\(url): added; lede refresh reads it")
    }

    /// What lies there is looked at when there is a network.
    private func subscribeUnseen(in service: FeedService, because reason: String) throws {
        let (_, isNew) = try service.subscribeUnseen(
            NewSubscription(feedURL: url, customTitle: title, folder: folders))
        guard isNew else { return print("already subscribed: \(ShownAddress.of(url))") }
        print("\(ShownAddress.of(url)): queued")
        Console.complain("\(reason): it is fetched when there is a network")
    }

    private func sync(with address: String, _ service: FeedService) async throws {
        let (report, isNew) = try await service.addAccount(address)
        try await service.indexForSearch()
        guard let report else {
            return Console.complain("lede is offline: the next refresh online will ask the server")
        }
        let shown = ShownAddress.of(report.account.url)
        let feeds = try service.feedCount(of: report.account.id)
        let what = "\(feeds.counting("feed")), \(report.newArticles.counting("new article"))"
        print("\(shown): \(isNew ? "" : "known already, ")\(what)")
        guard let problem = report.problem else { return }
        let next = report.account.health.nextAttempt.map { ", next try \($0.formatted(.iso8601))" } ?? ""
        Console.complain("\(shown): \(problem.message)\(next)")
        throw ExitCode.feedsFailed
    }

    private var folders: [String] { folder?.split(separator: "/").map(String.init) ?? [] }

    private func pick(from candidates: [FeedDiscovery.Candidate]) throws -> FeedDiscovery.Candidate {
        if let choose {
            guard candidates.indices.contains(choose - 1) else {
                throw ValidationError("The page offers \(candidates.count.counting("feed")).")
            }
            return candidates[choose - 1]
        }
        guard candidates.count > 1 else { return candidates[0] }
        Console.complain("\(url) offers \(candidates.count) feeds:")
        for (index, candidate) in candidates.enumerated() {
            Console.note("  \(index + 1)  \(candidate.url)" + (candidate.title.map { "  \($0)" } ?? ""))
        }
        guard isatty(STDIN_FILENO) == 1, Console.hasErrorScreen else {
            Console.complain("Choose one with --choose N, or add its address.")
            throw ExitCode.feedsFailed
        }
        Console.write(Array("Which one? ".utf8), to: STDERR_FILENO)
        guard let answer = readLine().flatMap({ Int($0.trimmingCharacters(in: .whitespaces)) }),
            candidates.indices.contains(answer - 1)
        else { throw ExitCode.feedsFailed }
        return candidates[answer - 1]
    }

    private func subscribe(to feedURL: String, in service: FeedService, _ store: ArticleStore) async throws {
        let (id, isNew) = try store.add(
            NewSubscription(feedURL: feedURL, customTitle: title, folder: folders))
        guard isNew else { return print("already subscribed: \(ShownAddress.of(feedURL))") }
        let report = try await service.refresh(.feeds([id]), reason: .everything)
        try await service.indexForSearch()
        let shown = try store.subscription(id)?.title ?? ShownAddress.of(feedURL)
        print("\(shown): \(report.progress.newArticles.counting("article"))")
        for failure in report.failures {
            Console.complain("\(failure.subscription.shownAddress): \(failure.problem.message)")
        }
        if !report.failures.isEmpty { throw ExitCode.feedsFailed }
    }
}
