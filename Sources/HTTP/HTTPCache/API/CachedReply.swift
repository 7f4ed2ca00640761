internal import ContentCoding
public import HTTPTransport
public import HTTPTypes

/// The answer to a `CacheRequest`, and how it came.
public struct CachedReply: Sendable {
    /// Status and fields as the caller should see them; on a hit with an `Age` of now (RFC 9111 §5.1).
    public let head: HTTPResponse
    /// The address that answered, after redirects; never with user information, so it may be shown and be a base for others.
    public let url: String
    /// The redirects followed on the way, first to last.
    public internal(set) var redirects: [Redirect] = []
    /// The way the body came.
    public let source: Source
    /// Its age and lifetime when it was given.
    public let freshness: FreshnessFacts
    /// The digest of the body as coded on the wire; nil where it streams past the cache and is not known yet.
    public let bodyDigest: BodyDigest?
    /// Information that the app stored with it.
    public let userInfo: [String: String]
    /// Why the origin could not be asked, where this reply stands in for its answer: a 504 of the cache's own (RFC 9111 §5.2.2.2),
    /// or something stale that may be served then.
    public internal(set) var failure: TransportError?

    let key: CacheKey
    let content: Content
    var receipts: [TransferReceipt] = []
    let decodedBodyBytes: Int
    let handling: CacheStatus
    let cacheName: String

    /// Origins of a body.
    public enum Source: String, Sendable {
        /// The origin sent it now.
        case network
        /// It was stored, nothing was asked.
        case cache
        /// It was stored, and the origin said just now that it still holds.
        case revalidated
    }

    /// One redirect that was followed.
    public struct Redirect: Sendable, Equatable {
        /// 301 and 308 are for good: the caller may adopt `target`.
        public let status: Int
        /// The address that redirected, without user information.
        public let url: String
        /// The target address, with the user information that goes along on the same origin: for requests, not to be shown.
        public let target: String
    }

    /// Age against lifetime at the time of the reply.
    public struct FreshnessFacts: Sendable, Equatable {
        /// Seconds since the origin made or confirmed it (RFC 9111 §4.2.3).
        public let age: Int
        /// Seconds it is fresh for (RFC 9111 §4.2.1), 0 where nothing says so.
        public let lifetime: Int
        /// True if it is as old as its lifetime, or older.
        public var isStale: Bool { age >= lifetime }
    }

    /// This cache's member of the Cache-Status list (RFC 9211).
    public var cacheStatus: String { handling.value(name: cacheName) }

    /// Bytes on the wire that this reply has cost so far, redirects and revalidations included; zero for a hit.
    public var wireBytes: TransferReceipt.Bytes {
        var sum = TransferReceipt.Bytes()
        for receipt in receipts {
            let bytes = receipt.bytes
            sum.sent += bytes.sent
            sum.received += bytes.received
        }
        return sum
    }
}

// MARK: - The body

extension CachedReply {
    /// The bytes of a body, or the way to them.
    enum Content: Sendable {
        case bytes([UInt8])
        /// On disk: read when asked for.
        case stored(@Sendable () throws(CacheError) -> [UInt8])
        /// Still arriving.
        case stream(ResponseBody)
    }

    /// The body as coded on the wire. A body that streams can be read once.
    public nonisolated(nonsending) func body() async throws(CacheError) -> [UInt8] {
        switch content {
        case .bytes(let bytes): return bytes
        case .stored(let read): return try read()
        case .stream(let body):
            do throws(TransportError) {
                return try await body.collect()
            } catch {
                throw .transport(error)
            }
        }
    }

    /// The body with its content codings undone, at most `limit` bytes of it (the request's limit where nil).
    public nonisolated(nonsending) func decodedBody(limit: Int? = nil) async throws(CacheError) -> [UInt8] {
        let coded = try await body()
        let limit = limit ?? decodedBodyBytes
        do throws(ContentCodingError) {
            return try ContentDecoder.decode(
                coded, contentEncoding: head.headerFields[values: .contentEncoding], limit: limit)
        } catch .tooLarge {
            throw .tooLarge(url: url, limit: limit)
        } catch {
            throw .undecodable(url: url, reason: error.description)
        }
    }

    /// The body as coded on the wire, piece by piece.
    public func stream() throws(CacheError) -> ResponseBody {
        switch content {
        case .bytes(let bytes): ResponseBody(bytes)
        case .stored(let read): ResponseBody(try read())
        case .stream(let body): body
        }
    }
}
