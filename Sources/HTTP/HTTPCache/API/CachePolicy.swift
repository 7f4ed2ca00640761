/// The way a request uses the cache; names and meaning are as in Foundation's `URLRequest.CachePolicy`.
public enum CachePolicy: String, Sendable, CaseIterable {
    /// The rules of HTTP (RFC 9111): a fresh response is served, a stale one is revalidated.
    case useProtocolCachePolicy
    /// Always a new, unconditional request; the response may be stored.
    case reloadIgnoringLocalCacheData
    /// Loads from the origin as well, and asks caches on the way to reload (`Cache-Control: no-cache`,
    /// `Pragma: no-cache`).
    case reloadIgnoringLocalAndRemoteCacheData
    /// The stored response, of any age; a request if nothing is stored.
    case returnCacheDataElseLoad
    /// The stored response, of any age; `CacheError.notInCache` if nothing is stored. Never uses the transport.
    case returnCacheDataDontLoad
    /// Revalidates the stored response, even while it is fresh (`Cache-Control: max-age=0`); only a fresh `immutable`
    /// one is served (RFC 8246 §2).
    case reloadRevalidatingCacheData

    /// Foundation's other name for `reloadIgnoringLocalCacheData`.
    public static let reloadIgnoringCacheData = CachePolicy.reloadIgnoringLocalCacheData

    /// The policy with that name, including the alias; nil for any other word.
    public init?(name: String) {
        self.init(rawValue: name == "reloadIgnoringCacheData" ? "reloadIgnoringLocalCacheData" : name)
    }
}
