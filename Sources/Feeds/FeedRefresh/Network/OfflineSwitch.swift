package import ArticleStorage
import Synchronization

/// The person's offline mode: one value in the library, which applies to every process that uses it and survives
/// restarts. One process alone may also be offline, until the person uses the switch there.
package final class OfflineSwitch: Sendable {
    private static let setting = "offline"

    /// The switch as this process knows it.
    private enum Knowledge {
        case unknown
        /// The value as of a change token of the library, and the time when that token was last compared.
        case read(change: Int, isOffline: Bool, asked: ContinuousClock.Instant)
        /// A value that is being written: it applies in this process at once, however long the library stays locked.
        case setting(isOffline: Bool)
    }

    private let store: ArticleStore
    /// True if only this process is to stay offline.
    private let isOfflineHere: Atomic<Bool>
    /// `switches` counts the switches, so that a value read before the last one is not kept.
    private let known = Mutex<(knowledge: Knowledge, switches: Int)>((.unknown, 0))

    private let listeners = Mutex<[ObjectIdentifier: @Sendable () -> Void]>([:])

    package init(_ store: ArticleStore, isOfflineHere: Bool = false) {
        self.store = store
        self.isOfflineHere = Atomic(isOfflineHere)
    }

    package var isOffline: Bool {
        if isOfflineHere.load(ordering: .relaxed) { return true }
        let asked = ContinuousClock.now
        let change = try? store.changeToken()
        let (knowledge, switches) = known.withLock { $0 }
        // Reads the value again only after a change of the library. While it cannot be read, the last known value
        // applies, and without one the process is offline.
        let isOffline: Bool
        switch knowledge {
        case .setting(let value): return value
        case .read(change, let value, _): isOffline = value
        case .read(_, let last, _):
            guard let stored else { return last }
            isOffline = stored
        case .unknown:
            guard let stored else { return true }
            isOffline = stored
        }
        guard let change else { return isOffline }
        known.withLock { known in
            guard known.switches == switches else { return }
            known.knowledge = .read(change: change, isOffline: isOffline, asked: asked)
        }
        return isOffline
    }

    /// The stored value; nil if the library cannot be read.
    private var stored: Bool? {
        do { return try store.setting(Self.setting) == "1" } catch { return nil }
    }

    /// Maximum age of the value of `wasOfflineRecently` (20 ms).
    private static let memory = Duration.milliseconds(20)

    /// The value of `isOffline`, up to 20 ms old, for code that asks many times per feed: reading the library each time
    /// took a sixth of a refresh with nothing new.
    var wasOfflineRecently: Bool {
        if isOfflineHere.load(ordering: .relaxed) { return true }
        if case .read(_, let isOffline, let asked) = known.withLock(\.knowledge),
            ContinuousClock.now - asked < Self.memory
        {
            return isOffline
        }
        return isOffline
    }

    /// Applies in this process at once, and in the others once it is stored. A process that cannot store the offline
    /// mode goes offline alone.
    package func set(_ isOffline: Bool) throws(ArticleStoreError) {
        learn(.setting(isOffline: isOffline))
        isOfflineHere.store(false, ordering: .relaxed)
        if isOffline { listeners.withLock { Array($0.values) }.forEach { $0() } }
        defer { learn(.unknown) }
        do {
            try store.setSetting(isOffline ? "1" : nil, for: Self.setting)
        } catch {
            isOfflineHere.store(isOffline, ordering: .relaxed)
            throw error
        }
    }

    /// Calls `body` each time the person goes offline in this process, until `forget` is called with the same key.
    func listen(_ key: ObjectIdentifier, _ body: @escaping @Sendable () -> Void) {
        listeners.withLock { $0[key] = body }
    }

    func forget(_ key: ObjectIdentifier) {
        listeners.withLock { _ = $0.removeValue(forKey: key) }
    }

    private func learn(_ knowledge: Knowledge) {
        known.withLock { known in
            known.knowledge = knowledge
            known.switches += 1
        }
    }
}
