import ArticleStorage
import FeedModel
import FoundationEssentials
import SyncEngine

/// Decides when marks are sent automatically: shortly after the last one, so that a run of keys is one request.
struct MarkWatch: Sendable {
    /// Seconds without a mark that end a run of marks (default 2).
    private static let quiet: TimeInterval = 2
    /// Maximum length of a run of marks, in seconds (default 30): a longer one is sent in pieces. Marks that a server
    /// did not accept are sent again after the same time.
    private static let maximumRunDuration: TimeInterval = 30

    private struct Run {
        var last: Int64
        var began: Date
        var lastGrowth: Date
        var wasSent = false
    }

    private var run: Run?

    /// Returns the time to send the waiting marks; nil if none waits.
    ///
    /// - Parameter last: the number of the newest mark that waits; nil if none does.
    mutating func dueTime(last: Int64?, at now: Date) -> Date? {
        guard let last else {
            run = nil
            return nil
        }
        // A clock that was set back must not postpone the marks.
        if let run, run.lastGrowth > now { self.run = nil }
        let known = run.flatMap { $0.last == last ? $0 : nil }
        let current = known ?? Run(last: last, began: run?.began ?? now, lastGrowth: now)
        run = current
        return min(
            current.lastGrowth + (current.wasSent ? Self.maximumRunDuration : Self.quiet),
            current.began + Self.maximumRunDuration)
    }

    /// Records an attempt to send the marks.
    mutating func recordAttempt(at now: Date) {
        run = run.map { Run(last: $0.last, began: now, lastGrowth: now, wasSent: true) }
    }
}

extension FeedService {
    /// True if marks wait that could be sent.
    package var hasOutgoingMarks: Bool {
        (try? store.lastOutgoingMark()) != nil
    }

    /// Sends the waiting marks of all processes, and nothing else. A mark that cannot be sent now stays in the outbox.
    ///
    /// - Parameter isProbe: also contacts servers that were unreachable a moment ago; `Retry-After` is obeyed.
    package func pushMarks(isProbe: Bool = false) async {
        guard hasOutgoingMarks, !isOffline else { return }
        for account in (try? store.accounts()) ?? [] where account.outgoingCount > account.strandedCount {
            guard !Task.isCancelled, !isOffline, network.mayUseConnection else { break }
            try? await pushMarks(of: account, isProbe: isProbe)
        }
        network.saveTraffic()
    }

    private func pushMarks(of account: SyncAccount, isProbe: Bool) async throws {
        let now = settings.now()
        let backOff = account.health.consecutiveFailures > 0 && !isProbe ? account.health.nextAttempt : nil
        let wasAhead = ClockCorrection.wasAhead(at: account.health.lastAttempt, now: now)
        let times = [account.retryAfter, backOff].map {
            ClockCorrection.believed($0, at: now, atMost: RetryAfter.accountMaximum)
        }
        guard wasAhead || times.allSatisfy({ $0 ?? now <= now }) else { return }
        _ = try await attempt(account) { lease in
            var pass = SyncPass(
                of: account, in: store, with: try await server(of: account, reason: .schedule, renewing: lease),
                purpose: .marks, now: settings.now)
            try await pass.run()
        } succeeded: { health in
            // Its feeds were not requested.
            health.lastAttempt = account.health.lastAttempt
        }
    }
}
