/// Keys and values in the order of the document.
package struct TOMLTable: Equatable, Sendable {
    /// The position of its header, of its brace, or of the first key that made it.
    package let position: TOMLPosition
    private var keys: [String] = []
    private var entries: [String: Entry] = [:]

    private struct Entry: Equatable, Sendable {
        var value: TOMLValue
        var position: TOMLPosition
    }

    package init(position: TOMLPosition = TOMLPosition(line: 1, column: 1)) {
        self.position = position
    }

    package subscript(key: String) -> TOMLValue? { entries[key]?.value }

    /// Returns the position of a key; for a table that a header makes, the position of the header.
    package func position(of key: String) -> TOMLPosition? { entries[key]?.position }

    mutating func set(_ key: String, to value: TOMLValue, at position: TOMLPosition) {
        if entries.updateValue(Entry(value: value, position: position), forKey: key) == nil { keys.append(key) }
    }
}

extension TOMLTable: Sequence {
    package func makeIterator() -> some IteratorProtocol<(key: String, value: TOMLValue)> {
        keys.lazy.compactMap { key in entries[key].map { (key: key, value: $0.value) } }.makeIterator()
    }
}
