/// The best of several elements that say the same thing: the lowest rank, and of one rank the first.
struct Ranked<Value> {
    private(set) var value: Value?
    private var rank = Int.max

    mutating func offer(_ value: Value, rank: Int) {
        guard rank < self.rank else { return }
        self.value = value
        self.rank = rank
    }

    /// Whether something of this rank would be taken: asks before the value is made.
    func wants(rank: Int) -> Bool {
        rank < self.rank
    }
}
