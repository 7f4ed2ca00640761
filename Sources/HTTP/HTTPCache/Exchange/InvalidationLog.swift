internal import Synchronization

/// Recently invalidated addresses, so that the response to an earlier request is not stored afterwards.
///
/// RFC 9111 §4.4 covers stored responses only; a GET that runs while a POST succeeds would restore an invalidated one.
final class InvalidationLog: Sendable {
    private struct State {
        /// Number of invalidations so far, and the number of each recent one.
        var count = 0
        var latest: [(url: String, number: Int)] = []
    }

    private let state = Mutex(State())
    /// Addresses in the log. A request that is older than all of them counts as outdated.
    private static let limit = 256

    /// The current moment, counted in invalidations.
    var now: Int { state.withLock { $0.count } }

    func note(_ url: String) {
        state.withLock { state in
            state.count += 1
            state.latest.append((url, state.count))
            if state.latest.count > 2 * Self.limit { state.latest.removeFirst(Self.limit) }
        }
    }

    /// True if nothing has invalidated the address since that moment.
    func stillHolds(_ url: String, since moment: Int) -> Bool {
        state.withLock { state in
            guard moment < state.count else { return true }
            guard let first = state.latest.first, first.number <= moment + 1 else { return false }
            return !state.latest.contains { $0.number > moment && $0.url == url }
        }
    }
}
