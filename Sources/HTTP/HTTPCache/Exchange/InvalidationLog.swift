internal import Synchronization

/// Which addresses were invalidated of late, so that an answer that was asked for before is not stored after.
///
/// RFC 9111 §4.4 speaks of what is stored; a GET under way while a POST succeeds would bring it back.
final class InvalidationLog: Sendable {
    private struct State {
        /// How many there have been; where in that count each of the latest stands.
        var count = 0
        var latest: [(url: String, number: Int)] = []
    }

    private let state = Mutex(State())
    /// Addresses kept in mind. Whoever began before all of them can't tell, and is taken to be outdated.
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

    /// Whether nothing has invalidated that address since then.
    func stillHolds(_ url: String, since moment: Int) -> Bool {
        state.withLock { state in
            guard moment < state.count else { return true }
            guard let first = state.latest.first, first.number <= moment + 1 else { return false }
            return !state.latest.contains { $0.number > moment && $0.url == url }
        }
    }
}
