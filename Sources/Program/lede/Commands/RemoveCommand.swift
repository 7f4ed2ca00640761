import ArgumentParser
import ArticleStorage
import Basics
import FeedModel
import FeedRefresh
import Foundation

struct RemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Unsubscribe from a feed.",
        discussion: """
            Its articles and marks are kept for 30 days: `lede add` brings them back. A folder goes with its last feed; one that \
            was empty in an imported list stays in the exported ones until --folder takes it out.
            """)

    @Argument(help: "The feed's address, as `lede list` shows it, or that of a lede that serves.")
    var url: String?

    @Option(help: "A folder that no feed lies in; / separates nested folders.")
    var folder: String?

    func validate() throws {
        if (url == nil) == (folder == nil) { throw ValidationError("Name either a feed or --folder.") }
    }

    func run() throws {
        let store = try Workplace().store
        if let folder { try remove(folder: folder, from: store) }
        if let url { try remove(url, from: store) }
    }

    private func remove(folder: String, from store: ArticleStore) throws {
        guard try store.removeEmptyFolder(folder.split(separator: "/").map(String.init)) != nil else {
            Console.complain("no empty folder named \(folder)")
            throw ExitCode.failure
        }
        print("removed \(folder)")
    }

    private func remove(_ url: String, from store: ArticleStore) throws {
        let accounts = try store.accounts().filter { [url, FeedService.sinceAddress(url)].contains($0.url) }
        if let account = accounts.first {
            try store.removeAccount(account.id, at: Date())
            return print("removed \(ShownAddress.of(account.url)) with its feeds")
        }
        let subscription = try store.subscription(named: url)
        try store.remove(subscription.id, at: Date())
        print("removed \(subscription.title)")
    }
}
