import ArgumentParser
import ArticleStorage
import Basics
import FeedModel
import FeedRefresh
import Foundation

struct RemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Unsubscribe from a feed.",
        discussion: """
            Its articles and marks are kept for 30 days: `lede add` brings them back (for the feed Saved: `lede save`, \
            then `lede mark undelete`). A folder is removed with its last feed; a folder that was empty in an imported \
            list stays in exported lists until --folder removes it. A feed of an account is removed on its server \
            first, unless the server is another lede (since), which keeps it; `lede account remove` removes the \
            account. With the address of a list (`lede import --follow`), lede stops following it; its feeds stay.
            """)

    @Argument(help: "The feed's address, its number or a part of its title; or a list's address.")
    var url: String?

    @Option(help: "A folder without feeds; / separates nested folders.")
    var folder: String?

    func validate() throws {
        if (url == nil) == (folder == nil) { throw ValidationError("Name either a feed or --folder.") }
    }

    func run() async throws {
        let context = try CommandContext()
        if let folder { try remove(folder: folder, from: context.store) }
        if let url { try await remove(url, context) }
    }

    private func remove(folder: String, from store: ArticleStore) throws {
        let path = FolderNames.path(folder, among: try store.overview(midnight: .localMidnight).emptyFolders)
        guard try store.removeEmptyFolder(path) != nil else {
            Console.printError("no empty folder named \(folder)")
            throw ExitCode.failure
        }
        TerminalEncoding.print("removed \(folder)")
    }

    private func remove(_ url: String, _ context: CommandContext) async throws {
        let store = context.store
        if let list = try store.followedLists().first(where: { $0.isAt(url) || $0.shownAddress == url }) {
            try store.unfollow(list.id)
            let count = list.feedCount
            let stay = "\(count.counting("feed")) \(count == 1 ? "stays" : "stay")"
            TerminalEncoding.print("no longer following \(list.shownAddress); its \(stay)")
            return
        }
        if try store.subscription(at: url) == nil,
            let account = try store.accounts().first(where: { $0.answers(to: url) })
        {
            let address = account.shownAddress
            Console.printError("\(address) is an account; `lede account remove \(address)` removes it with its feeds")
            throw ExitCode.failure
        }
        let subscription = try store.subscription(named: url)
        let isServed = try store.account(of: subscription.id) != nil
        let service = isServed ? try context.service() : nil
        let isDone = try await ManagementFailure.reported { try await service?.unsubscribe(subscription.id) ?? false }
        if !isDone { try store.remove(subscription.id, at: Date()) }
        // Another lede's list of feeds cannot be changed from here.
        let note = isServed && !isDone ? " here; the server keeps it" : ""
        TerminalEncoding.print("removed \(subscription.title) (\(subscription.shownAddress))\(note)")
    }
}
