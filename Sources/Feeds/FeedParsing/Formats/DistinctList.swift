/// Values in the order in which they came, none twice, none empty, and not without end.
struct DistinctList<Value: Hashable> {
    private(set) var values: [Value] = []
    private var seen: Set<Value> = []
    private static var limit: Int { 1_000 }

    mutating func append(_ value: Value) {
        guard values.count < Self.limit, seen.insert(value).inserted else { return }
        values.append(value)
    }
}
