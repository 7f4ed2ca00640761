import ArticleStorage
import FeedModel
import FeedRefresh
import ReaderUI

/// The refreshes that the person has requested, in order. Only one runs at a time: all leases of feeds belong to the
/// process, so a refresh that ends would release feeds that another one is fetching.
struct RequestedRefreshes: Sendable {
    enum Request: Equatable, Sendable {
        case everything
        case feed(SubscriptionID, force: Bool)
    }

    /// The reply to a request.
    enum Reply: Equatable {
        /// It starts, or waits for earlier refreshes.
        case accepted(number: Int, waits: Bool)
        /// The same refresh is running or waiting, so there is nothing to add.
        case known(waits: Bool)
    }

    private struct Entry {
        let number: Int
        let request: Request
        var task: Task<Void, Never>?
    }

    private var entries: [Entry] = []
    private var lastNumber = 0
    /// The task of the last request; it may be cancelled but still running. The next one waits for its end.
    private(set) var last: Task<Void, Never>?

    /// The tasks that run or wait.
    var tasks: [Task<Void, Never>] { entries.compactMap(\.task) }

    mutating func add(_ request: Request) -> Reply {
        if let index = entries.firstIndex(where: { $0.request == request }) { return .known(waits: index > 0) }
        lastNumber += 1
        entries.append(Entry(number: lastNumber, request: request))
        return .accepted(number: lastNumber, waits: entries.count > 1)
    }

    mutating func begin(_ number: Int, _ task: Task<Void, Never>) {
        last = task
        // A short refresh may already be over.
        if let index = entries.firstIndex(where: { $0.number == number }) { entries[index].task = task }
    }

    mutating func end(_ number: Int) {
        entries.removeAll { $0.number == number }
    }

    /// Cancels the running refresh and those waiting.
    mutating func cancel() {
        tasks.forEach { $0.cancel() }
        entries = []
    }
}

extension RequestedRefreshes.Request {
    var selection: RefreshSelection {
        switch self {
        case .everything: .all
        case .feed(let id, _): .feeds([id])
        }
    }

    var reason: RefreshReason {
        switch self {
        case .everything: .everything
        case .feed(_, let force): force ? .reload : .insisted
        }
    }

    /// The request to queue while there is no network.
    var queued: QueuedFetch {
        switch self {
        case .everything: .everything
        case .feed(let id, _): .feed(id)
        }
    }

    /// Returns the message for a refresh that does not start at once; nil for a refresh that does.
    func message(_ reply: RequestedRefreshes.Reply) -> Message? {
        let what = self == .everything ? "all feeds" : "this feed"
        let text: String
        switch reply {
        case .accepted(_, waits: false): return nil
        case .known(waits: false): text = "Already fetching \(what)"
        case .accepted(_, waits: true), .known(waits: true): text = "Fetching \(what) after the running refresh"
        }
        return Message(text, offers: [Message.Offer(.cancel, "cancels")])
    }
}
