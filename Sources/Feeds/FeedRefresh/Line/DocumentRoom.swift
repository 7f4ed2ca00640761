import Synchronization

/// Limits the decoded documents that wait to be parsed and stored: a small body may decode to a large document.
final class DocumentRoom: Sendable {
    private let limit: Int
    private let state = Mutex(State())

    private struct State {
        var used = 0
        var waiting: [(bytes: Int, continuation: CheckedContinuation<Void, Never>)] = []

        mutating func admits(_ bytes: Int, limit: Int) -> Bool {
            guard used == 0 || used + bytes <= limit else { return false }
            used += bytes
            return true
        }
    }

    /// - Parameter limit: the most bytes of documents at once; a larger one is alone.
    init(limit: Int) {
        self.limit = limit
    }

    /// The bytes in use now.
    var used: Int { state.withLock(\.used) }

    /// Waits for room for a document of at most this size; the first to ask is the first to enter.
    func enter(upTo bytes: Int) async -> Stay {
        await withCheckedContinuation { continuation in
            let isIn = state.withLock { state in
                if state.waiting.isEmpty, state.admits(bytes, limit: limit) { return true }
                state.waiting.append((bytes, continuation))
                return false
            }
            if isIn { continuation.resume() }
        }
        return Stay(in: self, bytes: bytes)
    }

    private func leave(_ bytes: Int) {
        let admitted = state.withLock { state in
            state.used -= bytes
            var admitted: [CheckedContinuation<Void, Never>] = []
            while let first = state.waiting.first, state.admits(first.bytes, limit: limit) {
                admitted.append(first.continuation)
                state.waiting.removeFirst()
            }
            return admitted
        }
        for continuation in admitted { continuation.resume() }
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

        /// Returns the room that the document turned out not to need.
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
