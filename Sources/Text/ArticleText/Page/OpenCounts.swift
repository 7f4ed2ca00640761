/// The number of open elements by name, so that an unmatched end tag needs no search.
struct OpenCounts {
    private var counts = [Int32](repeating: 0, count: 256)

    func mayBeOpen(_ name: ShortName) -> Bool { counts[name.slot] > 0 }
    mutating func open(_ name: ShortName) { counts[name.slot] += 1 }
    mutating func close(_ name: ShortName) { counts[name.slot] -= 1 }
}
