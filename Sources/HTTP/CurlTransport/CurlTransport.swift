internal import CCurl
public import HTTPTransport
internal import HTTPTypes
private import Synchronization

/// HTTP/1.1 and HTTP/2 by libcurl, on one thread of its own.
///
/// The thread, the sockets and libcurl itself come into being with the first exchange. Certificates are always verified.
/// Dropping the transport cancels what is under way.
public final class CurlTransport: Transport {
    private let settings: CurlSettings
    private let thread = Mutex<CurlThread?>(nil)

    /// A transport that has opened nothing yet.
    public init(_ settings: CurlSettings = CurlSettings()) {
        self.settings = settings
    }

    deinit {
        thread.withLock { $0?.stop() }
    }

    /// - Throws: every cause of `TransportError` but `offline`; the message names the address, without its userinfo.
    public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let address = try RequestAddress(request.head)
        let thread = startedThread()
        let exchange = Exchange(request, to: address) { command in thread.post(command) }
        thread.post(.start(exchange))
        let head = try await exchange.head()
        return TransportResponse(head: head, body: ResponseBody(ExchangeBody(exchange)), receipt: exchange.receipt)
    }

    private func startedThread() -> CurlThread {
        thread.withLock { thread in
            if let thread { return thread }
            let started = CurlThread(settings)
            started.start()
            thread = started
            return started
        }
    }
}

/// The reader's end of an exchange; dropping it cancels what is still to come.
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
