import ReaderUI

/// The fetches of pages and of the opened feed, each with its task.
struct Fetches: Sendable {
    private struct Fetch {
        /// Distinguishes it from a later fetch of the same target.
        let number: Int
        var task: Task<Void, Never>?
    }

    private var running: [Fetching: Fetch] = [:]
    private var lastNumber = 0

    var targets: Set<Fetching> { Set(running.keys) }

    var tasks: [Task<Void, Never>] { running.values.compactMap(\.task) }

    /// Cancels an earlier fetch of the same target. Only the feed on the screen is fetched.
    mutating func begin(_ target: Fetching) -> Int {
        for other in targets where other == target || (other.isFeed && target.isFeed) {
            running.removeValue(forKey: other)?.task?.cancel()
        }
        lastNumber += 1
        running[target] = Fetch(number: lastNumber)
        return lastNumber
    }

    mutating func attach(_ task: Task<Void, Never>, to target: Fetching, _ number: Int) {
        // A short fetch may already be over.
        if running[target]?.number == number { running[target]?.task = task }
    }

    mutating func end(_ target: Fetching, _ number: Int) {
        if running[target]?.number == number { running[target] = nil }
    }

    /// Cancels all; each ends within moments.
    func cancel() {
        tasks.forEach { $0.cancel() }
    }
}

extension Fetching {
    fileprivate var isFeed: Bool {
        if case .feed = self { true } else { false }
    }
}
