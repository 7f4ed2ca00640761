import ArgumentParser
import ArticleStorage
import Basics
import FeedModel
import FeedRefresh
import Foundation

struct QueueCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue",
        abstract: "List the requests that wait for the network and the enclosures of journeys, or change the queue.",
        discussion: """
            One line per request: its number, the time of the request, and what it fetches. Then come journeys that \
            you requested offline: a number that begins with j, the time when it began, and the number of articles to \
            pack; --remove leaves a journey to the next pack, which a running reader starts once it is online. Then \
            come enclosures, whose numbers begin with e: the bytes received, the speed or playing position, the title, \
            and the file once it is stored.
            """)

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Remove entries, by their numbers in the list.", valueName: "number"))
    var remove: [String] = []

    @Option(parsing: .upToNextOption, help: ArgumentHelp("Pause these enclosures.", valueName: "number"))
    var pause: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Resume these enclosures with the next pack.", valueName: "number"))
    var resume: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Fetch these enclosures first, in this order.", valueName: "number"))
    var first: [String] = []

    @Flag(help: "Print JSON.")
    var json = false

    private var changesNothing: Bool { (remove + pause + resume + first).isEmpty }

    func validate() throws {
        guard !json || changesNothing else { throw ValidationError("--json prints the queue and changes nothing.") }
    }

    func run() throws {
        let context = try CommandContext()
        let enclosures = try EnclosureQueue(context)
        if changesNothing { return try list(context, enclosures) }
        var isMissing = false
        func check(_ number: String, _ isFound: Bool) throws {
            guard !isFound else { return }
            Console.printError(try problem(with: number, enclosures))
            isMissing = true
        }
        for number in remove { try check(number, isRemoved(number, context, enclosures)) }
        for (number, isPaused) in pause.map({ ($0, true) }) + resume.map({ ($0, false) }) {
            try check(number, EnclosureQueue.number(number).flatMap { try enclosures?.pause($0, isPaused) } ?? false)
        }
        for number in first.reversed() {
            try check(number, EnclosureQueue.number(number).flatMap { try enclosures?.putFirst($0) } ?? false)
        }
        if isMissing { throw ExitCode.failure }
    }

    /// Returns the reason why an option does not apply to the item of this number.
    private func problem(with number: String, _ enclosures: EnclosureQueue?) throws -> String {
        guard let id = EnclosureQueue.number(number) else {
            return remove.contains(number)
                ? "queue item \(number) not found" : "\(number) is not an enclosure, whose number begins with e"
        }
        let isListed = try enclosures?.contains(id) ?? false
        return isListed ? "\(number) is not waiting to be fetched" : "queue item \(number) not found"
    }

    /// Removes a request, a journey or an enclosure; false if there is none of this number.
    private func isRemoved(_ number: String, _ context: CommandContext, _ enclosures: EnclosureQueue?) throws -> Bool {
        if let id = EnclosureQueue.number(number) { return try enclosures?.remove(id) ?? false }
        if let journey = try QueuedJourney(context), journey.number == number {
            try journey.leave()
            return true
        }
        return try Int64(number).map { try removeRequest($0, from: context.store) } ?? false
    }

    /// Removes a request. Its feed stays subscribed: the person may want to fetch it later.
    private func removeRequest(_ number: Int64, from store: ArticleStore) throws -> Bool {
        let item = try store.queue().first { $0.id == number }
        guard try store.removeQueued(number: number) else { return false }
        if case .feed(let id)? = item?.fetch, let feed = try store.subscription(id) {
            let address = feed.shownAddress
            TerminalEncoding.print(
                "still subscribed, and fetched with the other feeds: \(address); lede remove \(address) unsubscribes")
        }
        return true
    }

    private func list(_ context: CommandContext, _ enclosures: EnclosureQueue?) throws {
        let (store, journey) = (context.store, try QueuedJourney(context))
        if json { return try printJSON(ListedQueue(store, journey, enclosures)) }
        for item in try store.queue() {
            TerminalEncoding.print("\(item.id)\t\(item.asked.timestamp)\t\(try item.fetch.words(in: store))")
        }
        if let journey { print(journey.line) }
        try enclosures?.list()
    }
}
