import ArticleStorage
import FeedModel
import FeedRefresh
import FoundationEssentials
import ReaderUI

/// Changes feeds and folders: on their server first, if it lets clients change its feeds; otherwise only in the library.
final class FeedChanges {
    private let store: ArticleStore
    private let library: LibraryWriter
    private let network: any ReaderNetwork
    private let sink: Sink
    private var removalQuestion = RemovalQuestion()

    init(store: ArticleStore, library: LibraryWriter, network: any ReaderNetwork, sink: @escaping Sink) {
        self.store = store
        self.library = library
        self.network = network
        self.sink = sink
    }

    func unsubscribe(_ id: SubscriptionID) throws -> [Event] {
        guard try isServed(id) else {
            library.unsubscribe(id)
            return [.feedDeleted(id, onServer: false)]
        }
        // Offline the removal is refused, so there is nothing to confirm.
        guard network.connectivity != .offline else {
            network.change(.unsubscribe(id), sink)
            return []
        }
        guard removalQuestion.isAnswered(for: id, at: Date()) else {
            return [.message(Message(RemovalQuestion.text, kind: .warning))]
        }
        network.change(.unsubscribe(id), sink)
        return [.feedDeleted(id, onServer: true)]
    }

    func rename(_ id: SubscriptionID, to title: String) throws {
        guard try !isServed(id) else { return network.change(.rename(id, title), sink) }
        library.store { store throws(ArticleStoreError) in try store.rename(id, to: title.isEmpty ? nil : title) }
    }

    func move(_ id: SubscriptionID, to folder: [String]) throws {
        guard try !isServed(id) else { return network.change(.move(id, folder: folder), sink) }
        library.store { store throws(ArticleStoreError) in try store.move(id, to: folder) }
    }

    /// Reports a change of a feed; a server may still refuse it, and `ReaderNetwork` reports its reply.
    func report(_ words: String, about id: SubscriptionID) throws -> [Event] {
        try isServed(id) ? [] : [.message(Message(words))]
    }

    func renameFolder(_ folder: [String], to name: [String]) throws {
        if try store.subscriptions().contains(where: { try $0.folder.starts(with: folder) && isServed($0.id) }) {
            network.change(.renameFolder(folder, to: name), sink)
        } else {
            library.store { store throws(ArticleStoreError) in try store.moveFolder(folder, to: name) }
        }
    }

    func setAddress(of id: SubscriptionID, to address: String) throws -> [Event] {
        guard try store.account(of: id) == nil else {
            return [.message(Message("The account's server keeps this address", kind: .warning))]
        }
        guard try store.subscription(id)?.feedURL != SavedFeed.address else {
            return [.message(Message("Saved addresses have no feed to fetch", kind: .warning))]
        }
        try library.changeAddress(of: id, to: FeedService.feedAddresses(for: address)[0])
        return []
    }

    /// True if the feed's server lets clients change its feeds. Feeds from `lede serve` are changed only here.
    private func isServed(_ id: SubscriptionID) throws -> Bool {
        guard let account = try store.account(of: id) else { return false }
        return try store.account(account)?.kind != .since
    }
}
