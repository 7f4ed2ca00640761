/// The use that a request makes of the store; names and meaning are those of Foundation's `URLRequest.CachePolicy`.
public enum CachePolicy: String, Sendable, CaseIterable {
    /// As HTTP has it (RFC 9111): a fresh response is served, a stale one is revalidated.
    case useProtocolCachePolicy
    /// Always a new, unconditional request; the answer may be stored.
    case reloadIgnoringLocalCacheData
    /// The same, and tells caches on the way to reload too (`Cache-Control: no-cache`, `Pragma: no-cache`).
    case reloadIgnoringLocalAndRemoteCacheData
    /// The stored response, whatever its age; the network if nothing is stored.
    case returnCacheDataElseLoad
    /// The stored response, whatever its age; `CacheError.notInCache` if nothing is stored. Never touches the transport.
    case returnCacheDataDontLoad
    /// Revalidates the stored response, even while it is fresh (`Cache-Control: max-age=0`).
    case reloadRevalidatingCacheData

    /// Foundation's other name for `reloadIgnoringLocalCacheData`.
    public static let reloadIgnoringCacheData = CachePolicy.reloadIgnoringLocalCacheData

    /// The policy of that name, the alias included; nil for any other word.
    public init?(name: String) {
        self.init(rawValue: name == "reloadIgnoringCacheData" ? "reloadIgnoringLocalCacheData" : name)
    }
}
