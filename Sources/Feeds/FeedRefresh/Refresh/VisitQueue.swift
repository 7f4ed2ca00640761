import FeedModel

/// The feeds that a refresh has not visited: those that may begin, in order, and those that only wait for their host.
struct VisitQueue {
    /// The number of feeds whose heads are read together, while earlier visits are answered.
    static let preparedAtOnce = 64

    /// The next feed is last.
    private var plans: [PlannedVisit] = []
    /// Feeds that wait only for their host, in order.
    private var heldBack: [String: ArraySlice<PlannedVisit>] = [:]
    /// Feeds whose heads were read for a visit that has not begun.
    private var prepared: Set<SubscriptionID> = []

    init() {}

    /// - Parameter plans: the first feed first.
    init(_ plans: consuming [PlannedVisit]) {
        plans.reverse()
        self.plans = plans
    }

    /// True if no feed may begin; some may wait for their host.
    var isEmpty: Bool { plans.isEmpty }

    /// The number of all feeds, including the feeds that wait for their host.
    var count: Int { plans.count + heldBack.values.reduce(0) { $0 + $1.count } }

    mutating func popNext() -> PlannedVisit? { plans.popLast() }

    /// Keeps a feed until its host is released.
    mutating func hold(_ plan: PlannedVisit, for host: String) {
        heldBack[host, default: []].append(plan)
    }

    /// Moves some of the feeds that wait for a host to the front of the queue.
    mutating func release(_ count: Int, of host: String) {
        guard count > 0, let held = heldBack[host] else { return }
        plans.append(contentsOf: held.prefix(count).reversed())
        heldBack[host] = held.count > count ? held.dropFirst(count) : nil
    }

    /// Removes all feeds; returns their number.
    mutating func removeAll() -> Int {
        defer { (plans, heldBack) = ([], [:]) }
        return count
    }

    /// Returns the feeds whose stored heads are to be read now, together: this feed, the next ones, and the feeds that
    /// wait for its host. It is empty if the head of this feed was read with the heads of earlier feeds.
    mutating func unprepared(with plan: PlannedVisit, to host: String) -> [PlannedVisit] {
        guard prepared.remove(plan.subscription.id) == nil else { return [] }
        var group = [plan] + plans.suffix(Self.preparedAtOnce - 1).reversed()
        group += heldBack[host]?.prefix(Self.preparedAtOnce - group.count) ?? []
        group.removeAll { prepared.contains($0.subscription.id) }
        prepared.formUnion(group.dropFirst().lazy.map(\.subscription.id))
        return group
    }
}
