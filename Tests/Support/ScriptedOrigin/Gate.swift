internal import Synchronization

/// Holds scripts until the test opens it; an origin waits only here.
package final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var passes = 0
        var waiting: [Waker] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// Opens the gate, now and for later waits.
    package func open() {
        wake { $0.isOpen = true }
    }

    /// Lets `count` waits pass, including later ones.
    package func pass(_ count: Int = 1) {
        wake { $0.passes += count }
    }

    /// Returns true if the caller may pass, which uses up one pass. If false, calls the waker when that may have
    /// changed.
    func enter(_ waker: Waker) -> Bool {
        state.withLock { state in
            if state.isOpen { return true }
            guard state.passes > 0 else {
                state.waiting.append(waker)
                return false
            }
            state.passes -= 1
            return true
        }
    }

    private func wake(_ change: (inout State) -> Void) {
        let waiting = state.withLock { state in
            change(&state)
            defer { state.waiting = [] }
            return state.waiting
        }
        for waker in waiting { waker.wake() }
    }
}
