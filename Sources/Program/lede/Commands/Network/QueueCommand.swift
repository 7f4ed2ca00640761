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
            One line per request: its number, the time of the request, and what it fetches. Enclosures follow; their numbers \
            begin with e. Each shows the bytes received, its speed or playing position, and its title.
            """)

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Remove these, by their numbers in the list.", valueName: "number"))
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

    func run() throws {
        let workplace = try Workplace()
        let store = workplace.store
        let enclosures = try EnclosureQueue(workplace)
        guard !(remove + pause + resume + first).isEmpty else {
            try list(store)
            try enclosures?.list()
            return
        }
        var isMissing = false
        func tell(_ number: String, _ isDone: Bool) {
            guard !isDone else { return }
            Console.complain("queue item \(number) not found")
            isMissing = true
        }
        for number in remove {
            if let id = EnclosureQueue.number(number) {
                tell(number, try enclosures?.remove(id) ?? false)
            } else {
                tell(number, try Int64(number).map { try removeRequest($0, from: store) } ?? false)
            }
        }
        for (number, isPaused) in pause.map({ ($0, true) }) + resume.map({ ($0, false) }) {
            tell(number, try EnclosureQueue.number(number).flatMap { try enclosures?.pause($0, isPaused) } ?? false)
        }
        for number in first.reversed() {
            tell(number, try EnclosureQueue.number(number).flatMap { try enclosures?.putFirst($0) } ?? false)
        }
        if isMissing { throw ExitCode.failure }
    }

    /// Removes a request. The feed of one stays: the person may have wanted to fetch it later, not to lose it.
    private func removeRequest(_ number: Int64, from store: ArticleStore) throws -> Bool {
        let item = try store.queue().first { $0.id == number }
        guard try store.removeQueued(number: number) else { return false }
        if case .feed(let id)? = item?.fetch, let feed = try store.subscription(id) {
            let address = feed.shownAddress
            print("still subscribed, and fetched with the other feeds: \(address); lede remove \(address) ends it")
        }
        return true
    }

    private func list(_ store: ArticleStore) throws {
        for item in try store.queue() {
            TerminalLetters.print("\(item.id)\t\(item.asked.timestamp)\t\(try item.fetch.words(in: store))")
        }
    }
}
