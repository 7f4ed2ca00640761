internal import HTTPTypes

extension CachedResponse {
    /// Makes the response fresh for `seconds` at most, and takes out what would let it be used beyond its lifetime (RFC 5861) or
    /// spare it a revalidation that a caller wants (RFC 8246). For use in a `willCache` hook.
    ///
    /// A response without explicit lifetime gets none by this.
    public mutating func limitLifetime(to seconds: Int, now: Double) {
        let freshness = Freshness(
            status: head.status.code, fields: head.headerFields, requestTime: now, responseTime: now)
        let dropped: Set<Substring> = [
            "max-age", "s-maxage", "stale-while-revalidate", "stale-if-error", "immutable",
        ]
        var members = head.headerFields.members(.cacheControl).filter { member in
            let name = member.prefix { $0 != "=" }.lowercased()
            return !dropped.contains(name[...])
        }.map(String.init)
        if let lifetime = freshness.explicitLifetime { members.append("max-age=\(min(lifetime, seconds))") }
        head.headerFields[.cacheControl] = members.isEmpty ? nil : members.joined(separator: ", ")
    }
}
