import ArgumentParser
import HTTPCache

/// The cache policy of a command that fetches through the cache.
struct CachePolicyOption: ParsableArguments {
    @Option(
        help: ArgumentHelp("The cache policy: \(Self.policyNames).", valueName: "name"),
        completion: .list(CachePolicy.allCases.map(\.rawValue)), transform: Self.policy)
    var cachePolicy = CachePolicy.useProtocolCachePolicy

    private static let policyNames = CachePolicy.allCases.map(\.rawValue).joined(separator: ", ")

    private static func policy(_ name: String) throws -> CachePolicy {
        guard let policy = CachePolicy(name: name) else {
            throw ValidationError("“\(name)” is not a cache policy; choose one of \(policyNames).")
        }
        return policy
    }
}
