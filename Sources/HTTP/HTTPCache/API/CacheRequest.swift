public import HTTPTransport
public import HTTPTypes

/// A request to a `CachingClient`.
public struct CacheRequest: Sendable {
    /// The request method; GET, HEAD, and POST by its body may be answered from the cache.
    public var method: HTTPRequest.Method
    /// An absolute `http` or `https` address; its path and query go on the wire byte for byte, its fragment does not.
    public var url: String
    /// Sent as they are. `If-None-Match` and the like make a 304 reach the caller as 304.
    public var fields: HTTPFields
    /// The body to send.
    public var body: [UInt8]?
    /// Bounds of size and time for the exchange.
    public var limits = TransferLimits()
    /// The most bytes that `CachedReply.decodedBody()` may yield (default 64 MiB).
    public var decodedBodyBytes = 64 << 20
    /// True if a response without explicit lifetime may get one from its Last-Modified (RFC 9111 §4.2.2); nil: as the client's settings say.
    public var heuristics: Bool?
    /// True if 301, 302, 303, 307 and 308 are followed, each hop a cached request of its own.
    public var followsRedirects = true
    /// True if a stored body is read and compared with its checksum before the reply is given, so that a damaged one is a miss.
    /// Without this only its head is read; `CachedReply.body()` then reads it and may throw `bodyLost`.
    public var readsBodyAtOnce = true
    /// True if the reply comes as soon as its head is there, and the body is stored once it has been read to its end.
    /// Without this a body that is to be stored is awaited first, and shared with all who ask for it meanwhile.
    public var streamsBody = false
    /// True if the body is part of the key, so that equal POSTs may share a stored response. Such a POST counts as a question:
    /// it invalidates nothing. Off, POST is never answered from the cache.
    public var keyedByBody = false
    /// Asked before a response is stored: may change its fields, make it memory-only, or return false: it is not stored.
    public var willCache: WillCache?

    /// Gets the proposed response, body as coded on the wire; for a 304 the stored head as it would become, without the body
    /// (`isUpdate`). Runs on the task that fetches; the reply itself is not changed by it.
    public typealias WillCache = @Sendable (inout CachedResponse) -> Bool

    /// A request with the default limits.
    public init(
        url: String, method: HTTPRequest.Method = .get, fields: HTTPFields = HTTPFields(), body: [UInt8]? = nil
    ) {
        self.url = url
        self.method = method
        self.fields = fields
        self.body = body
    }

    /// Scheme, host and port of its address, normalised (RFC 9110 §4.3.1), and the path with its query as it goes on the wire;
    /// nil where the address is not one that can be asked.
    public var destination: (origin: String, target: String)? {
        HTTPAddress(url).map { ("\($0.scheme)://\($0.authority)", $0.target) }
    }
}
