/// How a request uses what is stored; names and meaning are those of Foundation's `URLRequest.CachePolicy`, all six at work.
public enum CachePolicy: String, Sendable, CaseIterable {
    /// What HTTP says (RFC 9111): fresh is served, stale is revalidated.
    case useProtocolCachePolicy
    /// Always a new, unconditional request; the answer may be stored.
    case reloadIgnoringLocalCacheData
    /// As above, and caches on the way are told to reload too (`Cache-Control: no-cache`, `Pragma: no-cache`).
    case reloadIgnoringLocalAndRemoteCacheData
    /// What is stored, whatever its age; the network where nothing is stored.
    case returnCacheDataElseLoad
    /// What is stored, whatever its age; `CacheError.notInCache` where nothing is stored. Never touches the transport.
    case returnCacheDataDontLoad
    /// Asks the origin whether what is stored still holds, even while it is fresh (`Cache-Control: max-age=0`).
    case reloadRevalidatingCacheData

    /// Foundation's other name for `reloadIgnoringLocalCacheData`.
    public static let reloadIgnoringCacheData = CachePolicy.reloadIgnoringLocalCacheData

    /// The policy of that name, the alias included; nil for any other word.
    public init?(name: String) {
        self.init(rawValue: name == "reloadIgnoringCacheData" ? "reloadIgnoringLocalCacheData" : name)
    }
}
