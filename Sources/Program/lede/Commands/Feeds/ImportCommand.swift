import ArgumentParser
import ArticleStorage
import Basics
import FeedModel
import FeedParsing
import FeedRefresh
import Foundation
import MovingIn

struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Subscribe to the feeds of an OPML file, or of newsboat's urls file; or import starred articles.",
        discussion: """
            Existing subscriptions stay unchanged. Nothing is fetched: run `lede refresh`, or press R in the reader. \
            Parts that lede does not use (other attributes, the head, empty folders) are kept for `lede export`. In \
            newsboat's urls file, a feed's first tag becomes its folder, and a feed marked ! is hidden. Extensions of \
            FreshRSS and Miniflux make a feed open its pages, or hide it; their filters become rules in config.toml, or \
            in config-opml.toml if config.toml exists: [[mark]] rules with read = true for those of FreshRSS, [[kill]] \
            rules for those of Miniflux.

            `--starred` takes a starred.json in Google Reader's form (Inoreader, The Old Reader, FreshRSS, CommaFeed): \
            its articles are found by feed, link and date and get a star; those that a subscribed feed lacks are added. \
            Labels of at most 60 bytes become tags, 20 per article, except the name of the feed's folder; a comma becomes \
            a space. `lede move-in` imports everything from another terminal reader.

            `--follow` takes the web address of an OPML list, such as that of a team or a planet. A refresh reads the \
            list again once a day, adds its new feeds, and removes a feed that the list had brought and lacks now. A feed \
            with unread or marked articles stays, as do feeds that you had before. `lede remove URL` stops \
            following the list and keeps its feeds.
            """)

    @Argument(help: "The file, or - for standard input; with --follow an address.", completion: .file())
    var file: String

    @Flag(help: "Import the complete entries of a truncated file.")
    var partial = false

    @Flag(help: "The file is a starred.json.")
    var starred = false

    @Flag(help: "Follow the list at a web address.")
    var follow = false

    func validate() throws {
        guard !follow || !(partial || starred) else {
            throw ValidationError("--follow cannot be combined with --partial or --starred.")
        }
        guard follow == WebAddress.isHTTP(file) else {
            throw ValidationError(
                follow
                    ? "--follow takes a web address that begins with https:// or http://."
                    : "Write --follow to follow the list at an address.")
        }
    }

    func run() async throws {
        if follow { return try await followList() }
        if starred {
            return try importStarred(try CommandInput.bytes(of: file, atMost: CommandInput.maximumStarredSize))
        }
        let bytes = try CommandInput.bytes(of: file)
        let list = try SubscriptionFile(parsing: bytes, name: file, partial: partial)
        list.remarks.forEach(Console.printError)
        guard !list.list.feeds.isEmpty else {
            Console.printError("\(file): no feeds in the file")
            throw ExitCode.failure
        }
        let context = try CommandContext()
        let added = try context.store.add(list.list, preferences: list.preferences)
        let known = list.list.feedCount - added
        print("\(added.counting("feed")) added" + (known > 0 ? ", \(Numbers.grouped(known)) subscribed already" : ""))
        try writeRules(OPMLRules(list.list, name: file), context.paths)
        if list.refusedCount > 0 { throw ExitCode.failure }
    }

    /// Writes the filters of FreshRSS and Miniflux as rules: to config.toml if there is none, else beside it.
    private func writeRules(_ found: OPMLRules, _ paths: Paths) throws {
        found.remarks.forEach(Console.printError)
        guard !found.rules.isEmpty else { return }
        var home = MovedHome(reader: "opml", path: file)
        home.configuration.rules = found.rules
        for path in try MovedFiles(home, in: paths).write() {
            TerminalEncoding.print("wrote \(found.rules.count.counting("rule")) to \(path)")
        }
    }

    // MARK: - A list at an address

    private func followList() async throws {
        let service = try CommandContext().service()
        let shown = ShownAddress.of(file)
        guard let report = try await service.follow(file) else {
            TerminalEncoding.print("\(shown): followed")
            return Console.printError("\(service.reasonNotSynced) reads the list")
        }
        if let problem = report.problem {
            Console.printError("\(shown): \(problem.message)")
            throw ExitCode.feedsFailed
        }
        report.remarks.forEach(Console.printError)
        report.losses().forEach { TerminalEncoding.print($0) }
        print("\(report.changes.added.count.counting("feed")) added; lede follows the list")
    }

    // MARK: - Starred articles

    private func importStarred(_ bytes: [UInt8]) throws {
        guard let starred = StarredItems(parsing: bytes) else {
            Console.printError("\(file): not a starred.json in Google Reader's format")
            throw ExitCode.failure
        }
        guard starred.isWhole || partial else {
            let count = starred.items.count.counting("article")
            Console.printError(
                "\(file): the file is cut off or too long; nothing was added (with --partial: \(count) of it)"
            )
            throw ExitCode.failure
        }
        try report(StarredImport(starred, in: CommandContext().store, at: Date()), of: starred)
    }

    /// Prints the result; fails if some articles were not imported.
    private func report(_ result: StarredImport, of starred: StarredItems) throws {
        let count = result.count
        let known = count.known - count.starred
        print(
            "\(count.starred.counting("article")) starred, \(count.added.counting("article")) added"
                + (known > 0 ? ", \(Numbers.grouped(known)) known already" : ""))
        for (feed, count) in result.unknownFeeds.sorted(by: { $0.key < $1.key }) {
            Console.printError("\(file): \(count.counting("article")) of a feed that is not subscribed: \(feed)")
        }
        if result.withoutFeed > 0 {
            Console.printError("\(file): \(result.withoutFeed.counting("article")) without the name of a feed")
        }
        if starred.withoutLink > 0 {
            Console.printError(
                "\(file): \(starred.withoutLink.counting("article")) without a link to find it by")
        }
        guard result.unknownFeeds.isEmpty, result.withoutFeed == 0, starred.withoutLink == 0 else {
            throw ExitCode.failure
        }
    }
}
