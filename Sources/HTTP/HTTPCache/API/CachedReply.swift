internal import ContentCoding
public import HTTPTransport
public import HTTPTypes

/// The reply to a `CacheRequest`, and its source.
public struct CachedReply: Sendable {
    /// Status and fields for the caller; a hit has the current `Age` (RFC 9111 §5.1).
    public let head: HTTPResponse
    /// The address that answered, after redirects; it has no user information, so it may be shown and serve as a base
    /// for others.
    public let url: String
    /// The redirects that were followed, first to last.
    public internal(set) var redirects: [Redirect] = []
    /// The source of the body.
    public let source: Source
    /// Its age and lifetime at the time of the reply.
    public let freshness: FreshnessInformation
    /// The digest of the body as coded on the wire; nil if the body was still arriving when the reply was delivered, and
    /// for the cache's own 504. For a reply from the store it is the digest of the whole stored body, even if the reply
    /// contains only a part of that body, or none.
    public let bodyDigest: BodyDigest?
    /// The app's information, stored with the response.
    public let userInfo: [String: String]
    /// The reason why the request to the origin failed, if this reply takes the place of its response: a 504 of the
    /// cache (RFC 9111 §5.2.2.2) or a stale response.
    public internal(set) var failure: TransportError?

    let key: CacheKey
    let cache: ResponseCache
    private(set) var content: Content
    var receipts: [TransferReceipt] = []
    let decodedBodyBytes: Int
    let handling: CacheStatus
    let cacheName: String
    /// The storage of a streamed body; nil for a reply whose `handling` says if it is stored.
    var storage: StreamStorage?

    /// Sources of a body.
    public enum Source: String, Sendable {
        /// The origin sent it now.
        case network
        /// It was stored, and no request was sent.
        case cache
        /// It was stored, and the origin has just confirmed it.
        case revalidated
    }

    /// One redirect that was followed.
    public struct Redirect: Sendable, Equatable {
        /// The status code. 301 and 308 are permanent: the caller may adopt `target`.
        public let status: Int
        /// The address that redirected, without user information.
        public let url: String
        /// The target address, with the user information that applies on the same origin: for requests, never shown.
        public let target: String
        /// `cache` if its origin was not contacted this time.
        public let source: Source
    }

    /// Age and lifetime at the time of the reply.
    public struct FreshnessInformation: Sendable, Equatable {
        /// Seconds since the origin made or confirmed the response (RFC 9111 §4.2.3); 2^31 if that is unknown, or if
        /// the origin has a newer response (§4.3.5).
        public let age: Int
        /// Lifetime in seconds, declared (RFC 9111 §4.2.1) or heuristic (§4.2.2); 0 without either.
        public let lifetime: Int
        /// True if it is at least as old as its lifetime.
        public var isStale: Bool { age >= lifetime }
        /// Stands for an unknown age.
        package static let unknownAge = CacheControl.maximumDelta
    }

    /// This cache's member of the Cache-Status list (RFC 9211). It says `stored` for a streamed reply once the body has
    /// been read to its end and stored.
    public var cacheStatus: String {
        var handling = handling
        handling.isStored = storage?.isStored ?? handling.isStored
        return handling.value(name: cacheName)
    }

    /// Bytes that this reply has sent and received so far, redirects and revalidations included; zero for a hit.
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
    /// The bytes of a body, or their source.
    enum Content: Sendable {
        case bytes([UInt8])
        /// The body is on disk and read on demand.
        case stored(@Sendable () throws(CacheError) -> [UInt8])
        /// The body is still arriving.
        case stream(ResponseBody)
    }

    /// Returns the body as coded on the wire.
    ///
    /// A streamed body, such as that of a response that may not be stored (`bodyDigest` is nil), can be read once and by
    /// one task: a second call returns an empty body, or throws while the first one is reading. So keep the result.
    ///
    /// - Throws: `transport` if a streamed body breaks off, or if another task is reading it; `bodyLost` if a stored one
    ///   is gone or damaged.
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

    /// Returns the same reply once its body has arrived completely.
    package nonisolated(nonsending) func arrived() async throws(CacheError) -> CachedReply {
        guard case .stream = content else { return self }
        var whole = self
        whole.content = .bytes(try await body())
        return whole
    }

    /// Returns the decoded body, at most `limit` bytes (nil means the request's limit). A body that is declared as gzip
    /// but does not begin as gzip data does is returned unchanged: some servers declare it for uncompressed bytes.
    ///
    /// - Throws: what `body()` throws; `tooLarge` above the limit, `undecodable` for an unknown or broken coding: the
    ///   stored response is removed then, since a 304 would confirm it at each later request. It also throws
    ///   `undecodable` for a part of a coded body (206), which removes nothing.
    public nonisolated(nonsending) func decodedBody(limit: Int? = nil) async throws(CacheError) -> [UInt8] {
        let coded = try await body()
        let limit = limit ?? decodedBodyBytes
        do throws(ContentCodingError) {
            return try ContentDecoder.decode(
                coded, contentEncoding: head.headerFields[values: .contentEncoding], limit: limit, isPart: isPart)
        } catch .tooLarge {
            throw .tooLarge(url: url, limit: limit)
        } catch {
            removal()
            throw .undecodable(url: url, reason: error.description)
        }
    }

    /// Removes the stored response once its coding turns out to be unknown or broken. A part of a coded body (206)
    /// cannot be decoded alone, so that its failure shows no damage.
    package var removal: @Sendable () -> Void {
        guard !isPart else { return {} }
        let isOld = source != .network
        return { [key, cache, storage, handling] in
            if isOld || storage?.isStored ?? handling.isStored { cache.remove(key) }
        }
    }

    /// True if the body is a range of a longer one.
    package var isPart: Bool { head.status == .partialContent }

    /// Returns the body as coded on the wire, piece by piece.
    ///
    /// - Throws: `bodyLost` if a stored body is gone or damaged.
    public func stream() throws(CacheError) -> ResponseBody {
        switch content {
        case .bytes(let bytes): ResponseBody(bytes)
        case .stored(let read): ResponseBody(try read())
        case .stream(let body): body
        }
    }
}
