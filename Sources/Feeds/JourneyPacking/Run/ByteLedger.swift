/// A budget in bytes that is never exceeded: each exchange reserves its highest possible cost before it begins.
struct ByteLedger: Equatable, Sendable {
    let budget: Int64
    private(set) var spent: Int64
    private(set) var reserved: Int64 = 0
    /// True once nothing more is begun, because the budget is spent or too small for the next object.
    private(set) var isEnded = false

    /// The remainder that is too small even for a head (2 KB).
    private static let head: Int64 = 2_000

    init(budget: Int64, spent: Int64) {
        self.budget = budget
        self.spent = spent
    }

    var free: Int64 { max(0, budget - spent - reserved) }

    /// True if no exchange can begin, now or later.
    var isSpent: Bool { reserved == 0 && free <= Self.head }

    /// Reserves the cost of an exchange, at most `limit`; near the end, if less is left, the exchange must be the only
    /// one. Nil means that the caller waits until another exchange ends.
    mutating func reserve(upTo limit: Int64) -> Int64? {
        guard free >= limit || (reserved == 0 && free > Self.head) else { return nil }
        let amount = min(free, limit)
        reserved += amount
        return amount
    }

    mutating func end() { isEnded = true }

    mutating func release(_ reservation: Int64, spent cost: Int64) {
        reserved -= reservation
        spent += cost
    }
}
