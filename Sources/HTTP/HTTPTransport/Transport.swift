public import HTTPTypes

/// Carries HTTP exchanges: over curl, over another library, by a test's script, or not at all while offline.
///
/// A transport follows no redirect, keeps no cookie, stores nothing and decodes no content coding.
public protocol Transport: Sendable {
    /// Sends the request and returns as soon as the final response's header section has arrived (1xx are skipped); the
    /// body then arrives through `TransportResponse.body`. A 304, which has no content, may be
    /// returned only when the exchange ends. Cancelling the task ends the exchange.
    ///
    /// - Throws: the reason why there is no response. An error status is a response.
    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse

    /// Starts loading the libraries that the first exchange needs, and returns at once.
    func prepare()
}

extension Transport {
    /// Does nothing.
    public func prepare() {}
}

/// A request as sent over the wire.
public struct TransportRequest: Sendable {
    /// `scheme`, `authority` and `path` give the address; the field values are sent byte for byte.
    public var head: HTTPRequest
    /// The body, which is sent after the header section.
    public var body: [UInt8]?
    /// Limits of size and time.
    public var limits: TransferLimits
    /// Called when it is the exchange's turn for a connection; if it returns false, no socket is opened, and the
    /// exchange fails as `offline`. Nil means that it may begin.
    public var mayBegin: (@Sendable () -> Bool)?
    /// Called when the head of the final response has arrived, even if `bytesWithHead` delays its delivery. A transport
    /// need not support it.
    package var headArrived: (@Sendable () -> Void)?

    /// A request with the default limits.
    public init(head: HTTPRequest, body: [UInt8]? = nil, limits: TransferLimits = TransferLimits()) {
        self.head = head
        self.body = body
        self.limits = limits
    }
}

/// Limits of an exchange. Unless `totalTimeout` is set, a slow transfer continues as long as bytes move.
public struct TransferLimits: Sendable, Equatable {
    /// Maximum size of all header fields of a response together, in bytes (default 256 KiB).
    public var headerBytes = 256 << 10
    /// Maximum size of the body as sent over the wire, in bytes (default 32 MiB).
    public var bodyBytes: Int64 = 32 << 20
    /// Maximum time to resolve the name, connect and negotiate TLS together, in seconds (default 10).
    public var connectTimeout = 10
    /// An exchange ends if no byte arrives for this many seconds (default 20).
    public var stallTimeout = 20
    /// An exchange ends if its body is incomplete after this many seconds on the wire; nil means no limit (default).
    /// Pauses that keep a transport below a rate of its own do not count.
    public var totalTimeout: Int?
    /// Maximum number of bytes that may arrive ahead of the reader, in the socket and after it; such an exchange has
    /// its own connection. Nil means that the system and the transport choose.
    public var bytesAhead: Int?
    /// A successful response is delivered once this many bytes of its body have arrived, or all of them: its reader
    /// wakes up once, not for the head and for each piece. 0: as soon as the head has arrived (default).
    public var bytesWithHead = 0
    /// Received bytes may wait in the socket for this time, so that more of them are read at once: this saves wake-ups
    /// of a transfer that no person waits for. The most urgent running transfer sets the delay of all. `CurlTransport`
    /// waits 10 ms at most. 0: they are read at once (default).
    public var readDelay = Duration.zero

    /// The default limits.
    public init() {}
}

/// A response whose body is still arriving.
public struct TransportResponse: Sendable {
    /// Status and fields of the final response.
    public var head: HTTPResponse
    /// The body, still arriving.
    public var body: ResponseBody
    /// The bytes that the exchange has cost.
    public var receipt: TransferReceipt

    /// Makes a response; this is for transports.
    public init(head: HTTPResponse, body: ResponseBody, receipt: TransferReceipt = TransferReceipt()) {
        self.head = head
        self.body = body
        self.receipt = receipt
    }
}
