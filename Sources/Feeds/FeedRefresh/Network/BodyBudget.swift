import HTTPTransport
import Synchronization

/// Limits the bytes of feed documents that all visits together hold in memory, from their arrival until they are
/// stored.
///
/// The first part of each document is free, so ordinary feeds never wait. Once the budget is used up, one document at a
/// time may exceed it, and the others pause. If that document is slow, its transfer fails, since it would block the
/// others.
final class BodyBudget: Sendable {
    /// The part of each document that never waits (default 256 KB).
    static let freeBytes = 256 << 10

    private let limit: Int
    private let free: Int
    private let timeout: Duration
    private let state = Mutex(State())
    private let queue = AdmissionQueue()

    private struct State {
        var used = 0
        /// The document that may currently exceed the budget; nil if there is none.
        var favoured: ObjectIdentifier?
    }

    /// - Parameter timeout: the longest time that a document may take once it exceeds the budget.
    init(limit: Int, free: Int = BodyBudget.freeBytes, timeout: Duration) {
        self.limit = limit
        self.free = free
        self.timeout = timeout
    }

    /// The bytes held now.
    var used: Int { state.withLock(\.used) }

    /// The number of documents that wait.
    var waitingCount: Int { queue.count }

    /// Begins to count a document.
    func makeReservation() -> Reservation {
        Reservation(in: self)
    }

    /// The bytes of one document; they return to the budget when this object is deinitialised.
    final class Reservation: Sendable {
        private let budget: BodyBudget
        private let state = Mutex(State())

        private struct State {
            var received = 0
            var counted = 0
            var began = ContinuousClock.now
        }

        init(in budget: BodyBudget) {
            self.budget = budget
        }

        deinit {
            budget.release(state.withLock(\.counted), of: ObjectIdentifier(self))
        }

        /// Waits until these further bytes may be in memory.
        func reserve(_ bytes: Int) async throws(TransportError) {
            let (due, age) = state.withLock { state in
                state.received += bytes
                return (max(0, state.received - budget.free) - state.counted, .now - state.began)
            }
            guard due > 0 else { return }
            let asked = ContinuousClock.now
            let id = ObjectIdentifier(self)
            let isSlow = age > budget.timeout
            if !budget.admits(due, of: id, isSlow: isSlow) {
                guard !isSlow else {
                    let limit = budget.limit >> 20
                    throw TransportError(.tooLarge, "too slow while other documents fill the \(limit) MB for feeds")
                }
                let isAdmitted = await budget.queue.wait { [budget] in budget.admits(due, of: id, isSlow: false) }
                guard isAdmitted else { throw TransportError(.cancelled, "cancelled") }
            }
            state.withLock { state in
                state.counted += due
                // Time spent waiting here does not make a document slow.
                state.began += .now - asked
            }
        }
    }

    private func admits(_ bytes: Int, of id: ObjectIdentifier, isSlow: Bool) -> Bool {
        state.withLock { state in
            if state.used + bytes > limit {
                guard !isSlow, state.favoured ?? id == id else { return false }
                state.favoured = id
            }
            state.used += bytes
            return true
        }
    }

    private func release(_ bytes: Int, of id: ObjectIdentifier) {
        state.withLock { state in
            state.used -= bytes
            if state.favoured == id { state.favoured = nil }
        }
        queue.admit()
    }
}
