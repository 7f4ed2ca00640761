internal import Basics
internal import ContentCoding
public import Foundation
public import HTTPCache
public import HTTPTransport
internal import HTTPTypes

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// A `CachingClient` with Foundation's types: `URLRequest` in, `HTTPURLResponse` out.
///
/// ```swift
/// let session = CachingSession(CachingClient(cache: cache, transport: CurlTransport()))
/// let (data, response) = try await session.data(for: URLRequest(url: url))
/// ```
/// All six values of `URLRequest.cachePolicy` work. Errors are `URLError`s.
public struct CachingSession: Sendable {
    /// The client that carries the requests.
    public let client: CachingClient
    /// Called before a response is stored; see `WillCache`.
    public var willCache: WillCache?

    /// Limits of each request: `data(for:)` and `updates(for:)` fail if the body has more than `bodyBytes` as sent
    /// (default 32 MiB); `bytes(for:)` and `download(for:to:)` ignore that one. `URLRequest.timeoutInterval` takes the
    /// place of `stallTimeout`, and a shorter one also that of `connectTimeout`.
    public var limits = TransferLimits()
    /// Maximum decoded size, in bytes, of a body from `data(for:)` or `updates(for:)` (default 64 MiB).
    /// `download(for:to:)` also decodes a coded body to 100 times the bytes that have arrived; `bytes(for:)` has no
    /// limit of the whole, and decodes a coded body in pieces of at most 64 MiB.
    public var decodedBodyBytes = 64 << 20

    /// Receives a response that is about to be stored, its data as coded on the wire. It may change the header fields,
    /// the user information and the storage policy, or return false to store nothing: after a 304 (`isUpdate`) the
    /// stored response then keeps its old head.
    public typealias WillCache = @Sendable (inout StoredURLResponse) -> Bool

    /// - Parameters:
    ///   - client: the client with the cache and the transport.
    ///   - willCache: called before a response is stored.
    public init(_ client: CachingClient, willCache: WillCache? = nil) {
        self.client = client
        self.willCache = willCache
    }

    /// Returns the complete response, decoded.
    ///
    /// - Throws: `URLError`; `.resourceUnavailable` if `returnCacheDataDontLoad` finds nothing.
    public func data(for request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        try await Self.translatingErrors(request) { () async throws(CacheError) in
            let reply = try await client.response(
                for: try cacheRequest(request), policy: request.cachePolicy.cachePolicy)
            return (Data(try await reply.decodedBody()), HTTPURLResponse(reply))
        }
    }

    /// Returns the response as soon as its head has arrived, and its body byte by byte; it is stored once it is read to
    /// the end.
    ///
    /// - Throws: `URLError`; `.resourceUnavailable` if `returnCacheDataDontLoad` finds nothing. The body throws later
    ///   errors.
    public func bytes(for request: URLRequest) async throws -> (ReplyBytes, HTTPURLResponse) {
        try await Self.translatingErrors(request) { () async throws(CacheError) in
            var cacheRequest = try cacheRequest(request)
            cacheRequest.streamsBody = true
            // The caller holds one piece at a time.
            cacheRequest.limits.bodyBytes = .max
            let reply = try await client.response(for: cacheRequest, policy: request.cachePolicy.cachePolicy)
            return (try ReplyBytes(reply), HTTPURLResponse(reply))
        }
    }

