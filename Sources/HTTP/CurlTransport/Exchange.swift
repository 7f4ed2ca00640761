internal import HTTPTransport
internal import HTTPTypes
private import Synchronization

/// One request and its response, shared by the task that waits for it and the thread that carries it.
///
/// The thread fills it; the reader empties it. If the reader is slower, the thread pauses the transfer.
///
/// No task is resumed while the state is locked. Cancelling a task takes this lock while the runtime holds one of its
/// own; resuming a task takes that lock of the runtime, so the opposite order would deadlock.
final class Exchange: Sendable {
    /// Number of unread bytes at which the transfer pauses.
    private static let highWater = 256 << 10

    private typealias HeadWaiter = CheckedContinuation<Result<HTTPResponse, TransportError>, Never>
    private typealias Reader = CheckedContinuation<Result<[UInt8]?, TransportError>, Never>

    private struct State {
        var head: HTTPResponse?
        /// True while the head waits for the beginning of its body, or for the end of a 304.
        var isHeadHeld = false
        var unread: [UInt8] = []
        /// The bytes still to come by `Content-Length`; at most 0 without one.
        var announced = 0
        var isPaused = false
        /// True while a task is in `nextPiece()`.
        var isBeingRead = false
        var end: Result<Void, TransportError>?
        var headWaiter: HeadWaiter?
        var reader: Reader?

        /// - Parameter limit: the number of bytes that may be unread.
        mutating func append(_ bytes: UnsafeRawBufferPointer, limit: Int) {
            // The bytes that arrive until the reader comes need no copy to grow.
            if unread.isEmpty { unread.reserveCapacity(max(0, min(announced, limit, Exchange.highWater))) }
            unread.append(contentsOf: bytes)
            announced -= bytes.count
        }
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

    /// Returns false, and the exchange fails, if the request may no longer begin.
    func mayBegin() -> Bool {
        guard request.mayBegin?() == false else { return true }
        finish(.failure(TransportError(offline: request)))
        return false
    }

    var isOver: Bool {
        state.withLock { $0.end != nil }
    }

    /// Ends the exchange immediately for the waiting task, and then on the curl thread.
    func cancel() {
        guard finish(.failure(Self.cancellation(of: address))) else { return }
        post(.cancel(self))
    }

    static func cancellation(of address: RequestAddress) -> TransportError {
        TransportError(.cancelled, "\(address.display): cancelled")
    }
}

// MARK: - The reader's side

extension Exchange {
    func head() async throws(TransportError) -> HTTPResponse {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ready: Result<HTTPResponse, TransportError>? = state.withLock { state in
                    if let head = state.head, !state.isHeadHeld { return .success(head) }
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
        // Checked before the cancellation handler is set: a task that may not read must not end the reader's exchange.
        guard beginReading() else {
            throw TransportError(.badRequest, "\(address.display): another task is reading this body")
        }
        defer { state.withLock { $0.isBeingRead = false } }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (ready, wasPaused) = state.withLock { state in read(&state, continuation) }
                if wasPaused { post(.resume(self)) }
                if let ready { continuation.resume(returning: ready) }
            }
        } onCancel: {
            cancel()
        }
        return try result.get()
    }

    /// Returns false if another task is reading.
    private func beginReading() -> Bool {
        state.withLock { state in
            defer { state.isBeingRead = true }
            return !state.isBeingRead
        }
    }

    private func read(
        _ state: inout State, _ continuation: Reader
    ) -> (ready: Result<[UInt8]?, TransportError>?, wasPaused: Bool) {
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
        request.headArrived?()
        let waiter = state.withLock { state -> HeadWaiter? in
            guard state.end == nil else { return nil }
            state.head = head
            // The end of a 304 follows at once (RFC 9110 §15.4.5): its reader wakes up once for both.
            if head.status.code == 304 {
                state.isHeadHeld = true
                return nil
            }
            state.announced = max(0, head.headerFields[.contentLength].flatMap { Int($0) } ?? 0)
            state.isHeadHeld = bytesWithHead > 0 && (head.status.code == 200 || head.status.code == 206)
            return state.isHeadHeld ? nil : state.headWaiter.take()
        }
        waiter?.resume(returning: .success(head))
    }

    /// The bytes to wait for before the head is delivered: no more than may be unread.
    private var bytesWithHead: Int { min(request.limits.bytesWithHead, bytesAhead) }

    /// At least one: a transfer without unread bytes never pauses, since only the reader of such bytes resumes it.
    private var bytesAhead: Int { max(1, request.limits.bytesAhead ?? Self.highWater) }

    /// Adds to the bytes that arrive with the head. Returns the head and its waiter once they are enough.
    private func gather(_ bytes: UnsafeRawBufferPointer, _ state: inout State) -> (HeadWaiter, HTTPResponse)? {
        state.append(bytes, limit: bytesWithHead)
        guard state.unread.count >= bytesWithHead else { return nil }
        state.isHeadHeld = false
        guard let head = state.head else { return nil }
        return state.headWaiter.take().map { ($0, head) }
    }

    /// Takes bytes of the body. Returns false if the reader is behind: the thread offers them again after
    /// `Command.resume`.
    func offer(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var waiter: (continuation: HeadWaiter, head: HTTPResponse)?
        let (reader, isTaken) = state.withLock { state -> (Reader?, Bool) in
            if state.isHeadHeld {
                waiter = gather(bytes, &state)
                return (nil, true)
            }
            if let reader = state.reader.take() {
                state.announced -= bytes.count
                return (reader, true)
            }
            state.isPaused = state.unread.count >= bytesAhead
            if !state.isPaused { state.append(bytes, limit: bytesAhead) }
            return (nil, !state.isPaused)
        }
        if let (continuation, head) = waiter { continuation.resume(returning: .success(head)) }
        reader?.resume(returning: .success(Array(bytes)))
        return isTaken
    }

    /// Sets the result, once; returns false if it was already set.
    @discardableResult
    func finish(_ end: Result<Void, TransportError>) -> Bool {
        let waiting = state.withLock { state -> (head: HeadWaiter?, held: HTTPResponse?, reader: Reader?)? in
            guard state.end == nil else { return nil }
            state.end = end
            if end.isCancellation { state.unread = [] }
            let held = state.isHeadHeld && !end.isCancellation ? state.head : nil
            state.isHeadHeld = false
            return (state.headWaiter.take(), held, state.reader.take())
        }
        guard let waiting else { return false }
        if let head = waiting.held {
            // The bytes that arrived before a failure are read first.
            waiting.head?.resume(returning: .success(head))
        } else if case .failure(let error) = end {
            waiting.head?.resume(returning: .failure(error))
        }
        waiting.reader?.resume(returning: end.map { nil })
        return true
    }
}

extension Result<Void, TransportError> {
    fileprivate var isCancellation: Bool {
        if case .failure(let error) = self { error.cause == .cancelled } else { false }
    }
}
