internal import HTTPTypes

extension CachedResponse {
    /// Makes the response fresh for at most `seconds`, and removes directives that extend its use (RFC 5861) or prevent
    /// a revalidation (RFC 8246). For use in a `willCache` hook.
    ///
    /// A response without an explicit lifetime still has none.
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
