import ArticleStorage
import Synchronization

/// Stores documents in the library: those that arrive while a transaction runs go into the next one together.
final class Intake: Sendable {
    private struct Waiting {
        let document: IncomingDocument
        let continuation: CheckedContinuation<IngestSummary, any Error>
    }

    private struct State {
        var waiting: [Waiting] = []
        var isScheduled = false
    }

    private let store: ArticleStore
    private let queue: WorkQueue
    private let state = Mutex(State())

    init(into store: ArticleStore, on queue: WorkQueue) {
        self.store = store
        self.queue = queue
    }

    /// Returns once the document's articles are stored for good.
    func store(_ document: IncomingDocument) async throws -> IngestSummary {
        try await withCheckedThrowingContinuation { continuation in
            let mustSchedule = state.withLock { state in
                state.waiting.append(Waiting(document: document, continuation: continuation))
                defer { state.isScheduled = true }
                return !state.isScheduled
            }
            if mustSchedule { queue.start { self.drain() } }
        }
    }

    private func drain() {
        while let batch = nextBatch() {
            let summaries = Result { try store.ingest(batch.map(\.document)) }
            for (index, waiting) in batch.enumerated() {
                waiting.continuation.resume(with: summaries.map { $0[index] })
            }
        }
    }

    private func nextBatch() -> [Waiting]? {
        state.withLock { state in
            state.isScheduled = !state.waiting.isEmpty
            defer { state.waiting = [] }
            return state.waiting.isEmpty ? nil : state.waiting
        }
    }
}
