public import HTTPTransport
public import HTTPTypes

/// A request to a `CachingClient`.
public struct CacheRequest: Sendable {
    /// The request method; GET, HEAD, and POST by its body can be answered from the cache.
    public var method: HTTPRequest.Method
    /// An absolute `http` or `https` address; its path and query are sent byte for byte, its fragment is not sent. Its
    /// user information is part of the key, and sent as Basic credentials unless `fields` have an `Authorization`.
    public var url: String
    /// The fields, which are sent unchanged. With `If-None-Match` and the like, a 304 reaches the caller as 304.
    public var fields: HTTPFields
    /// Fields whose values are secrets although their names do not say so, such as `AppKey`: like `Authorization`, they
    /// are never sent to another origin after a redirect, and requests share a fetch only if these fields are equal. A
    /// response whose `Vary` names one that was sent is not stored, since its key would hold the secret.
    public var secretFields: Set<HTTPField.Name> = []
    /// The body to send.
    public var body: [UInt8]?
    /// Limits of size and time for the exchange.
    public var limits = TransferLimits()
    /// Maximum size of the result of `CachedReply.decodedBody()`, in bytes (default 64 MiB). A streamed copy of a coded
    /// body may also yield 100 times the bytes that have arrived.
    public var decodedBodyBytes = 64 << 20
    /// True if a response without an explicit lifetime may get one from Last-Modified (RFC 9111 §4.2.2); nil means that
    /// the client's settings decide.
    public var heuristics: Bool?
    /// True if 301, 302, 303, 307 and 308 are followed; each redirect is a separate cached request. After a 303
    /// (except to HEAD), and after a 301 or 302 to POST, that request is a GET (RFC 9110 §15.4).
    public var followsRedirects = true
    /// True if a stored body is read and compared with its checksum before the reply is delivered, so that a damaged
    /// one is a miss. Otherwise only its head is read; `CachedReply.body()` then reads it and may throw `bodyLost`.
    public var readsBodyAtOnce = true
    /// True if the reply is delivered as soon as its head has arrived, and the body is stored once it is read to its
    /// end. Otherwise a body to be stored is complete before the reply, and shared with all concurrent callers. A
    /// redirect that is followed is stored in both cases.
    public var streamsBody = false
    /// False if a new response is not to be stored: it replaces nothing and passes through without a copy. A 304 still
    /// updates the stored head.
    public var storesNewResponses = true
    /// True if the body is part of the key, with its `Content-Type`, `Content-Encoding` and `Host`, so that equal POSTs
    /// may share a stored response, or a running request. Such a POST counts as a query: it invalidates nothing. If
    /// false, POST is never answered from the cache.
    public var keyedByBody = false
    /// Returns the conditional fields for the caller's own copy (`If-None-Match` and the like), once for each address
    /// of a redirect chain. Its argument is the head of the stored response that the request selects; nil if no
    /// complete response is stored, or if only the origin can select one (`Vary: *`). After an empty result the request
    /// carries the conditions of its policy. Only `CachingClient.response` calls this, and only for methods that the
    /// cache can answer.
    package var ownConditions: (@Sendable (_ stored: HTTPResponse?) -> HTTPFields)?
    /// Called when a response's head has arrived from a server, including the head of a redirect, whether or not the
    /// reply waits for the body. It is not called for a request that shares the fetch of another one.
    package var headArrived: (@Sendable () -> Void)?
    /// Called before a response is stored: it may change the response, keep it in memory only, or return false to store
    /// nothing.
    public var willCache: WillCache?

    /// Receives the proposed response with its body as coded on the wire; after a 304, the new stored head without the
    /// body (`isUpdate`). If that is refused (false, or `notAllowed`), the stored response keeps its old head; its tier
    /// does not change. Runs on the fetching task and does not change the reply itself. If several requests with hooks
    /// share a fetch, one of the hooks runs.
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

    /// True for a field that belongs to one origin.
    func isCredential(_ name: HTTPField.Name) -> Bool { name.isCredential || secretFields.contains(name) }

    /// Its address, normalised, with its user information and without its fragment; nil if it is invalid.
    package var address: String? { HTTPAddress(url)?.text }

    /// The value of `Authorization` for the user information of its address; nil without any.
    package var addressAuthorization: String? {
        url.utf8.contains(UInt8(ascii: "@")) ? HTTPAddress(url)?.authorization : nil
    }

    /// Scheme, host and port of its address, normalised (RFC 9110 §4.3.1), and the path with its query as sent; nil if
    /// the address is invalid.
    public var destination: (origin: String, target: String)? {
        HTTPAddress(url).map { ("\($0.scheme)://\($0.authority)", $0.target) }
    }
}
