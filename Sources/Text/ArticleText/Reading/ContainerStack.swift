/// What the next block stands in: quotations and list items, outermost first.
struct ContainerStack {
    /// Deeper ones are not shown: their text stands in the last that is.
    static let deepestShown = 8

    private var containers: [Block.Container] = []
    /// Whether an item is open whose marker was not shown yet.
    private var hasNewItem = false

    var depth: Int {
        containers.count
    }

    mutating func push(_ container: Block.Container) {
        guard containers.count < Self.deepestShown else { return }
        containers.append(container)
        if case .listItem = container { hasNewItem = true }
    }

    mutating func close(to depth: Int) {
        containers.removeLast(max(0, containers.count - depth))
    }

    /// What the block that is written now stands in; the markers of its items are then used up.
    mutating func takeForBlock() -> [Block.Container] {
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
