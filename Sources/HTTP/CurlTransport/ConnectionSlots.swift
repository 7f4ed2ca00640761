/// Decides which exchanges may start, within limits: origins take turns, and each origin's exchanges start in order.
///
/// A turn is a few exchanges long, so that the next exchange finds the last one's connection still open. curl has such
/// limits too, but counts the time that an exchange waits for its turn as time spent connecting.
struct ConnectionSlots<Item> {
    /// Number of exchanges that one HTTP/2 connection carries at once.
    static var streamsPerConnection: Int { 100 }
    /// Number of exchanges that an origin may start in a row while others wait.
    static var turnLength: Int { 8 }

    private struct Origin {
        var active = 0
        var waiting: [Item?] = []
        /// Items of `waiting` before this index have started. They are nil, so that their memory is freed before the
        /// others start.
        var first = 0
        var startedInTurn = 0
        var isInQueue = false
        var isMultiplexed = false

        var hasWaiting: Bool { first < waiting.count }

        mutating func start() -> Item? {
            active += 1
            startedInTurn += 1
            defer {
                first += 1
                if !hasWaiting { (waiting, first) = ([], 0) }
            }
            return waiting[first].take()
        }
    }

    private let perOrigin: Int
    private let total: Int
    private var active = 0
    private var origins: [String: Origin] = [:]
    /// Origins that have a waiting item, and had a free slot when they were added.
    private var queue: [String] = []
    private var queueStart = 0
    /// Origins whose turn continues, since one of their exchanges has just ended.
    private var continuing: [String] = []

    init(perOrigin: Int, total: Int) {
        self.perOrigin = max(1, perOrigin)
        self.total = max(1, total)
    }

    mutating func enqueue(_ item: Item, origin name: String) {
        origins[name, default: Origin()].waiting.append(item)
        enqueueOrigin(name)
    }

    /// Returns the next item that may start; it holds a slot until `release`.
    mutating func next() -> Item? {
        guard active < total else { return nil }
        while let name = continuing.popLast() {
            if let item = start(name) { return item }
        }
        while let name = dequeueOrigin() {
            origins[name]?.isInQueue = false
            origins[name]?.startedInTurn = 0
            if let item = start(name) { return item }
        }
        return nil
    }

    /// - Parameter isMultiplexed: true if the origin speaks HTTP/2; nil if the exchange did not show it.
    mutating func release(origin name: String, isMultiplexed: Bool?) {
        guard var origin = origins[name] else { return }
        active -= 1
        origin.active -= 1
        if let isMultiplexed { origin.isMultiplexed = isMultiplexed }
        let isForgettable = origin.active == 0 && !origin.hasWaiting && !origin.isMultiplexed
        origins[name] = isForgettable ? nil : origin
        guard origin.hasWaiting else { return }
        if origin.startedInTurn < Self.turnLength { continuing.append(name) }
        enqueueOrigin(name)
    }

    private mutating func start(_ name: String) -> Item? {
        guard let origin = origins[name], origin.hasWaiting, hasRoom(origin) else { return nil }
        active += 1
        defer { enqueueOrigin(name) }
        return origins[name]?.start()
    }

    private func hasRoom(_ origin: Origin) -> Bool {
        origin.active < (origin.isMultiplexed ? perOrigin * Self.streamsPerConnection : perOrigin)
    }

    private mutating func enqueueOrigin(_ name: String) {
        guard let origin = origins[name], origin.hasWaiting, !origin.isInQueue, hasRoom(origin) else { return }
        origins[name]?.isInQueue = true
        queue.append(name)
    }

    private mutating func dequeueOrigin() -> String? {
        guard queueStart < queue.count else { return nil }
        defer {
            queueStart += 1
            if queueStart == queue.count { (queue, queueStart) = ([], 0) }
        }
        return queue[queueStart]
    }
}
