internal import CCurl
public import HTTPTransport
private import Synchronization

/// HTTP/1.1 and HTTP/2 with libcurl, on its own thread.
///
/// `prepare()` or the first exchange starts the thread, which loads libcurl. Certificates are always verified. Dropping
/// the transport cancels all running exchanges.
public final class CurlTransport: Transport {
    private let settings: CurlSettings
    private let loaded: (@Sendable () -> Void)?
    private let thread = Mutex<CurlThread?>(nil)

    /// Creates a transport without starting its thread or opening a connection.
    ///
    /// - Parameter loaded: called on the transport's thread once libcurl is loaded, before the first exchange.
    public init(_ settings: CurlSettings = CurlSettings(), loaded: (@Sendable () -> Void)? = nil) {
        self.settings = settings
        self.loaded = loaded
    }

    deinit {
        thread.withLock { $0?.stop() }
    }

    /// - Throws: every cause of `TransportError`, `offline` only if `mayBegin` returns false; the message names the
    ///   address, without its userinfo.
    public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let address = try RequestAddress(request.head)
        // The thread could send the request before `head()` notices the cancellation.
        guard !Task.isCancelled else { throw Exchange.cancellation(of: address) }
        let thread = startedThread()
        let exchange = Exchange(request, to: address) { command in thread.post(command) }
        thread.post(.start(exchange))
        let head = try await exchange.head()
        return TransportResponse(head: head, body: ResponseBody(ExchangeBody(exchange)), receipt: exchange.receipt)
    }

    /// Starts the thread, which loads libcurl and the 30 libraries that it needs: 5 to 7 ms.
    public func prepare() {
        _ = startedThread()
    }

    private func startedThread() -> CurlThread {
        thread.withLock { thread in
            if let thread { return thread }
            let started = CurlThread(settings, loaded)
            started.start()
            thread = started
            return started
        }
    }
}

/// The reader's end of an exchange; dropping it cancels the rest.
private final class ExchangeBody: ResponseBody.Source {
    private let exchange: Exchange

    init(_ exchange: Exchange) {
        self.exchange = exchange
    }

    deinit {
        exchange.cancel()
    }

    func next() async throws(TransportError) -> [UInt8]? {
        try await exchange.nextPiece()
    }
}