    /// Delivers the stored response at once, then the origin's; see `URLUpdate`.
    ///
    /// `useProtocolCachePolicy` means `reloadRevalidatingCacheData` here; every other policy applies to the second
    /// step. So `returnCacheDataDontLoad` sends no request at all.
    public func updates(for request: URLRequest) -> AsyncStream<URLUpdate> {
        let policy = request.cachePolicy.cachePolicy
        let revalidation: CachePolicy = policy == .useProtocolCachePolicy ? .reloadRevalidatingCacheData : policy
        return AsyncStream { continuation in
            let task = Task.detached {
                do throws(CacheError) {
                    for await update in client.updates(for: try cacheRequest(request), revalidation: revalidation) {
                        continuation.yield(await URLUpdate(update, request.url))
                    }
                } catch {
                    continuation.yield(.failed(error.urlError(request.url)))
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    static func translatingErrors<Value>(
        _ request: URLRequest, _ work: () async throws(CacheError) -> Value
    ) async throws -> Value {
        do throws(CacheError) {
            return try await work()
        } catch {
            throw error.urlError(request.url)
        }
    }
}

// MARK: - The store

extension CachingSession {
    /// Returns the stored response for a request, fresh or not.
    public func cachedResponse(for request: URLRequest) -> StoredURLResponse? {
        guard let url = request.url, let cacheRequest = try? cacheRequest(request) else { return nil }
        return client.cache.cachedResponse(for: cacheRequest).map { StoredURLResponse($0, url) }
    }

    /// Stores a complete response to a GET as if the origin had just sent it; see `ResponseCache.store(_:for:)`.
    public func storeCachedResponse(_ response: StoredURLResponse, for request: URLRequest) {
        guard let cacheRequest = try? cacheRequest(request) else { return }
        client.cache.store(response.cached, for: cacheRequest)
    }

    /// Removes every stored variant of the request's address.
    public func removeCachedResponse(for request: URLRequest) {
        guard let cacheRequest = try? cacheRequest(request) else { return }
        client.cache.remove(for: cacheRequest)
    }
}

// MARK: - Requests

extension CachingSession {
    func cacheRequest(_ request: URLRequest) throws(CacheError) -> CacheRequest {
        guard let url = request.url else { throw .invalidURL("") }
        // This transport cannot choose its network interface, so a request that forbids cellular access is refused.
        guard request.allowsCellularAccess else { throw .restrictedConnection(url.absoluteString) }
        guard request.httpBodyStream == nil else { throw .bodyStream(url.absoluteString) }
        guard let method = HTTPRequest.Method(request.httpMethod ?? "GET") else {
            throw .invalidURL(url.absoluteString)
        }
        var fields = HTTPFields()
        for (name, value) in request.allHTTPHeaderFields ?? [:] {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        // A part of a coded body cannot be decoded.
        if !fields.contains(.acceptEncoding) {
            fields[.acceptEncoding] = fields.contains(.range) ? "identity" : Coding.acceptEncoding
        }
        var cacheRequest = CacheRequest(
            url: url.absoluteString, method: method, fields: fields, body: request.httpBody.map(Array.init))
        cacheRequest.limits = limits
        cacheRequest.decodedBodyBytes = decodedBodyBytes
        if request.timeoutInterval.isFinite, request.timeoutInterval > 0 {
            cacheRequest.limits.stallTimeout = Int(min(request.timeoutInterval, 86_400).rounded(.up))
        }
        // No byte arrives while the connection is being made, and that time has a limit of its own.
        cacheRequest.limits.connectTimeout = min(limits.connectTimeout, cacheRequest.limits.stallTimeout)
        cacheRequest.willCache = hook(url)
        return cacheRequest
    }

    private func hook(_ url: URL) -> CacheRequest.WillCache? {
        guard let willCache else { return nil }
        return { response in
            var proposed = StoredURLResponse(response, url)
            guard willCache(&proposed) else { return false }
            let isUnchangedBody = proposed.data.elementsEqual(response.body)
            response.head = proposed.head(keeping: response.head.headerFields)
            if !isUnchangedBody { response.body = Array(proposed.data) }
            response.userInfo = proposed.userInfo
            response.storagePolicy = proposed.storagePolicy
            return true
        }
    }
}

extension CacheError {
    /// Returns the error of a request that `allowsCellularAccess = false` refuses.
    fileprivate static func restrictedConnection(_ url: String) -> CacheError {
        refused("the kind of connection cannot be chosen here", url)
    }

    fileprivate static func bodyStream(_ url: String) -> CacheError {
        refused("a body stream cannot be sent", url)
    }

    private static func refused(_ reason: String, _ url: String) -> CacheError {
        .transport(TransportError(.badRequest, "\(reason): \(ShownAddress.inMessage(url))"))
    }
}

extension URLRequest.CachePolicy {
    /// The policy with the same name.
    public var cachePolicy: CachePolicy {
        switch self {
        case .reloadIgnoringLocalCacheData: .reloadIgnoringLocalCacheData
        case .reloadIgnoringLocalAndRemoteCacheData: .reloadIgnoringLocalAndRemoteCacheData
        case .returnCacheDataElseLoad: .returnCacheDataElseLoad
        case .returnCacheDataDontLoad: .returnCacheDataDontLoad
        case .reloadRevalidatingCacheData: .reloadRevalidatingCacheData
        default: .useProtocolCachePolicy
        }
    }
}
