package import ArticleStorage
import Dispatch
package import FeedModel
package import FeedRefresh
import ReaderUI
import Synchronization

/// The feed service as the reader uses it. It is created when the network is first needed, so that the start does not
/// wait for it.
package final class ServiceNetwork: ReaderNetwork {
    let store: ArticleStore
    private let state: Mutex<Work>
    /// Locked while a service is created, which waits if another process has locked the cache. `state` stays unlocked
    /// meanwhile, since every key and the end of the program need it.
    private let making = Mutex(())
    let uncacheablePictures = UncacheablePictures()
    /// The packed pictures, which need no network.
    let packedPictures: (any PictureStore)?
    private let offlineSwitch: OfflineSwitch

    /// Creates a service; it starts offline if requested.
    package typealias MakeService = @Sendable (_ isOffline: Bool) throws -> FeedService

    private struct Work {
        var makeService: MakeService
        /// Incremented when `makeService` changes.
        var generation = 0
        /// True if this process was started offline and has not gone online since.
        var isOfflineHere: Bool
        var service: FeedService?
        /// The last change of the offline switch, for which later work waits.
        var switching: Task<Void, Never>?
        var refreshes = RequestedRefreshes()
        var schedule: Task<Void, Never>?
        var pictures = PictureQueue()
        /// The first sync of a new account.
        var joining: Task<Void, Never>?
        var fetches = Fetches()
    }

    /// - Parameter startsOffline: true if new services are offline until one is switched.
    package init(
        store: ArticleStore, startsOffline: Bool, packedPictures: (any PictureStore)? = nil,
        makeService: @escaping MakeService
    ) {
        self.store = store
        offlineSwitch = OfflineSwitch(store)
        self.packedPictures = packedPictures
        state = Mutex(Work(makeService: makeService, isOfflineHere: startsOffline))
    }

    package var connectivity: Connectivity {
        let (isOfflineHere, service) = state.withLock { ($0.isOfflineHere, $0.service) }
        // The service knows about its own change before the library has stored it.
        let isOffline = service?.isOffline ?? (isOfflineHere || offlineSwitch.isOffline)
        return isOffline ? .offline : .online
    }

    /// Replaces the service. Cancels its running work, as at the end of the program: callers must request it again, and
    /// due feeds stay due.
    package func replaceService(every minutes: Int, _ sink: @escaping Sink, by makeService: @escaping MakeService) {
        cancelAll()
        state.withLock { work in
            work.service?.cancelSlowVisits()
            work.makeService = makeService
            work.generation += 1
            work.service = nil
        }
        sink(.connectivity(connectivity))
        followSchedule(every: minutes, sink)
    }

    package func setOffline(_ isOffline: Bool, _ sink: @escaping Sink) {
        state.withLock { $0.isOfflineHere = false }
        let task = start(sink) { service in
            defer { sink(.connectivity(service.connectivity)) }
            try service.setOffline(isOffline)
            if !isOffline, service.isWithheld { sink(.message(Self.withheld)) }
        }
        state.withLock { $0.switching = task }
        guard isOffline else { return }
        // Work that is cancelled waits for the switch, to see the cause.
        cancelRefresh()
        state.withLock { _ = $0.pictures.cancel() }
    }

    package func open(_ id: SubscriptionID, _ sink: @escaping Sink) {
        fetch(.feed(id), sink) { service in
            let result = try await service.open(id) { Self.forward($0, sink) }
            if case .notAvailableOffline = result { sink(.message(Message("This feed is not available offline"))) }
        }
    }

    package func refresh(_ id: SubscriptionID, force: Bool, _ sink: @escaping Sink) {
        run(.feed(id, force: force), sink)
    }

    package func refreshAll(_ sink: @escaping Sink) {
        run(.everything, sink)
    }

    /// Maximum time that quitting waits for servers to receive marks (default 1 s); marks not received by then stay in
    /// the outbox.
    private static let quitTimeout = DispatchTimeInterval.seconds(1)

    /// Ends all running work, and sends waiting marks to reachable servers.
    package func stop() {
        let tasks = cancelAll()
        guard let service = state.withLock(\.service), service.connectivity == .online, service.hasOutgoingMarks else {
            return
        }
        let isSent = DispatchSemaphore(value: 0)
        let sending = Task.detached {
            // A task that holds the lease of a server releases it when it ends.
            for task in tasks { await task.value }
            await service.pushMarks()
            isSent.signal()
        }
        if isSent.wait(timeout: .now() + Self.quitTimeout) == .timedOut { sending.cancel() }
    }

    @discardableResult
    private func cancelAll() -> [Task<Void, Never>] {
        let tasks = state.withLock { work in
            let others = [work.schedule, work.joining].compactMap(\.self)
            let refreshes = work.refreshes.tasks
            work.refreshes.cancel()
            return refreshes + others + work.fetches.tasks + work.pictures.cancel()
        }
        tasks.forEach { $0.cancel() }
        return tasks
    }

    package func cancelRefresh() {
        state.withLock { work in
            work.refreshes.cancel()
            work.fetches.cancel()
            work.joining?.cancel()
        }
    }

    package func loadFullText(_ id: ArticleID, _ sink: @escaping Sink) {
        loadPage(of: id, typed: nil, sink)
    }

    /// - Parameter address: the address as the person typed it, if it may lack a scheme.
    private func loadPage(of id: ArticleID, typed address: String?, _ sink: @escaping Sink) {
        fetch(.page(id), sink) { [self] service in
            if let address { try await service.findScheme(ofSaved: id, typed: address) }
            let page = try await service.page(of: id) { sink(.fullTextStored(id)) }
            guard !Task.isCancelled else {
                // A person who goes offline still wants the page; Esc drops it.
                await state.withLock(\.switching)?.value
                guard service.isOffline, page != .readable else { return }
                return try queue(.page(id), typed: address, in: service, sink)
            }
            switch page {
            case .notAvailableOffline: try queue(.page(id), typed: address, in: service, sink)
            case .unreached(let reason): try queue(.page(id), typed: address, in: service, because: reason, sink)
            default: page.message.map { sink(.message($0)) }
            }
        }
    }

    /// Runs `body` in a task that Esc cancels, and reports its start and its end.
    private func fetch(
        _ target: Fetching, _ sink: @escaping Sink, _ body: @escaping @Sendable (FeedService) async throws -> Void
    ) {
        let number = withFetches(sink) { $0.begin(target) }
        let task = start(sink, atEnd: { [self] in withFetches(sink) { $0.end(target, number) } }, body)
        state.withLock { $0.fetches.attach(task, to: target, number) }
    }

    /// Reports the targets if they change, in the order of the changes.
    private func withFetches<Result: Sendable>(_ sink: Sink, _ body: (inout Fetches) -> Result) -> Result {
        state.withLock { work in
            let before = work.fetches.targets
            let result = body(&work.fetches)
            let targets = work.fetches.targets
            if targets != before { sink(.fetching(targets)) }
            return result
        }
    }

    package func save(address: String, _ sink: @escaping Sink) {
        start(sink) { [self] service in
            let (id, isNew) = try service.store(address: address)
            sink(.message(Message(isNew ? "Saved to read later" : "Already saved; unread again")))
            sink(.libraryChanged)
            loadPage(of: id, typed: address, sink)
        }
    }

    package func change(_ change: ServedFeedChange, _ sink: @escaping Sink) {
        let task = start(sink) { service in
            // The lists already show the change and must be reloaded if the server refuses it.
            defer { sink(.libraryChanged) }
            switch change {
            case .unsubscribe(let id):
                _ = try await service.unsubscribe(id)
                sink(.message(Message("Removed on the server, too")))
            case .addAccount(let form, let secret): await Self.add(form, secret, service, sink)
            case .removeAccount(let url, let keepsStarred):
                try service.removeAccount(at: url, keepsStarred: keepsStarred)
                sink(.message(Message("The account and its feeds are removed")))
            case .rename(let id, let title):
                _ = try await service.rename(id, to: title)
                sink(.message(Message("Renamed on the server, too")))
            case .move(let id, let folder):
                _ = try await service.move(id, to: folder)
                sink(.message(Message("Moved on the server, too")))
            case .renameFolder(let folder, let name): try await service.renameFolder(folder, to: name)
            case .followList(let address): try await Self.follow(address, service, sink)
            }
        }
        // Esc stops the first sync of an account.
        if case .addAccount = change { state.withLock { $0.joining = task } }
    }

    /// Fetches due feeds while the reader runs, resumes after a lost connection, and indexes new articles.
    ///
    /// - Parameter minutes: the time between two checks; 0 only resumes what a lost connection interrupted.
    package func followSchedule(every minutes: Int, _ sink: @escaping Sink) {
        let task = start(sink) { [store] service in
            let arrivals = ArrivalCollector(store: store)
            await service.followSchedule(every: minutes > 0 ? Double(minutes) * 60 : nil) { event in
                Self.forwardFromSchedule(event, store, sink)
                arrivals.receive(event).map { sink(.arrivals($0)) }
            }
        }
        state.withLock { $0.schedule = task }
    }

    // MARK: - Tasks

    /// Refreshes after the refreshes requested before; a refresh that is already running or waiting only shows a
    /// message.
    private func run(_ request: RequestedRefreshes.Request, _ sink: @escaping Sink) {
        let (reply, before) = state.withLock { ($0.refreshes.add(request), $0.refreshes.last) }
        // Offline, a message says at once that the request is queued.
        if let message = request.message(reply), connectivity == .online { sink(.message(message)) }
        guard case .accepted(let number, _) = reply else { return }
        let end: @Sendable () -> Void = { [self] in state.withLock { $0.refreshes.end(number) } }
        let task = start(sink, atEnd: end) { [self] service in
            await before?.value
            guard !Task.isCancelled else { return }
            guard !service.isOffline else { return try queue(request.queued, in: service, sink) }
            let report = try await service.refresh(request.selection, reason: request.reason) {
                // The summary says if the request was queued, so queuing comes first.
                if case .finished = $0 { return }
                Self.forward($0, sink)
            }
            try finish(request, report, in: service, sink)
        }
        state.withLock { $0.refreshes.begin(number, task) }
    }

    /// Reports the result of a refresh; a refresh that lost its connection is also queued.
    private func finish(
        _ request: RequestedRefreshes.Request, _ report: RefreshReport, in service: FeedService, _ sink: Sink
    ) throws {
        guard report.unreachableUntil != nil, !report.isCancelled else {
            return Self.forward(.finished(report), sink)
        }
        let stored = Result { try service.fetchOnceConnected(request.queued) }
        let isQueued = (try? stored.get()) == true
        Self.forward(.finished(report), isQueued: isQueued, sink)
        guard try stored.get() else { return sink(.message(Self.queueFull)) }
        sink(.queued(try store.queueCount()))
        // The status line shows the error of a single feed in place of a summary, and this message repeats it.
        if request != .everything, let failure = report.failures.first {
            let words = "\(failure.subscription.title): \(failure.problem.message)"
            sink(.message(.error("\(words); \(Self.queuedUntilBack)")))
        }
    }

    /// - Parameter reason: the reason why it cannot be fetched now; nil if the person chose to be offline.
    private func queue(
        _ fetch: QueuedFetch, typed address: String? = nil, in service: FeedService, because reason: String? = nil,
        _ sink: Sink
    ) throws {
        guard try service.fetchOnceConnected(fetch, typed: address) else { return sink(.message(Self.queueFull)) }
        sink(.queued(try store.queueCount()))
        let message = Self.queueMessage(because: reason, isOnline: service.connectivity == .online)
        sink(.message(service.isWithheld ? Self.queuedUntilCorrected : message))
    }

    private static let queueFull = Message.error("Queue full: \(ArticleStore.queueLimit) items are waiting")

    func withPictureQueue<Result: Sendable>(_ body: (inout sending PictureQueue) -> Result) -> Result {
        state.withLock { body(&$0.pictures) }
    }

    /// Runs `body` in a task, after earlier changes of the offline switch.
    ///
    /// - Parameter atEnd: runs in any case, even without a service.
    @discardableResult
    func start(
        _ sink: @escaping Sink, atEnd: @escaping @Sendable () -> Void = {},
        _ body: @escaping @Sendable (FeedService) async throws -> Void
    ) -> Task<Void, Never> {
        let switching = state.withLock(\.switching)
        return Task.detached { [self] in
            defer { atEnd() }
            await switching?.value
            do {
                try await body(try service())
            } catch is CancellationError {
                return
            } catch {
                sink(.message(.error(error)))
            }
        }
    }

    /// Returns the current service; creates it on first use.
    package func service() throws -> FeedService {
        if let service = state.withLock(\.service) { return service }
        return try making.withLock { _ in
            while true {
                let (service, makeService, isOffline, generation) = state.withLock {
                    ($0.service, $0.makeService, $0.isOfflineHere, $0.generation)
                }
                if let service { return service }
                let made = try makeService(isOffline)
                let isCurrent = state.withLock { work in
                    guard work.generation == generation else { return false }
                    work.service = made
                    return true
                }
                if isCurrent { return made }
            }
        }
    }
}
