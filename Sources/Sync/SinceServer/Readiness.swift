import ArticleStorage
import Dispatch
import Synchronization

/// Brings the library up to date while the port is open: the rules are applied to stored articles, and every change
/// gets its position in the change log. This takes a while when a large library is served for the first time.
final class Readiness: Sendable {
    private let store: ArticleStore
    private let record: PositionRecord
    private let report: @Sendable (String) -> Void
    private let queue = DispatchQueue(label: "lede.serve.log", qos: .utility)
    private let work = DispatchGroup()
    private let state = Mutex(State())

    private struct State {
        var isReady = false
        var isCancelled = false
        var began = ContinuousClock.now
        var lastReport = ContinuousClock.now
        /// The numbers of articles without a position: at the start, and now.
        var articles: (first: Int64, left: Int64)?
        var hasReported = false
    }

    /// Seconds after the start during which a request waits instead of being refused (default 2).
    private static let maximumWait = 2.0
    /// The shortest and the longest time that a client is asked to wait, in seconds (default 1 and 60).
    private static let waits = 1.0...60.0
    /// The time between two progress reports (default 2 s).
    private static let pace = Duration.seconds(2)

    init(store: ArticleStore, record: PositionRecord, report: @escaping @Sendable (String) -> Void) {
        self.store = store
        self.record = record
        self.report = report
    }

    func begin() {
        state.withLock {
            $0.began = .now
            $0.lastReport = .now
        }
        queue.async(group: work) { [self] in
            do {
                try store.applyRules { !mayContinue("applying the rules to the stored articles") }
                record.note(try store.logChanges(mayContinue: mayContinue))
            } catch {
                // The client tries again, and then gets this error.
                report("the library cannot be prepared: \(error)")
            }
            let hasReported = state.withLock { state in
                state.isReady = true
                return state.hasReported && !state.isCancelled
            }
            if hasReported { report("ready") }
        }
    }

    /// Ends the work after the current transaction.
    func cancel() {
        state.withLock { $0.isCancelled = true }
        work.wait()
    }

    /// - Throws: a refusal if the client must try again later.
    func check() throws(Refusal) {
        let (isReady, began) = state.withLock { ($0.isReady, $0.began) }
        guard !isReady else { return }
        let rest = Self.maximumWait - began.duration(to: .now).seconds
        guard rest <= 0 || work.wait(timeout: .now() + rest) == .timedOut else { return }
        throw .gettingReady(seconds: Int(secondsLeft.rounded(.up)))
    }

    /// An estimate from the speed so far.
    private var secondsLeft: Double {
        let guess = state.withLock { state -> Double in
            guard let (first, left) = state.articles, left < first else { return Self.maximumWait }
            return state.began.duration(to: .now).seconds * Double(left) / Double(first - left)
        }
        return min(max(guess, Self.waits.lowerBound), Self.waits.upperBound)
    }

    private func mayContinue(_ left: Int64) -> Bool {
        let first = state.withLock { state in
            let first = state.articles?.first ?? left
            state.articles = (first, left)
            return first
        }
        return mayContinue("\(first - left) of \(first) new articles added to the change log")
    }

    /// Reports progress at intervals.
    private func mayContinue(_ stage: String) -> Bool {
        let (isDue, isCancelled) = state.withLock { state in
            let isDue = state.lastReport.duration(to: .now) >= Self.pace
            if isDue {
                state.lastReport = .now
                state.hasReported = true
            }
            return (isDue, state.isCancelled)
        }
        if isDue { report("getting ready: \(stage)") }
        return !isCancelled
    }
}

extension Duration {
    fileprivate var seconds: Double { self / .seconds(1) }
}
