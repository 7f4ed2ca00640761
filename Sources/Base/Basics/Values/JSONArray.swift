import FoundationEssentials

extension Sequence<Int64> {
    /// The numbers as a JSON array: one bound value that SQLite's `json_each` splits, however many there are.
    // Inlined, because the first use would otherwise search all conformances of the program, before the first list.
    @inlinable package var jsonArray: String {
        var text = "["
        for number in self {
            if text.utf8.count > 1 { text += "," }
            text += String(number)
        }
        return text + "]"
    }
}

extension Sequence where Element: RawRepresentable<Int64> {
    /// The raw values as a JSON array of numbers.
    @inlinable package var jsonArray: String {
        // A closure, since a key path would be created at each call.
        map { $0.rawValue }.jsonArray
    }
}

extension Sequence<String> {
    package var jsonArray: String {
        (try? JSONEncoder().encode(Array(self))).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
    }
}
