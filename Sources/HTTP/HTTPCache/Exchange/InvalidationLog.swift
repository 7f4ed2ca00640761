internal import Synchronization

/// Addresses that were invalidated of late, so that an answer that was asked for before is not stored after.
///
/// RFC 9111 §4.4 speaks of what is stored; a GET under way while a POST succeeds would bring it back.
final class InvalidationLog: Sendable {
    private struct State {
        /// Number of invalidations so far, and the number of each of the latest.
        var count = 0
        var latest: [(url: String, number: Int)] = []
    }

    private let state = Mutex(State())
    /// Addresses that are remembered. A question from before all of them counts as outdated.
    private static let limit = 256

    /// The moment at which a question is asked.
    var now: Int { state.withLock { $0.count } }

    func note(_ url: String) {
        state.withLock { state in
            state.count += 1
            state.latest.append((url, state.count))
            if state.latest.count > 2 * Self.limit { state.latest.removeFirst(Self.limit) }
        }
    }

    /// True if nothing has invalidated the address since then.
    func stillHolds(_ url: String, since moment: Int) -> Bool {
        state.withLock { state in
            guard moment < state.count else { return true }
            guard let first = state.latest.first, first.number <= moment + 1 else { return false }
            return !state.latest.contains { $0.number > moment && $0.url == url }
        }
    }
}
