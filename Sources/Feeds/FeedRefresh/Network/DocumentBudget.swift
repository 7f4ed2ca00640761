import HTTPCache
import HTTPTransport
import Synchronization

/// Limits the decoded documents that wait to be parsed and stored: a small body may decode to a large document.
final class DocumentBudget: Sendable {
    private let limit: Int
    private let state = Mutex(State())

    private typealias Waiter = CheckedContinuation<Bool, Never>

    private struct State {
        var used = 0
        var lastNumber = 0
        var waiting: [(number: Int, bytes: Int, waiter: Waiter)] = []

        mutating func admits(_ bytes: Int, limit: Int) -> Bool {
            guard used == 0 || used + bytes <= limit else { return false }
            used += bytes
            return true
        }
    }

    /// - Parameter limit: the maximum size of all documents at once, in bytes; a document larger than that is admitted
    ///   alone.
    init(limit: Int) {
        self.limit = limit
    }

    /// The bytes in use now.
    var used: Int { state.withLock(\.used) }

    /// The number of documents that wait.
    var waitingCount: Int { state.withLock(\.waiting.count) }

    /// Waits until a document of at most this size fits into the budget; callers are admitted in the order of their calls.
    ///
    /// - Throws: `cancelled` if the task is cancelled while it waits.
    func reserve(upTo bytes: Int) async throws(CacheError) -> Reservation {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        let isAdmitted = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isAdmitted = state.withLock { state -> Bool? in
                    if state.waiting.isEmpty, state.admits(bytes, limit: limit) { return true }
                    guard !Task.isCancelled else { return false }
                    state.waiting.append((number, bytes, waiter))
                    return nil
                }
                if let isAdmitted { waiter.resume(returning: isAdmitted) }
            }
        } onCancel: {
            cancelWaiter(number)
        }
        guard isAdmitted else { throw .transport(TransportError(.cancelled, "cancelled")) }
        return Reservation(in: self, bytes: bytes)
    }

    private func cancelWaiter(_ number: Int) {
        let (waiter, admitted) = state.withLock { state -> (Waiter?, [Waiter]) in
            guard let index = state.waiting.firstIndex(where: { $0.number == number }) else { return (nil, []) }
            return (state.waiting.remove(at: index).waiter, admit(&state))
        }
        waiter?.resume(returning: false)
        for waiter in admitted { waiter.resume(returning: true) }
    }

    private func release(_ bytes: Int) {
        let admitted = state.withLock { state in
            state.used -= bytes
            return admit(&state)
        }
        for waiter in admitted { waiter.resume(returning: true) }
    }

    /// Admits the waiting documents that fit now.
    private func admit(_ state: inout State) -> [Waiter] {
        var admitted: [Waiter] = []
        while let first = state.waiting.first, state.admits(first.bytes, limit: limit) {
            admitted.append(first.waiter)
            state.waiting.removeFirst()
        }
        return admitted
    }

    /// The part of the budget that one document uses.
    final class Reservation: Sendable {
        private let budget: DocumentBudget
        private let bytes: Mutex<Int>

        init(in budget: DocumentBudget, bytes: Int) {
            self.budget = budget
            self.bytes = Mutex(bytes)
        }

        deinit {
            release()
        }

        /// Returns to the budget the bytes that the document turned out not to need.
        func shrink(to size: Int) {
            budget.release(
                bytes.withLock { bytes in
                    defer { bytes = min(bytes, size) }
                    return max(0, bytes - size)
                })
        }

        func release() {
            shrink(to: 0)
        }
    }
}
