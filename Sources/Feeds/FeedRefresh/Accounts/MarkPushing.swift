import ArticleStorage
import FeedModel
import FoundationEssentials
import SyncEngine

/// Decides when marks are sent automatically: shortly after the last one, so that a run of keys is one request.
struct MarkWatch: Sendable {
    /// Seconds without a mark that end a run of marks (default 2).
    static let quiet: TimeInterval = 2
    /// A longer run is sent in parts, at this interval in seconds (default 30).
    static let longestRun: TimeInterval = 30

    private var run: (last: Int64, began: Date, grew: Date)?

    /// - Parameter last: the number of the newest waiting mark; nil if there is none.
    mutating func isDue(last: Int64?, at now: Date) -> Bool {
        guard let last else {
            run = nil
            return false
        }
        if run?.last != last { run = (last, run?.began ?? now, now) }
        guard let run,
            now.timeIntervalSince(run.grew) >= Self.quiet || now.timeIntervalSince(run.began) >= Self.longestRun
        else { return false }
        self.run = nil
        return true
    }
}

extension FeedService {
    /// True if marks wait that could be sent.
    package var hasOutgoingMarks: Bool {
        (try? store.lastOutgoingMark()) != nil
    }

    /// Sends the waiting marks of all processes, and nothing else. A mark that cannot be sent now stays in the outbox.
    ///
    /// - Parameter isProbe: also contacts servers that were unreachable a moment ago; `Retry-After` is always obeyed.
    package func pushMarks(isProbe: Bool = false) async {
        guard hasOutgoingMarks, !isOffline else { return }
        for account in (try? store.accounts()) ?? [] where account.outgoingCount > account.strandedCount {
            guard !Task.isCancelled, !isOffline, lineMayBeAsked else { break }
            try? await pushMarks(of: account, isProbe: isProbe)
        }
        saveTraffic()
    }

    private func pushMarks(of account: SyncAccount, isProbe: Bool) async throws {
        let now = settings.now()
        let backOff = account.health.consecutiveFailures > 0 && !isProbe ? account.health.nextAttempt : nil
        let wasAhead = ClockCorrection.wasAhead(at: account.health.lastAttempt, now: now)
        let times = [account.retryAfter, backOff].map {
            ClockCorrection.believed($0, at: now, atMost: RetryAfter.longest)
        }
        guard wasAhead || times.allSatisfy({ $0 ?? now <= now }) else { return }
        _ = try await attempt(account) {
            var pass = SyncPass(
                of: account, in: store, with: try await server(of: account, reason: .schedule), purpose: .marks,
                now: settings.now)
            try await pass.run()
        } succeeded: { health in
            // Its feeds were not requested.
            health.lastAttempt = account.health.lastAttempt
        }
    }
}
