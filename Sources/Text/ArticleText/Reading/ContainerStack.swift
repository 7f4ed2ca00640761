/// The containers of the next block: quotations and list items, outermost first.
struct ContainerStack {
    /// Deeper containers are not shown: their text belongs to the deepest one shown.
    static let maximumShownDepth = 8

    private var containers: [Block.Container] = []
    /// True if an open item has not shown its marker yet.
    private var hasNewItem = false

    var depth: Int {
        containers.count
    }

    mutating func push(_ container: Block.Container) {
        guard containers.count < Self.maximumShownDepth else { return }
        containers.append(container)
        if case .listItem = container { hasNewItem = true }
    }

    mutating func close(to depth: Int) {
        containers.removeLast(max(0, containers.count - depth))
    }

    /// True for a text that only repeats the marker that the innermost item has not shown yet, as recipes write it.
    func repeatsMarker(_ text: ArraySlice<UInt8>) -> Bool {
        guard hasNewItem, case .listItem(let marker, begins: true)? = containers.last else { return false }
        return !marker.isEmpty && text.elementsEqual(marker.utf8)
    }

    /// Returns the containers of the current block and uses up the markers of its items.
    mutating func openForBlock() -> [Block.Container] {
        guard hasNewItem else { return containers }
        defer {
            for (index, container) in containers.enumerated() {
                guard case .listItem(let marker, begins: true) = container else { continue }
                containers[index] = .listItem(marker: marker, begins: false)
            }
            hasNewItem = false
        }
        return containers
    }
}
