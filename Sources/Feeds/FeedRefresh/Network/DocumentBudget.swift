import HTTPCache
import HTTPTransport
import Synchronization

/// Limits the decoded documents that wait to be parsed and stored: a small body may decode to a large document.
final class DocumentBudget: Sendable {
    private let limit: Int
    private let bytesUsed = Mutex(0)
    private let queue = AdmissionQueue()

    /// - Parameter limit: the maximum size of all documents at once, in bytes; a document larger than that is admitted
    ///   alone.
    init(limit: Int) {
        self.limit = limit
    }

    /// The bytes in use now.
    var used: Int { bytesUsed.withLock(\.self) }

    /// The number of documents that wait.
    var waitingCount: Int { queue.count }

    /// Waits until a document of at most this size fits into the budget; callers are admitted in the order of their calls.
    ///
    /// - Throws: `cancelled` if the task is cancelled while it waits.
    func reserve(upTo bytes: Int) async throws(CacheError) -> Reservation {
        guard await queue.wait({ self.admits(bytes) }) else {
            throw .transport(TransportError(.cancelled, "cancelled"))
        }
        return Reservation(in: self, bytes: bytes)
    }

    private func admits(_ bytes: Int) -> Bool {
        bytesUsed.withLock { used in
            guard used == 0 || used + bytes <= limit else { return false }
            used += bytes
            return true
        }
    }

    private func release(_ bytes: Int) {
        bytesUsed.withLock { $0 -= bytes }
        queue.admit()
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
