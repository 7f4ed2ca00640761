import Basics
import FeedModel
import FeedRefresh

/// The pictures to load, and the workers that load them. The last request comes first, because it is for the article on
/// the screen, while earlier ones may be for articles that were left. Pictures from a busy host let those from others
/// pass, so that a slow host does not occupy all workers.
struct PictureQueue {
    /// A picture to load.
    struct Item {
        let address: String
        /// The feed of its article.
        let feed: SubscriptionID?
        /// Maximum size.
        let kilobytes: Int
        let sink: Sink
    }

    /// Maximum number of pictures loaded at once (default 8).
    private static let workerLimit = 8
    /// Maximum number of pictures loaded at once from one host: the number of connections to it.
    private static let hostLimit = FeedServiceSettings.connectionsPerHost

    private var waiting: [Item] = []
    /// The addresses that are waiting or being loaded.
    private var known: Set<String> = []
    /// The running workers by number; a value is nil until the task is known.
    private var workers: [Int: Task<Void, Never>?] = [:]
    /// The hosts from which the workers load.
    private var hosts: [Int: String] = [:]
    private var lastWorker = 0

    /// Moves pictures to the front of the queue, unless they are already being loaded. Returns the numbers of the
    /// workers to start.
    mutating func add(
        _ addresses: [String], of feed: SubscriptionID?, kilobytes: Int, _ sink: @escaping Sink
    ) -> [Int] {
        let again = Set(addresses).intersection(waiting.map(\.address))
        waiting.removeAll { again.contains($0.address) }
        known.subtract(again)
        let new = addresses.filter { known.insert($0).inserted }
        let items = new.map { Item(address: $0, feed: feed, kilobytes: kilobytes, sink: sink) }
        waiting.insert(contentsOf: items, at: 0)
        let count = max(0, min(Self.workerLimit - workers.count, waiting.count))
        return (0..<count).map { _ in
            lastWorker += 1
            workers[lastWorker] = .some(nil)
            return lastWorker
        }
    }

    mutating func attach(_ task: Task<Void, Never>, to worker: Int) {
        if workers[worker] != nil { workers[worker] = task }
    }

    /// Returns the next picture from a host that is not busy; nil ends the worker. The workers of a busy host take the
    /// rest of its pictures.
    mutating func next(for worker: Int) -> Item? {
        hosts[worker] = nil
        guard workers[worker] != nil, let index = waiting.firstIndex(where: { !isBusy(host(of: $0)) }) else {
            end(worker)
            return nil
        }
        let item = waiting.remove(at: index)
        hosts[worker] = host(of: item)
        return item
    }

    private func host(of item: Item) -> String { ShownAddress.host(of: item.address).lowercased() }

    private func isBusy(_ host: String) -> Bool { hosts.values.count { $0 == host } >= Self.hostLimit }

    mutating func finish(_ item: Item) {
        known.remove(item.address)
    }

    mutating func end(_ worker: Int) {
        workers[worker] = nil
        hosts[worker] = nil
    }

    /// Empties the queue and cancels its workers. Returns their tasks.
    mutating func cancel() -> [Task<Void, Never>] {
        let tasks = workers.values.compactMap(\.self)
        tasks.forEach { $0.cancel() }
        (waiting, known, workers, hosts) = ([], [], [:], [:])
        return tasks
    }
}
