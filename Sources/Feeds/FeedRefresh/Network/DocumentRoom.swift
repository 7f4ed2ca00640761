import HTTPCache
import HTTPTransport
import Synchronization

/// Limits the decoded documents that wait to be parsed and stored: a small body may decode to a large document.
final class DocumentRoom: Sendable {
    private let limit: Int
    private let state = Mutex(State())

    private typealias Entrance = CheckedContinuation<Bool, Never>

    private struct State {
        var used = 0
        var lastNumber = 0
        var waiting: [(number: Int, bytes: Int, entrance: Entrance)] = []

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

    /// Waits for room for a document of at most this size; callers enter in the order of their calls.
    ///
    /// - Throws: `cancelled` if the task is cancelled while it waits.
    func enter(upTo bytes: Int) async throws(CacheError) -> Stay {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        let isIn = await withTaskCancellationHandler {
            await withCheckedContinuation { entrance in
                let isIn = state.withLock { state -> Bool? in
                    if state.waiting.isEmpty, state.admits(bytes, limit: limit) { return true }
                    guard !Task.isCancelled else { return false }
                    state.waiting.append((number, bytes, entrance))
                    return nil
                }
                if let isIn { entrance.resume(returning: isIn) }
            }
        } onCancel: {
            cancelWaiter(number)
        }
        guard isIn else { throw .transport(TransportError(.cancelled, "cancelled")) }
        return Stay(in: self, bytes: bytes)
    }

    private func cancelWaiter(_ number: Int) {
        let (entrance, admitted) = state.withLock { state -> (Entrance?, [Entrance]) in
            guard let index = state.waiting.firstIndex(where: { $0.number == number }) else { return (nil, []) }
            return (state.waiting.remove(at: index).entrance, admit(&state))
        }
        entrance?.resume(returning: false)
        for entrance in admitted { entrance.resume(returning: true) }
    }

    private func leave(_ bytes: Int) {
        let admitted = state.withLock { state in
            state.used -= bytes
            return admit(&state)
        }
        for entrance in admitted { entrance.resume(returning: true) }
    }

    /// Returns the waiting documents that have room now.
    private func admit(_ state: inout State) -> [Entrance] {
        var admitted: [Entrance] = []
        while let first = state.waiting.first, state.admits(first.bytes, limit: limit) {
            admitted.append(first.entrance)
            state.waiting.removeFirst()
        }
        return admitted
    }

    /// The room of one document.
    final class Stay: Sendable {
        private let room: DocumentRoom
        private let bytes: Mutex<Int>

        init(in room: DocumentRoom, bytes: Int) {
            self.room = room
            self.bytes = Mutex(bytes)
        }

        deinit {
            leave()
        }

        /// Gives back the room that the document turned out not to need.
        func shrink(to size: Int) {
            room.leave(
                bytes.withLock { bytes in
                    defer { bytes = min(bytes, size) }
                    return max(0, bytes - size)
                })
        }

        func leave() {
            shrink(to: 0)
        }
    }
}
