internal import HTTPTypes

extension CachedResponse {
    /// Makes the response fresh for at most `seconds`, and removes directives that extend its use (RFC 5861) or prevent
    /// a revalidation (RFC 8246). It is meant for a `willCache` hook.
    ///
    /// A response without an explicit lifetime still has none.
    ///
    /// - Parameter now: seconds since 1970, for a lifetime that `Expires` gives (RFC 9111 §5.3).
    public mutating func limitLifetime(to seconds: Int, now: Double) {
        let fields = head.headerFields
        let list = FieldList.boundedMembers(fields[values: .cacheControl])
        // A list that is too long to be read forbids storing and reuse.
        guard !list.isCut else { return }
        let directives = CacheControl(list, in: fields)
        let lifetime = Freshness.explicitLifetime(of: fields, directives, now: now)
        var members = list.members.filter { member in
            let name = member.utf8.firstIndex(of: UInt8(ascii: "=")).map { member[..<$0] } ?? member
            return !Self.lifetimeDirectives.contains(name.lowercased())
        }.map(String.init)
        // RFC 9111 §5.4: a Pragma has no effect beside the Cache-Control that is made here.
        if directives.noCache, list.members.isEmpty { members.append("no-cache") }
        if let lifetime { members.append("max-age=\(min(lifetime, seconds))") }
        head.headerFields[.cacheControl] = members.isEmpty ? nil : members.joined(separator: ", ")
    }

    private static let lifetimeDirectives = [
        "max-age", "s-maxage", "stale-while-revalidate", "stale-if-error", "immutable",
    ]
}
