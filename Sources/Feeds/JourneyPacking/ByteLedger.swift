/// A budget in bytes that is never passed: each exchange reserves the most that it may cost before it begins.
struct ByteLedger: Equatable, Sendable {
    let budget: Int64
    private(set) var spent: Int64
    private(set) var reserved: Int64 = 0

    /// So little is left that not even a head would fit (2 KB).
    private static let head: Int64 = 2_000

    init(budget: Int64, spent: Int64) {
        self.budget = budget
        self.spent = spent
    }

    var free: Int64 { max(0, budget - spent - reserved) }

    /// True where nothing more can be begun, now or later.
    var isSpent: Bool { reserved == 0 && free <= Self.head }

    /// What an exchange may cost, at most `limit`; near the end, where it is less, the exchange has to be the only one. Nil:
    /// not before another one is over.
    mutating func reserve(upTo limit: Int64) -> Int64? {
        guard free >= limit || (reserved == 0 && free > Self.head) else { return nil }
        let amount = min(free, limit)
        reserved += amount
        return amount
    }

    mutating func settle(_ reservation: Int64, cost: Int64) {
        reserved -= reservation
        spent += cost
    }
}
