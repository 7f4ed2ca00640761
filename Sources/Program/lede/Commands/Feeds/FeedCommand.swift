import ArgumentParser
import ArticleStorage
import Basics
import FeedModel
import FeedRefresh

struct FeedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feed",
        abstract: "Show or change the settings, the name and the folder of one feed.",
        discussion:
            "NAME=default restores the general setting; address=URL fetches the feed from there. A feed of an account "
            + "is renamed and moved on its server first.\n\n"
            + FeedPreferences.Name.allCases.map { "\($0.rawValue): \($0.expectation)" }.joined(separator: "\n"))

    @Argument(help: "The feed, by address, number or part of its title.")
    var url: String

    @Argument(help: ArgumentHelp("What to change.", valueName: "NAME=VALUE"))
    var changes: [String] = []

    @Option(help: "Your own name for the feed; an empty string restores its own title.", transform: ListedText.line)
    var title: String?

    @Option(
        help: "The feed's folder; / separates nested folders, an empty string means no folder.",
        transform: ListedText.line)
    var folder: String?

    func run() async throws {
        let context = try CommandContext()
        let store = context.store
        let subscription = try store.subscription(named: url)
        let isServed = try store.account(of: subscription.id) != nil
        // Checked first, so that a mistyped setting or address changes nothing.
        var preferences = subscription.preferences
        for change in changes where !change.hasPrefix(Self.address) { try apply(change, to: &preferences) }
        guard !changes.contains(Self.address + FeedPreferences.unset) else {
            throw ValidationError("An address has no default: write address=URL.")
        }
        guard changes.count(where: { $0.hasPrefix(Self.address) }) <= 1 else {
            throw ValidationError("Give one address.")
        }
        for change in changes where change.hasPrefix(Self.address) {
            try setAddress(String(change.dropFirst(Self.address.count)), of: subscription.id, isServed, store)
        }
        if let title { try await rename(subscription.id, to: title, isServed ? context.service() : nil, store) }
        if let folder { try await move(subscription.id, to: folder, isServed ? context.service() : nil, store) }
        if preferences != subscription.preferences { try store.setPreferences(preferences, of: subscription.id) }
        try printSettings(of: subscription.id, preferences, store)
    }

    private func printSettings(
        of id: SubscriptionID, _ preferences: FeedPreferences, _ store: ArticleStore
    ) throws {
        if let feed = try store.subscription(id) {
            TerminalEncoding.print("title=\(feed.title)")
            TerminalEncoding.print("folder=\(feed.folder.joined(separator: "/"))")
            TerminalEncoding.print("address=\(feed.shownAddress)")
            for list in try store.listAddresses(of: feed.id) {
                TerminalEncoding.print("list=\(ShownAddress.of(list))")
            }
        }
        for name in FeedPreferences.Name.allCases {
            TerminalEncoding.print("\(name.rawValue)=\(preferences.text(of: name))")
        }
    }

    private static let address = "address="

    /// - Parameter service: renames the feed on its account's server; nil for a local feed.
    private func rename(
        _ id: SubscriptionID, to title: String, _ service: FeedService?, _ store: ArticleStore
    ) async throws {
        let isDone = try await ManagementFailure.reported { try await service?.rename(id, to: title) ?? false }
        if !isDone { try store.rename(id, to: title.isEmpty ? nil : title) }
    }

    private func move(
        _ id: SubscriptionID, to path: String, _ service: FeedService?, _ store: ArticleStore
    ) async throws {
        let folder = FolderNames.path(path, among: try store.subscriptions().lazy.map(\.folder))
        let isDone = try await ManagementFailure.reported { try await service?.move(id, to: folder) ?? false }
        if !isDone { try store.move(id, to: folder) }
    }

    private func setAddress(
        _ address: String, of id: SubscriptionID, _ isServed: Bool, _ store: ArticleStore
    ) throws {
        guard !isServed else { throw UnchangedAddress.served }
        guard try store.changeFeedURL(FeedService.feedAddresses(for: address)[0], of: id) else {
            throw UnchangedAddress.taken
        }
    }

    private func apply(_ change: String, to preferences: inout FeedPreferences) throws {
        let parts = change.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let known = FeedPreferences.Name.allCases.map(\.rawValue)
        guard let name = FeedPreferences.Name(rawValue: parts[0]) else {
            guard parts[0] != "address" else { throw ValidationError("Write address=URL.") }
            // The command also prints these two as if they were settings.
            guard !["title", "folder"].contains(parts[0]) else {
                throw ValidationError("Write --\(parts[0]) \(parts[0].uppercased()).")
            }
            throw ValidationError("No setting “\(parts[0])”\(Suggestion.question(for: parts[0], among: known))")
        }
        guard parts.count == 2 else { throw ValidationError("Write \(name.rawValue)=VALUE.") }
        guard preferences.set(name, to: parts[1]) else {
            throw ValidationError("\(name.rawValue) must be \(name.expectation), or \(FeedPreferences.unset).")
        }
    }
}

/// The reason why a valid new address of a feed is rejected.
private enum UnchangedAddress: Error, CustomStringConvertible {
    case served
    case taken

    var description: String {
        switch self {
        case .served: "the account's server keeps this address"
        case .taken: "another feed has this address already"
        }
    }
}
