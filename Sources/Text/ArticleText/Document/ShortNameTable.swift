/// Values by name, for the tables that every tag consults: a single probe, without a random hash.
struct ShortNameTable<Value: Sendable>: Sendable {
    private let slots: [(name: ShortName, value: Value)?]
    private let mask: Int

    /// Names should be unique; the first of two equal names wins.
    init(_ pairs: [(ShortName, Value)]) {
        var size = 16
        while size < pairs.count * 4 { size *= 2 }
        mask = size - 1
        var slots = [(name: ShortName, value: Value)?](repeating: nil, count: size)
        for (name, value) in pairs {
            var slot = name.mixed & mask
            while let taken = slots[slot], taken.name != name { slot = (slot + 1) & mask }
            if slots[slot] == nil { slots[slot] = (name, value) }
        }
        self.slots = slots
    }

    subscript(_ name: ShortName) -> Value? {
        var slot = name.mixed & mask
        while let entry = slots[slot] {
            if entry.name == name { return entry.value }
            slot = (slot + 1) & mask
        }
        return nil
    }
}
