import ArgumentParser
import Dispatch
import FoundationEssentials
import HTTPCache
import HTTPTransport
import HTTPTypes
import Markup
import Synchronization

/// Reads requests from standard input and writes replies to standard output, one per line, in the order of their
/// arrival.
struct FetchBatch {
    private let client: CachingClient
    /// The policy of lines that name none.
    private let policy: CachePolicy

    /// Maximum number of requests running at once; further lines wait.
    static let inFlightLimit = 100

    init(_ client: CachingClient, policy: CachePolicy) {
        self.client = client
        self.policy = policy
    }

    /// - Throws: `ExitCode.offline` if a request was not sent because lede is offline; `ArticleStoreError` if one was
    ///   not sent because the library cannot be opened.
    func run() async throws {
        let refusal = Once()
        let unknownKey = Once()
        await withDiscardingTaskGroup { group in
            let slots = AsyncStream.makeStream(of: Void.self)
            for _ in 0..<Self.inFlightLimit { slots.continuation.yield() }
            var free = slots.stream.makeAsyncIterator()
            for await line in Self.lines() {
                await free.next()
                group.addTask {
                    let (reply, isRefused) = await answer(line, unknownKey)
                    if isRefused { refusal.note() }
                    Console.write(reply + [UInt8(ascii: "\n")])
                    slots.continuation.yield()
                }
            }
        }
        await client.storeEverything()
        guard refusal.wasNoted else { return }
        try CommandTransport.checkLibrary()
        Console.printError("lede is offline: not all requests were sent (lede offline off)")
        throw ExitCode.offline
    }

    /// Records, for all tasks, that something has happened.
    private final class Once: Sendable {
        private let state = Atomic(false)

        var wasNoted: Bool { state.load(ordering: .relaxed) }

        /// Returns true if it was not noted before.
        @discardableResult
        func note() -> Bool {
            !state.exchange(true, ordering: .relaxed)
        }
    }

    /// Returns the lines of standard input. Reading blocks, so it runs on its own thread.
    private static func lines() -> AsyncStream<String> {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        DispatchQueue(label: "lede.batch").async {
            for line in BatchLines.requests() { continuation.yield(line) }
            continuation.finish()
        }
        return stream
    }

    /// - Returns: the reply, and true if the request was not sent because lede is offline.
    private func answer(_ text: String, _ unknownKey: Once) async -> ([UInt8], isRefused: Bool) {
        let line = try? JSONDecoder().decode(BatchLine.self, from: Data(text.utf8))
        if let key = line?.unknownKeys.first, unknownKey.note() {
            Console.printError("requests have no key “\(key)”; such keys are ignored (lede help fetch)")
        }
        var answer: BatchReply
        var isRefused = false
        do {
            let batched = try JSONDecoder().decode(BatchRequest.self, from: Data(text.utf8))
            let (request, policy) = try batched.request(policy: self.policy)
            let reply = try await client.response(for: request, policy: policy)
            answer = BatchReply(reply, body: try await reply.body())
            isRefused = reply.head.status == .gatewayTimeout && reply.failure?.cause == .offline
        } catch {
            if case CacheError.transport(let failure) = error { isRefused = failure.cause == .offline }
            answer = BatchReply(error: Self.description(of: error))
        }
        answer.id = line?.id
        return ((try? JSONEncoder().encode(answer)).map { SafeText.escaped(json: Array($0)) } ?? [], isRefused)
    }

    private static func description(of error: any Error) -> String {
        error is DecodingError ? "this line is not a request" : ErrorReport.text(of: error)
    }
}
