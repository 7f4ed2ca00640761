internal import Basics
public import FoundationEssentials
public import HTTPTypes

/// A stored response, as `ResponseCache.entries()` lists it.
public struct CacheEntry: Sendable {
    /// `GET`, or `POST` for an entry stored by its body.
    public let method: String
    /// The address as requested, including user information: it is for requests and is never shown.
    public let url: String
    /// The address without user information.
    public let shownURL: String
    /// Status and fields as stored.
    public let head: HTTPResponse
    /// The request fields named by `Vary`, with their values; credentials are hidden.
    public let selectingFields: [String: String]
    /// Bytes of the body as coded on the wire.
    public let bodyBytes: Int
    /// The digest of the body as coded on the wire.
    public let bodyDigest: BodyDigest
    /// True if only a part of the body is stored.
    public let isFragment: Bool
    /// The time when the response arrived or was last confirmed.
    public let storedAt: Date
    /// The time of its last use.
    public let usedAt: Date
    /// Current age in seconds; 2^31 if it is unknown, or if the origin has a newer response.
    public let age: Int
    /// Explicit lifetime in seconds; 0 if there is none, or if every use has to be validated (`no-cache`).
    public let lifetime: Int
    /// The app's information, stored with it.
    public let userInfo: [String: String]

    init(_ stored: StoredResponse, used: Double) {
        method = stored.key.method
        url = stored.key.url
        shownURL = HTTPAddress(stored.key.url)?.textWithoutUserInfo ?? ""
        head = stored.head
        selectingFields = Dictionary(
            stored.selecting.map { ($0.name, SecretName.isSecret($0.name[...]) ? "…" : $0.value ?? "") }
        ) { $1 }
        bodyBytes = stored.bodyBytes
        bodyDigest = stored.digest
        isFragment = stored.fragment != nil
        storedAt = Date(timeIntervalSince1970: stored.responseTime)
        usedAt = Date(timeIntervalSince1970: used)
        age = stored.freshness.age(at: SystemCalls.wallClock)
        let freshness = stored.freshness
        lifetime = freshness.directives.noCache ? 0 : freshness.lifetime(heuristicLimit: nil)
        userInfo = stored.userInfo
    }
}

extension ResponseCache {
    /// Returns every stored response: first those in memory only, then those on disk, most recently used first.
    public func entries() -> [CacheEntry] {
        flush()
        let onDisk = disk?.heads() ?? []
        let known = Set(onDisk.map(\.stored.id))
        return memory.heads().filter { !known.contains($0.stored.id) }.map { CacheEntry($0.stored, used: $0.used) }
            + onDisk.map { CacheEntry($0.stored, used: $0.used) }
    }
}
