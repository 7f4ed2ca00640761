import ArticleStorage
import Dispatch
import FeedModel
import FoundationEssentials
import ReaderUI
import Synchronization

// Changes feeds, folders and searches.
extension LibraryWriter {
    /// Makes a change after the earlier ones. Returns once it is made, or after `keyWait`; in that case `loadOverview`
    /// waits for it.
    func change(_ body: @escaping @Sendable () throws -> Void) {
        beginChange()
        let isMade = DispatchSemaphore(value: 0)
        inOrder { [self] in
            defer {
                endChange()
                isMade.signal()
            }
            try body()
        }
        _ = isMade.wait(timeout: .now() + keyWait)
    }

    /// Makes a change that is a single write, retried until the library can be written.
    func store(_ write: @escaping @Sendable (ArticleStore) throws(ArticleStoreError) -> Void) {
        change { [self] in
            _ = try untilWritable { () throws(ArticleStoreError) in try write(store) }
        }
    }

    /// Makes a change after the earlier ones. Returns the events that show the result. If it takes longer than
    /// `keyWait`, it returns none, and the mailbox receives them later, after `beginning`.
    ///
    /// - Parameter delaysQuitting: false if a journal holds the change, see `inOrder`.
    func reply(
        delaysQuitting: Bool, beginning: [Event] = [], _ body: @escaping @Sendable () throws -> [Event]
    ) -> [Event] {
        let outcome = Mutex<(events: [Event]?, isLate: Bool)>((nil, false))
        let isMade = DispatchSemaphore(value: 0)
        inOrder(delaysQuitting: delaysQuitting) { [self] in
            defer { isMade.signal() }
            let events = try body()
            let isLate = outcome.withLock {
                $0.events = events
                return $0.isLate
            }
            if isLate { mailbox.put(events) }
        }
        _ = isMade.wait(timeout: .now() + keyWait)
        return outcome.withLock {
            $0.isLate = true
            if $0.events == nil { mailbox.put(beginning) }
            return $0.events ?? []
        }
    }

    func setPreferences(_ preferences: FeedPreferences, of id: SubscriptionID) {
        store { store throws(ArticleStoreError) in try store.setPreferences(preferences, of: id) }
    }

    func orderFeeds(_ ids: [SubscriptionID]) {
        store { store throws(ArticleStoreError) in try store.reorder(ids) }
    }

    func saveSearch(_ search: SavedSearch) {
        store { store throws(ArticleStoreError) in try store.saveSearch(search) }
    }

    func orderSearches(_ names: [String]) {
        store { store throws(ArticleStoreError) in try store.orderSearches(names) }
    }

    /// → `articlesEdited`
    func setNote(_ text: String, of id: ArticleID) {
        change { [self] in
            let write = { () throws(ArticleStoreError) in try self.store.setNote(text, of: id) }
            guard let before = try untilWritable(write) else { return }
            push(.note(id, before))
            mailbox.put(.articlesEdited([id]))
        }
    }

    func unsubscribe(_ id: SubscriptionID) {
        let now = Date()
        change { [self] in
            let isDone = try untilWritable { () throws(ArticleStoreError) in try store.remove(id, at: now) } != nil
            if isDone { push(.unsubscribe(id, at: now)) }
        }
    }

    func removeSearch(named name: String) {
        change { [self] in
            let searches = try store.savedSearches()
            guard let index = searches.firstIndex(where: { $0.name == name }) else { return }
            let write = { () throws(ArticleStoreError) in try self.store.removeSavedSearch(named: name) }
            if try untilWritable(write) != nil { push(.removeSearch(searches[index], at: index)) }
        }
    }

    /// Removes a request that is waiting for the network: → `queued`
    func removeRequest(_ number: Int64) {
        change { [self] in
            let write = { () throws(ArticleStoreError) in try self.store.removeQueued(number: number) }
            guard try untilWritable(write) != nil else { return }
            mailbox.put(.queued(try store.queueCount()))
        }
    }

    func removeFolder(_ path: [String]) {
        change { [self] in
            let removed = try untilWritable { () throws(ArticleStoreError) in try store.removeEmptyFolder(path) }
            if let removed = removed ?? nil { push(.removeFolder(removed)) }
        }
    }

    /// → a message with the outcome
    func changeAddress(of id: SubscriptionID, to address: String) {
        change { [self] in
            let before = try store.subscription(id)?.feedURL
            let write = { () throws(ArticleStoreError) in try self.store.changeFeedURL(address, of: id) }
            guard let isFree = try untilWritable(write) else { return }
            if isFree, let before { push(.address(id, before)) }
            let message =
                isFree
                ? Message("Address changed", offers: [.init(.refresh, "fetches the feed"), .undoes])
                : Message("Another feed has this address already", kind: .warning)
            mailbox.put(.message(message))
        }
    }

    func renameSearch(_ name: String, to newName: String) {
        change { [self] in
            let write = { () throws(ArticleStoreError) in try self.store.renameSearch(name, to: newName) }
            if try untilWritable(write) == false {
                mailbox.put(.message(.error("Another search is named “\(newName)”")))
            }
        }
    }
}
