/// The best of several elements with the same meaning: the one with the lowest rank, or the first of equal rank.
struct Ranked<Value> {
    private(set) var value: Value?
    private var rank = Int.max

    mutating func offer(_ value: Value, rank: Int) {
        guard rank < self.rank else { return }
        self.value = value
        self.rank = rank
    }

    /// True if a value of this rank would be accepted; callers ask before they make the value.
    func wants(rank: Int) -> Bool {
        rank < self.rank
    }
}
