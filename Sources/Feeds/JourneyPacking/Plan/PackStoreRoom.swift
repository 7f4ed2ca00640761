import FeedModel
import FoundationEssentials
import PackStorage
import Synchronization

/// Decides if the pack store has room for another picture. Queries the pack store only when it is nearly full.
final class PackStoreRoom: Sendable {
    private let packStore: PackStore
    private let capacity: Int64
    private let journey: Int64
    private let protected: Set<ArticleID>
    private let stored: Mutex<Int64>

    init(_ packStore: PackStore, _ capacity: Int64, _ journey: Int64, present: Set<ArticleID>, now: Date) throws {
        self.packStore = packStore
        self.capacity = capacity
        self.journey = journey
        protected = try packStore.protectedArticles(present: present, at: now)
        stored = Mutex(try packStore.storedBytes())
    }

    func add(_ bytes: Int64) {
        stored.withLock { $0 += bytes }
    }

    /// True if the pack store has room for an object at this position of the packing order: earlier ones have
    /// precedence, and objects at later ones may be removed for it.
    func hasRoom(at position: Int) -> Bool {
        if stored.withLock({ $0 }) + JourneyLimits.expectedBytes <= capacity { return true }
        guard let ahead = try? packStore.bytesAhead(of: position, in: journey, protected: protected) else {
            return false
        }
        return ahead + JourneyLimits.expectedBytes <= capacity
    }
}
