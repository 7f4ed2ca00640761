import ArgumentParser
import ArticleStorage
import FeedModel
import FeedRefresh
import Foundation

struct RemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Unsubscribe from a feed.",
        discussion: "Its articles and marks are kept for 30 days: `lede add` brings them back.")

    @Argument(help: "The feed's address, as `lede list` shows it, or that of a lede that serves.")
    var url: String

    func run() throws {
        let store = try Workplace().store
        let accounts = try store.accounts().filter { [url, FeedService.sinceAddress(url)].contains($0.url) }
        if let account = accounts.first {
            try store.removeAccount(account.id, at: Date())
            return print("removed \(ShownAddress.of(account.url)) with its feeds")
        }
        guard let subscription = try store.subscription(at: url) else {
            Console.complain("not subscribed: \(url)")
            throw ExitCode.failure
        }
        try store.remove(subscription.id, at: Date())
        print("removed \(subscription.title)")
    }
}
