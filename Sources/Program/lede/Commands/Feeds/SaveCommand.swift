import ArgumentParser
import ArticleStorage
import Basics
import FeedModel
import FeedRefresh

struct SaveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save",
        abstract: "Save addresses to read later.",
        discussion: """
            Each address becomes an unread article of the feed "Saved", with the main text of its page. Offline, lede queues \
            the page and fetches it once there is a network. No retention setting and no rule removes a saved article.
            """)

    @Argument(help: "The addresses of web pages.")
    var urls: [String]

    func run() async throws {
        let context = try CommandContext()
        let service = try context.service()
        var hasFailed = false
        // All are stored before the first request: an interruption does not lose an address.
        var stored: [(url: String, id: ArticleID, isNew: Bool)] = []
        for url in urls {
            do {
                let (id, isNew) = try service.store(address: url)
                stored.append((url, id, isNew))
            } catch let error as UnsavableAddress {
                Console.printError("\(error)")
                hasFailed = true
            }
        }
        try await interruptible { [stored, store = context.store] in
            for (url, id, isNew) in stored {
                try await Self.report(service.fetchPage(ofSaved: id, isNew: isNew, typed: url), of: url, store)
            }
        }
        guard !Interruption.shared.isRequested else { throw ExitCode.interrupted }
        try await service.indexForSearch()
        if hasFailed { throw ExitCode.failure }
    }

    private static func report(_ saved: SavedAddress, of url: String, _ store: ArticleStore) throws {
        let shown = ShownAddress.ofTyped(url)
        // The reason of a failed request begins with the address.
        let line = { (reason: String) in reason.hasPrefix("\(shown): ") ? reason : "\(shown): \(reason)" }
        let title = try store.article(saved.article)?.item.title ?? shown
        TerminalEncoding.print(saved.isNew ? "saved: \(title)" : "already saved, unread again: \(title)")
        guard let page = saved.page else {
            let next = saved.isQueued ? "the page is queued" : "the queue is full, so save the address again later"
            return Console.printError("\(line(saved.reason ?? "lede is offline")); \(next)")
        }
        if let words = page.words { Console.printError("\(line(words)); the address is saved") }
    }
}
