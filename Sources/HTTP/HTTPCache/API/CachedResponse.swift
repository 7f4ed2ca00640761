internal import ContentCoding
public import HTTPTypes

/// A stored response or one to store: head, body as coded on the wire, and the app's information.
public struct CachedResponse: Sendable, Equatable {
    /// Status and fields.
    public var head: HTTPResponse
    /// The body as coded on the wire.
    public var body: [UInt8]
    /// Stored with the response; the cache does not use it.
    public var userInfo: [String: String]
    /// The tiers that may hold it.
    public var storagePolicy: StoragePolicy
    /// True if this is a new head for a stored body; `body` is empty then.
    public let isUpdate: Bool
    /// The address that sent the response, after redirects, without user information; known in a `willCache` hook only.
    public let url: String?

    /// The tiers that may hold a response.
    public enum StoragePolicy: UInt8, Sendable, CaseIterable {
        /// Both tiers.
        case allowed
        /// The memory tier only: the entry is lost with the process.
        case allowedInMemoryOnly
        /// No tier stores the response.
        case notAllowed
    }

    /// Makes a response to store.
    public init(
        head: HTTPResponse, body: [UInt8], userInfo: [String: String] = [:], storagePolicy: StoragePolicy = .allowed
    ) {
        self.init(head: head, body: body, userInfo: userInfo, storagePolicy: storagePolicy, isUpdate: false, url: nil)
    }

    init(
        head: HTTPResponse, body: [UInt8], userInfo: [String: String] = [:], storagePolicy: StoragePolicy = .allowed,
        isUpdate: Bool, url: String?
    ) {
        self.head = head
        self.body = body
        self.userInfo = userInfo
        self.storagePolicy = storagePolicy
        self.isUpdate = isUpdate
        self.url = url
    }

    /// Returns the first bytes of the decoded body: about `count`, fewer if it ends earlier or cannot be decoded.
    public func decodedPrefix(_ count: Int) -> [UInt8] {
        guard let codings = try? Coding.list(head.headerFields[values: .contentEncoding]) else { return [] }
        let decoder = ContentDecoder(
            codings, limit: min(max(count, 1), 1 << 40) + (16 << 20), isPart: head.status == .partialContent)
        var prefix: [UInt8] = []
        var offset = 0
        while prefix.count < count, offset < body.count {
            let piece = Array(body[offset..<min(offset + 512, body.count)])
            guard let decoded = try? decoder.decode(piece) else { break }
            prefix += decoded
            offset += piece.count
        }
        return Array(prefix.prefix(count))
    }
}
