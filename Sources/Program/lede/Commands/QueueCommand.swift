import ArgumentParser
import ArticleStorage
import FeedModel
import Foundation

struct QueueCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue",
        abstract: "List what waits for the network, or take something out.",
        discussion: "A line for each: its number, when it was asked for, and what it is.")

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Take these out, by the numbers that the list shows.", valueName: "number"))
    var remove: [Int64] = []

    func run() throws {
        let store = try Workplace().store
        guard !remove.isEmpty else { return try list(store) }
        var isMissing = false
        for number in remove where try !store.removeQueued(number: number) {
            Console.complain("queue item \(number) not found")
            isMissing = true
        }
        if isMissing { throw ExitCode.failure }
    }

    private func list(_ store: ArticleStore) throws {
        for item in try store.queue() {
            print("\(item.id)\t\(item.asked.formatted(.iso8601))\t\(try item.fetch.words(in: store))")
        }
    }
}

extension QueuedFetch {
    /// For the person, on one line.
    func words(in store: ArticleStore) throws -> String {
        switch self {
        case .everything: "all feeds"
        case .feed(let id): try store.subscription(id)?.shownAddress ?? "a feed"
        case .page(let id): "the page of \(try store.article(id)?.item.title ?? "an article")"
        }
    }
}
