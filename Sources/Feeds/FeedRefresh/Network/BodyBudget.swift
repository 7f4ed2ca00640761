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

    fileprivate struct State {
        var used = 0
        var lastNumber = 0
        /// The number of the document that may currently exceed the budget; nil if there is none.
        var favoured: Int?
        var waiting: [Waiting] = []
    }

    fileprivate struct Waiting {
        let number: Int
        let bytes: Int
        let continuation: CheckedContinuation<Decision, Never>
    }

    fileprivate enum Decision {
        case granted, refused, cancelled
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
    var waitingCount: Int { state.withLock(\.waiting.count) }

    /// Begins to count a document.
    func makeReservation() -> Reservation {
        Reservation(
            in: self,
            number: state.withLock { state in
                state.lastNumber += 1
                return state.lastNumber
            })
    }

    /// The bytes of one document; they return to the budget when this object is deinitialised.
    final class Reservation: Sendable {
        private let budget: BodyBudget
        private let number: Int
        private let state = Mutex(State())

        private struct State {
            var received = 0
            var counted = 0
            var began = ContinuousClock.now
        }

        init(in budget: BodyBudget, number: Int) {
            self.budget = budget
            self.number = number
        }

        deinit {
            budget.release(state.withLock(\.counted), of: number)
        }

        /// Waits until these further bytes may be in memory.
        func reserve(_ bytes: Int) async throws(TransportError) {
            let (due, age) = state.withLock { state in
                state.received += bytes
                return (max(0, state.received - budget.free) - state.counted, .now - state.began)
            }
            guard due > 0 else { return }
            let asked = ContinuousClock.now
            switch await budget.decision(on: number, asking: due, isSlow: age > budget.timeout) {
            case .granted:
                state.withLock { state in
                    state.counted += due
                    // Time spent waiting here does not make a document slow.
                    state.began += .now - asked
                }
            case .refused:
                let limit = budget.limit >> 20
                throw TransportError(.tooLarge, "too slow while other documents fill the \(limit) MB for feeds")
            case .cancelled:
                throw TransportError(.cancelled, "cancelled")
            }
        }
    }

    private func decision(on number: Int, asking bytes: Int, isSlow: Bool) async -> Decision {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let decision = state.withLock { state -> Decision? in
                    if let decision = state.decision(on: number, asking: bytes, isSlow: isSlow, limit: limit) {
                        return decision
                    }
                    guard !Task.isCancelled else { return .cancelled }
                    state.waiting.append(Waiting(number: number, bytes: bytes, continuation: continuation))
                    return nil
                }
                if let decision { continuation.resume(returning: decision) }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
            }
            waiting?.continuation.resume(returning: .cancelled)
        }
    }

    private func release(_ bytes: Int, of number: Int) {
        let granted = state.withLock { state in
            state.used -= bytes
            if state.favoured == number { state.favoured = nil }
            var granted: [Waiting] = []
            while let first = state.waiting.first,
                state.decision(on: first.number, asking: first.bytes, isSlow: false, limit: limit) != nil
            {
                granted.append(state.waiting.removeFirst())
            }
            return granted
        }
        for waiting in granted { waiting.continuation.resume(returning: .granted) }
    }
}

extension BodyBudget.State {
    /// Returns nil if the document has to wait.
    fileprivate mutating func decision(
        on number: Int, asking bytes: Int, isSlow: Bool, limit: Int
    ) -> BodyBudget.Decision? {
        if used + bytes > limit {
            if isSlow { return .refused }
            guard favoured ?? number == number else { return nil }
            favoured = number
        }
        used += bytes
        return .granted
    }
}
