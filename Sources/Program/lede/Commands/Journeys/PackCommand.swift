import ArgumentParser
import ArticleStorage
import Basics
import CProgram
import FeedModel
import FeedRefresh
import Foundation
import JourneyPacking
import PackStorage

struct PackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pack",
        abstract: "Pack articles for a journey: pages and pictures, to read without a network.",
        discussion: """
            SCOPE is a search (is:starred, feed:name, after:2026-01-31), a folder, or a feed's address; for a folder \
            or a feed, its unread articles are packed. Several SCOPEs add up: lede pack is:starred News packs both. \
            Quote a search of several words: lede pack 'rain train'. Without a SCOPE, lede packs the starred and \
            unread articles. An article is packed if it opens completely without a network, and partly packed while a \
            part of it is missing.

            The next pack continues an interrupted one. Sizes are bytes on the wire, such as 200M or 1G; a plain \
            number means megabytes. See `lede help journeys`.

            Exit status: 0 everything is packed, the budget is used up or too small for the next object, or there was \
            nothing to pack; 1 something was unavailable, or there is no space for it; 75 offline, on a metered \
            network, behind a hotspot's login, the network was lost, or another lede is packing; 130 interrupted by \
            Ctrl-C.
            """)

    @Argument(help: ArgumentHelp("What to pack.", valueName: "SCOPE"))
    var scopes: [String] = []

    @Option(help: ArgumentHelp("Maximum number of bytes to fetch (default: 50M).", valueName: "bytes"))
    var budget: DataVolume?

    @Flag(help: "Fetch enclosures too, the newest three of each feed.")
    var enclosures = false

    @Option(
        help: ArgumentHelp(
            "Fetch enclosures too, at most this number of bytes (default: 500M).", valueName: "bytes"))
    var enclosureBudget: DataVolume?

    @Flag(help: "Fetch on a metered network too.")
    var metered = false

    @Flag(help: "Print what would be fetched, and fetch nothing.")
    var dryRun = false

    @Flag(help: "Print what is packed.")
    var status = false

    @Flag(help: "With --status: print JSON.")
    var json = false

    @Flag(help: "Unpack SCOPE: delete its pictures and enclosures.")
    var remove = false

    func validate() throws {
        if [dryRun, status, remove].count(where: \.self) > 1 {
            throw ValidationError("--dry-run, --status and --remove cannot be combined.")
        }
        if json, !status { throw ValidationError("--json requires --status.") }
        if status, !scopes.isEmpty {
            throw ValidationError("--status takes no SCOPE; lede search is:packed lists packed articles.")
        }
        if remove, scopes.isEmpty {
            throw ValidationError("--remove requires a SCOPE; is:packed means everything packed.")
        }
    }

    func run() async throws {
        let context = try CommandContext()
        do {
            if status { return try printStatus(context) }
            if remove { return try unpack(context) }
            if dryRun { return try printPlan(context) }
            try await pack(context)
        } catch let error as PackStoreError {
            Console.printError("\(error)")
            throw ExitCode.failure
        }
    }

    // MARK: - Packing

    private func limits(_ context: CommandContext) -> JourneyLimits {
        var limits = context.configuration.journey.limits
        if let budget { limits.budget = budget.bytes }
        if enclosures, limits.enclosureBudget == 0 { limits.enclosureBudget = JourneyLimits.usualEnclosureBudget }
        if let enclosureBudget { limits.enclosureBudget = enclosureBudget.bytes }
        return limits
    }

    private func request(_ context: CommandContext) throws -> PackRequest {
        do {
            return try PackRequest(
                scopes, in: context.store, wantsEnclosures: enclosures || (enclosureBudget?.bytes ?? 0) > 0)
        } catch let error as PackScopeError {
            throw ValidationError(error.description)
        }
    }

    private func pack(_ context: CommandContext) async throws {
        let service = try context.service()
        try service.requireOnline(context.configuration)
        if !metered, await MeteredNetwork.isMetered() {
            Console.printError("this network is metered: nothing was fetched (use --metered to fetch anyway)")
            throw ExitCode.offline
        }
        let packStore = try context.packStore.openOrCreate()
        guard let lock = try packStore.lock() else {
            Console.printError("another lede is packing")
            throw ExitCode.offline
        }
        defer { withExtendedLifetime(lock) {} }
        // Each page and picture allocates and frees blocks of up to this size.
        cprogram_keep_freed_blocks(8 << 20)
        let packer = JourneyPacker(
            service: service, store: context.store, packStore: packStore, limits: limits(context))
        let request = try request(context)
        let line = ProgressLine()
        let report = try await interruptible {
            try await packer.pack(request, midnight: .localMidnight) { event in
                if case .progress(let progress) = event { line.show { JourneyWords.progress(progress) } }
            }
        }
        line.clear()
        let lines = JourneyWords.lines(report)
        print(lines[0])
        lines.dropFirst().forEach(Console.printError)
        if let status = Self.exitCode(report) { throw status }
    }

    private static func exitCode(_ report: JourneyReport) -> ExitCode? {
        switch report.end {
        case .cancelled: .interrupted
        case .offline, .networkLost, .portal: .offline
        case .diskFull, .storeFull: .failure
        case .budget: report.missing.isEmpty && report.skippedHosts.isEmpty ? nil : .failure
        case .complete: report.missing.isEmpty && report.partly == 0 ? nil : .failure
        }
    }

    // MARK: - Without a network

    private func printStatus(_ context: CommandContext) throws {
        let found = try context.packStore.existing().map { packStore in
            try packStore.status(present: context.store.listed(packStore.known()))
        }
        let status = PackStatus(
            found ?? PackStoreStatus(), capacity: context.configuration.journey.limits.pictureStoreBytes)
        if json { return try printJSON(status) }
        status.lines.forEach { print($0) }
    }

    private func unpack(_ context: CommandContext) throws {
        guard let packStore = try context.packStore.existing() else {
            return print("nothing to unpack: nothing is packed")
        }
        let known = try packStore.known()
        // Here `is:packed` finds incomplete articles, too.
        context.store.setPackedArticles { known }
        var found: Set<ArticleID> = []
        for scope in try request(context).scopes {
            found.formUnion(try context.store.ids(of: ArticleListing(scope.scope, midnight: .localMidnight)))
        }
        // Alone, the search also means articles that the library hides or no longer lists.
        let isEverything = scopes.contains { SearchLanguage.packedWords.contains($0.lowercased()) }
        let packed = isEverything ? known : known.intersection(found)
        guard !packed.isEmpty else {
            let words = scopes.map { "“\($0)”" }.joined(separator: " or ")
            return TerminalEncoding.print("nothing to unpack: no packed article matches \(words)")
        }
        print("unpacked: \(try packStore.remove(packed).counting("article"))")
    }

    private func printPlan(_ context: CommandContext) throws {
        let limits = limits(context)
        let planner = JourneyPlanner(store: context.store, limits: limits, midnight: .localMidnight)
        let request = try request(context)
        let articles = try planner.articles(of: request)
        let needs = try needs(of: articles, context, limits)
        guard !articles.isEmpty || !needs.isEmpty else { return print(try planner.messageForEmptyRequest(request)) }
        let episodes = needs[.enclosure] ?? [:]
        print("\(articles.count.counting("article"))")
        let pages = needs[.page]?.count ?? 0
        print("\(pages.counting("page")) to fetch" + (pages > 0 ? "; their pictures are not known yet" : ""))
        print("\((needs[.firstPicture]?.count ?? 0).counting("picture")) to fetch")
        if !episodes.isEmpty {
            let bytes = episodes.values.reduce(0, +)
            print("\(episodes.count.counting("enclosure")) to fetch, \(JourneyWords.bytes(bytes)) by their feeds")
        }
        print("the budget is \(JourneyWords.bytes(limits.budget))")
    }

    /// Returns the addresses to fetch, with their sizes if feeds name them; all pictures are in one stage.
    private func needs(
        of articles: [PackedArticle], _ context: CommandContext, _ limits: JourneyLimits
    ) throws -> [PackingStage: [String: Int64]] {
        var needs: [PackingStage: [String: Int64]] = [:]
        func add(_ url: String, _ stage: PackingStage, _ size: Int64?) {
            guard stage != .enclosure || limits.enclosureBudget > 0 else { return }
            needs[stage == .otherPicture ? .firstPicture : stage, default: [:]][url] = size ?? 0
        }
        let packStore = try context.packStore.existing()
        let unrequested = try packStore?.unrequestedAddresses(at: Date()) ?? []
        for article in articles {
            let isPageStored = article.page == .proven
            for need in article.needs where !unrequested.contains(need.url) && !(need.stage == .page && isPageStored) {
                add(need.url, need.stage, need.size)
            }
        }
        let sizes = Dictionary(try packStore?.enclosures().map { ($0.url, $0.size) } ?? []) { first, _ in first }
        for address in try packStore?.unfinishedAddresses(at: Date()) ?? [] {
            add(address.url, address.stage, sizes[address.url] ?? nil)
        }
        return needs
    }
}
