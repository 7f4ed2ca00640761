import ArticleStorage
import FeedModel
import FoundationEssentials
import SyncEngine
import Synchronization

/// The right of this process to sync an account, which the requests of the sync renew: a sync may take longer than one
/// lease.
final class AccountLease: Sendable {
    private let store: ArticleStore
    private let account: AccountID
    private let owner: String
    private let settings: FeedServiceSettings
    private let state: Mutex<State>

    private struct State {
        var renewed: Date
        var isLost = false
    }

    /// Nil if another process is syncing the account.
    init?(on account: AccountID, owner: String, in store: ArticleStore, _ settings: FeedServiceSettings) throws {
        let now = settings.now()
        guard try store.acquireLease(on: account, owner: owner, until: now + settings.lease, at: now) else {
            return nil
        }
        self.store = store
        self.account = account
        self.owner = owner
        self.settings = settings
        state = Mutex(State(renewed: now))
    }

    /// True if the lease ended, as while the machine slept, and another process is syncing the account.
    var isLost: Bool { state.withLock(\.isLost) }

    /// Renews the lease after a third of its time; ends the sync if the lease is lost.
    func renew() throws(SyncFailure) {
        let now = settings.now()
        guard now >= state.withLock(\.renewed) + settings.lease / 3 else { return }
        // A library that cannot be written ends the sync with its own error.
        let isHeld = try? store.acquireLease(on: account, owner: owner, until: now + settings.lease, at: now)
        state.withLock { $0 = State(renewed: now, isLost: isHeld == false) }
        if isHeld == false { throw .cancelled }
    }
}
