import Synchronization

/// Counts the accounts of a refresh as further steps of its progress: without them, a refresh of feeds that only
/// servers fetch would show nothing while it runs.
final class AccountSteps: Sendable {
    private struct State {
        /// The progress of the feeds that lede polls itself.
        var feeds = RefreshProgress()
        var ended = 0
    }

    private let count: Int
    private let events: @Sendable (RefreshEvent) -> Void
    private let state = Mutex(State())

    init(_ count: Int, _ events: @escaping @Sendable (RefreshEvent) -> Void) {
        self.count = count
        self.events = events
        // The first request may take long.
        if count > 0 { report { _ in } }
    }

    /// Forwards an event of the feeds.
    func forward(_ event: RefreshEvent) {
        guard case .progress(let feeds) = event else { return events(event) }
        report { $0.feeds = feeds }
    }

    /// Records that an account has been synced, has failed, or was left out.
    func end() {
        report { $0.ended += 1 }
    }

    /// Reports under the lock, so that no older progress comes last.
    private func report(_ change: (inout State) -> Void) {
        state.withLock { state in
            change(&state)
            var progress = state.feeds
            progress.total += count
            progress.finished += min(state.ended, count)
            events(.progress(progress))
        }
    }
}
