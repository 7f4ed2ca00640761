import ArticleStorage
import FeedModel
import FoundationEssentials

/// When marks go out by themselves: a little after the last one, so that a run of keys is one request.
struct MarkWatch: Sendable {
    /// A run of marks is over after so many seconds without one (default 2).
    static let quiet: TimeInterval = 2
    /// A run that does not end is told piece by piece, every so many seconds (default 30).
    static let longestRun: TimeInterval = 30

    private var run: (last: Int64, began: Date, grew: Date)?

    /// - Parameter last: the number of the newest mark that waits; nil where none does.
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
    /// Whether marks wait that a server could be told of.
    package var hasOutgoingMarks: Bool {
        (try? store.lastOutgoingMark()) != nil
    }

    /// Tells servers of the marks that wait for them, whichever process they were made in, and asks for nothing else. What
    /// cannot be told now stays in the outbox.
    ///
    /// - Parameter isProbe: whether a server is to be asked that was not reached a moment ago; `Retry-After` is kept even so.
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
        _ = try await attempt(account) { service in
            let remote = SinceLibrary(service: service, url: account.url, reason: .schedule)
            try await AccountPass(service: service, account: account.id, remote: remote, changed: { _ in }).push()
        } succeeded: { health in
            // Nothing was asked of its feeds.
            health.lastAttempt = account.health.lastAttempt
        }
    }
}
