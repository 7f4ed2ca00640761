/// A bounded list of distinct values in order of arrival, none empty.
struct DistinctList<Value: Hashable> {
    private(set) var values: [Value] = []
    /// The values, once they are more than a few.
    private var seen: Set<Value> = []
    private static var limit: Int { 1_000 }
    /// Most lists are so short that comparing takes less time than hashing.
    private static var fewValues: Int { 8 }

    mutating func append(_ value: Value) {
        guard values.count < Self.limit else { return }
        if values.count < Self.fewValues {
            guard !values.contains(value) else { return }
        } else {
            if seen.isEmpty { seen.formUnion(values) }
            guard seen.insert(value).inserted else { return }
        }
        values.append(value)
    }
}
