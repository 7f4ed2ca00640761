import ArticleStorage
import Synchronization

/// Stores documents in the library, several in one transaction.
///
/// A transaction has a fixed cost, see `WorthwhileTransaction`. So it begins once its articles are worth that cost, or
/// once no further document is being parsed.
final class IngestionQueue: Sendable {
    private struct Waiting {
        let document: IncomingDocument
        let continuation: CheckedContinuation<IngestSummary, any Error>
    }

    private struct State {
        var waiting: [Waiting] = []
        /// The number of documents that are being parsed.
        var announced = 0
        var isStoring = false
        var worthwhile = WorthwhileTransaction()

        var isReady: Bool {
            guard !waiting.isEmpty else { return false }
            return announced == 0
                || waiting.reduce(0) { $0 + $1.document.articleCount } >= worthwhile.articles
        }
    }

    private let store: ArticleStore
    private let queue: WorkQueue
    private let state = Mutex(State())

    init(into store: ArticleStore, on queue: WorkQueue) {
        self.store = store
        self.queue = queue
    }

    /// The number of documents that wait for a transaction.
    var waitingCount: Int { state.withLock(\.waiting.count) }

    /// Announces a document that will be stored as soon as it is parsed. Nothing else may delay it, since other
    /// documents wait for it.
    func announce() -> Announcement {
        state.withLock { $0.announced += 1 }
        return Announcement(to: self)
    }

    /// A document that is being parsed, until it is stored or withdrawn.
    final class Announcement: Sendable {
        private let ingestion: IngestionQueue
        private let isOpen = Atomic(true)

        fileprivate init(to ingestion: IngestionQueue) {
            self.ingestion = ingestion
        }

        deinit {
            withdraw()
        }

        /// Returns once the document's articles are stored for good.
        func store(_ document: IncomingDocument) async throws -> IngestSummary {
            try await withCheckedThrowingContinuation { continuation in
                ingestion.add(Waiting(document: document, continuation: continuation))
                withdraw()
            }
        }

        func withdraw() {
            guard isOpen.exchange(false, ordering: .relaxed) else { return }
            ingestion.change { $0.announced -= 1 }
        }
    }

    private func add(_ waiting: Waiting) {
        change { $0.waiting.append(waiting) }
    }

    private func change(_ change: (inout State) -> Void) {
        let mustStart = state.withLock { state in
            change(&state)
            guard state.isReady, !state.isStoring else { return false }
            state.isStoring = true
            return true
        }
        if mustStart { queue.start { self.drain() } }
    }

    private func drain() {
        while let batch = nextBatch() {
            let summaries = Result { try store.ingest(batch.map(\.document)) }
            if case .success(let summaries) = summaries {
                state.withLock { $0.worthwhile.note(summaries) }
            }
            for (index, waiting) in batch.enumerated() {
                waiting.continuation.resume(with: summaries.map { $0[index] })
            }
        }
    }

    private func nextBatch() -> [Waiting]? {
        state.withLock { state in
            state.isStoring = state.isReady
            guard state.isStoring else { return nil }
            defer { state.waiting = [] }
            return state.waiting
        }
    }
}
