/// A bounded list of distinct values in order of arrival, none empty.
struct DistinctList<Value: Hashable> {
    private(set) var values: [Value] = []
    private var seen: Set<Value> = []
    private static var limit: Int { 1_000 }

    mutating func append(_ value: Value) {
        guard values.count < Self.limit, seen.insert(value).inserted else { return }
        values.append(value)
    }
}
