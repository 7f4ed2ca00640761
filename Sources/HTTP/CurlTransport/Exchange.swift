internal import HTTPTransport
internal import HTTPTypes
private import Synchronization

/// One request and its response, shared by the task that waits for it and the thread that carries it.
///
/// The thread fills it; the reader empties it. If the reader is slower, the thread pauses the transfer.
///
/// No task is resumed while the state is locked: cancelling a task takes that lock under one of the runtime's locks,
/// which resuming the task takes, too.
final class Exchange: Sendable {
    /// Unread bytes at which the transfer pauses.
    private static let highWater = 256 << 10

    private typealias HeadWaiter = CheckedContinuation<Result<HTTPResponse, TransportError>, Never>
    private typealias Reader = CheckedContinuation<Result<[UInt8]?, TransportError>, Never>

    private struct State {
        var head: HTTPResponse?
        var unread: [UInt8] = []
        var isPaused = false
        var end: Result<Void, TransportError>?
        var headWaiter: HeadWaiter?
        var reader: Reader?
    }

    let request: TransportRequest
    let address: RequestAddress
    let receipt = TransferReceipt()
    private let post: @Sendable (CurlThread.Command) -> Void
    private let state = Mutex(State())

    init(
        _ request: TransportRequest, to address: RequestAddress,
        post: @escaping @Sendable (CurlThread.Command) -> Void
    ) {
        self.request = request
        self.address = address
        self.post = post
    }

    var isOver: Bool {
        state.withLock { $0.end != nil }
    }

    /// Ends the exchange at once for the waiting task, and then on the thread.
    func cancel() {
        guard finish(.failure(TransportError(.cancelled, "\(address.display): cancelled"))) else { return }
        post(.cancel(self))
    }
}

// MARK: - The reader's side

extension Exchange {
    func head() async throws(TransportError) -> HTTPResponse {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ready: Result<HTTPResponse, TransportError>? = state.withLock { state in
                    if let head = state.head { return .success(head) }
                    if case .failure(let error) = state.end { return .failure(error) }
                    state.headWaiter = continuation
                    return nil
                }
                if let ready { continuation.resume(returning: ready) }
            }
        } onCancel: {
            cancel()
        }
        return try result.get()
    }

    /// Returns all bytes that arrived since the last call, as soon as there are any; nil at the end.
    func nextPiece() async throws(TransportError) -> [UInt8]? {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (ready, wasPaused) = state.withLock { state in Self.read(&state, continuation) }
                if wasPaused { post(.resume(self)) }
                if let ready { continuation.resume(returning: ready) }
            }
        } onCancel: {
            cancel()
        }
        return try result.get()
    }

    private static func read(
        _ state: inout State, _ continuation: Reader
    ) -> (ready: Result<[UInt8]?, TransportError>?, wasPaused: Bool) {
        precondition(state.reader == nil, "a body has one reader")
        guard state.unread.isEmpty else {
            defer {
                state.unread = []
                state.isPaused = false
            }
            return (.success(state.unread), state.isPaused)
        }
        switch state.end {
        case .success: return (.success(nil), false)
        case .failure(let error): return (.failure(error), false)
        case nil:
            state.reader = continuation
            return (nil, false)
        }
    }
}

// MARK: - The thread's side

extension Exchange {
    func deliver(_ head: HTTPResponse) {
        let waiter = state.withLock { state -> HeadWaiter? in
            guard state.end == nil else { return nil }
            state.head = head
            return state.headWaiter.take()
        }
        waiter?.resume(returning: .success(head))
    }

    /// Returns false if the reader is behind: the thread offers the same bytes again after `Command.resume`.
    func offer(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let (reader, isTaken) = state.withLock { state -> (Reader?, Bool) in
            if let reader = state.reader.take() { return (reader, true) }
            state.isPaused = state.unread.count >= request.limits.bytesAhead ?? Self.highWater
            if !state.isPaused { state.unread.append(contentsOf: bytes) }
            return (nil, !state.isPaused)
        }
        reader?.resume(returning: .success(Array(bytes)))
        return isTaken
    }

    /// Sets the result, once; returns false if it was already set.
    @discardableResult
    func finish(_ end: Result<Void, TransportError>) -> Bool {
        let waiting = state.withLock { state -> (head: HeadWaiter?, reader: Reader?)? in
            guard state.end == nil else { return nil }
            state.end = end
            if case .failure(let error) = end, error.cause == .cancelled { state.unread = [] }
            return (state.headWaiter.take(), state.reader.take())
        }
        guard let waiting else { return false }
        switch end {
        case .success:
            waiting.reader?.resume(returning: .success(nil))
        case .failure(let error):
            waiting.head?.resume(returning: .failure(error))
            waiting.reader?.resume(returning: .failure(error))
        }
        return true
    }
}
