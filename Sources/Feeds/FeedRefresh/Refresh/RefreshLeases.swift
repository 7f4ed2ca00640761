import ArticleStorage
import FeedModel
import FoundationEssentials

/// The leases of one refresh, which keep other processes from polling its feeds.
struct RefreshLeases {
    private let context: VisitContext
    /// The name of this process for others that use the library.
    private let owner: String
    private var acquired: Set<SubscriptionID> = []
    /// The feeds of earlier refreshes' slow visits.
    private var renewed: Set<SubscriptionID> = []

    init(context: VisitContext, owner: String) {
        self.context = context
        self.owner = owner
    }

    /// Acquires the leases of feeds, and renews the leases of feeds whose visits continue.
    ///
    /// - Returns: the feeds that no other process polls meanwhile.
    mutating func acquire(
        on ids: [SubscriptionID], renewing slow: Set<SubscriptionID>, at now: Date
    ) throws -> Set<SubscriptionID> {
        // Leases of killed processes are free at once.
        try LeaseOwner.releaseLeasesOfEndedProcesses(in: context.store)
        renewed = slow
        acquired = try context.store.acquireLeases(
            on: ids + slow, owner: owner, until: now + context.settings.lease, at: now
        ).subtracting(slow)
        return acquired
    }

    /// Ends the leases, except the leases of visits that continue without the refresh.
    func release(except slow: Set<SubscriptionID>) throws {
        // A slow visit may have ended, and its lease, just before this refresh renewed it.
        try context.store.releaseLeases(on: Array(acquired.union(renewed).subtracting(slow)), of: owner)
    }
}
