public import HTTPTypes

/// Carries HTTP exchanges: over curl, over another library, by a script in tests, or not at all while offline.
///
/// A transport follows no redirect, keeps no cookie, stores nothing and decodes no content coding.
public protocol Transport: Sendable {
    /// Sends the request and returns as soon as the final response's header section is there (1xx are passed over);
    /// the body then arrives through `TransportResponse.body`. Cancelling the task ends the exchange.
    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse
}

/// A request as it goes on the wire.
public struct TransportRequest: Sendable {
    /// `scheme`, `authority` and `path` give the address; the field values are sent byte for byte.
    public var head: HTTPRequest
    /// Sent after the header section.
    public var body: [UInt8]?
    /// Bounds of size and time.
    public var limits: TransferLimits

    /// A request with the default limits.
    public init(head: HTTPRequest, body: [UInt8]? = nil, limits: TransferLimits = TransferLimits()) {
        self.head = head
        self.body = body
        self.limits = limits
    }
}

/// Bounds of an exchange. Unless `totalTimeout` is set, a slow transfer goes on as long as bytes move.
public struct TransferLimits: Sendable, Equatable {
    /// All header fields of a response together, in bytes (default 256 KiB).
    public var headerBytes = 256 << 10
    /// The body as it comes on the wire, in bytes (default 32 MiB).
    public var bodyBytes: Int64 = 32 << 20
    /// In seconds, for name, connection and TLS together (default 10).
    public var connectTimeout = 10
    /// An exchange ends when not one byte came for this many seconds (default 20).
    public var stallTimeout = 20
    /// An exchange ends when its body is not complete after this many seconds on the wire; nil: no limit (default).
    public var totalTimeout: Int?
    /// The most that may arrive ahead of its reader, in bytes, in the socket and behind it; such an exchange has a connection of its
    /// own. Nil: as much as the system and the transport find good.
    public var bytesAhead: Int?

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

    /// A response as a transport gives it.
    public init(head: HTTPResponse, body: ResponseBody, receipt: TransferReceipt = TransferReceipt()) {
        self.head = head
        self.body = body
        self.receipt = receipt
    }
}
