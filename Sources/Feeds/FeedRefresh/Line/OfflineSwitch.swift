package import ArticleStorage
import Synchronization

/// The person's offline mode: one value in the library, for every process on it and over restarts. A process may also
/// be offline alone, until the switch is used in it.
package final class OfflineSwitch: Sendable {
    private static let setting = "offline"

    private let store: ArticleStore
    /// True if only this process is to stay offline.
    private let isOfflineHere: Atomic<Bool>
    /// The value in one state of the library, and the time of the last look at it.
    private let known = Mutex<(change: Int, isOffline: Bool, asked: ContinuousClock.Instant)?>(nil)

    package init(_ store: ArticleStore, isOfflineHere: Bool = false) {
        self.store = store
        self.isOfflineHere = Atomic(isOfflineHere)
    }

    package var isOffline: Bool {
        if isOfflineHere.load(ordering: .relaxed) { return true }
        let asked = ContinuousClock.now
        let change = try? store.changeToken()
        let known = known.withLock { $0 }
        // Reads the value again only after somebody has changed the library.
        let isOffline =
            if let change, let known, known.change == change { known.isOffline } else {
                (try? store.setting(Self.setting)) == "1"
            }
        if let change { self.known.withLock { $0 = (change, isOffline, asked) } }
        return isOffline
    }

    /// The longest age of the answer of `isOfflineOfLate` (20 ms).
    private static let memory = Duration.milliseconds(20)

    /// As `isOffline`, for code that asks many times per feed during an action: reading the library each time took a
    /// sixth of a refresh without news.
    var isOfflineOfLate: Bool {
        if isOfflineHere.load(ordering: .relaxed) { return true }
        if let known = known.withLock({ $0 }), ContinuousClock.now - known.asked < Self.memory {
            return known.isOffline
        }
        return isOffline
    }

    package func set(_ isOffline: Bool) throws(ArticleStoreError) {
        isOfflineHere.store(false, ordering: .relaxed)
        try store.setSetting(isOffline ? "1" : nil, for: Self.setting)
        known.withLock { $0 = nil }
    }
}
