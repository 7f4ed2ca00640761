internal import Basics
internal import HTTPTypes

/// The stored response fields, and their changes by a later response (RFC 9111 §3.1, §3.2).
enum StoredFields {
    /// Fields for one connection or one proxy: never stored (§3.1; RFC 9110 §7.6.1).
    private static let unstored: Set<String> = [
        "connection", "keep-alive", "proxy-authenticate", "proxy-authentication-info", "proxy-authorization",
        "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    /// Fields that describe the stored bytes are never updated: the cache needs them to decode and to cut (§3.2).
    private static let bodyFields: Set<String> = ["content-length", "content-encoding", "content-range"]

    /// The fields of a new response as they are stored.
    ///
    /// - Parameter now: the `Date` for a response without one (RFC 9110 §6.6.1).
    static func storable(_ fields: HTTPFields, now: Double) -> HTTPFields {
        // If `Connection` has more names than are read, the remaining fields are stored, but have no effect.
        let perConnection = Set(fields.members(.connection).map { $0.lowercased() })
        let needValidation = Set(CacheControl(fields).noCacheFields)
        var stored = fields
        stored.removeAll {
            let name = $0.name.canonicalName
            return unstored.contains(name) || perConnection.contains(name) || needValidation.contains(name)
        }
        if !stored.contains(.date) { stored[.date] = HTTPDate.format(now) }
        return stored
    }

    /// The stored fields after a 304, a 206 or a 200 to HEAD: every new field replaces the stored lines of that name.
    static func updated(_ stored: HTTPFields, by fields: HTTPFields, now: Double) -> HTTPFields {
        let fresh = storable(fields, now: now).filter { !bodyFields.contains($0.name.canonicalName) }
        let replaced = Set(fresh.map(\.name))
        // An old Age has no meaning for a response that was just confirmed.
        var updated = stored
        updated.removeAll { replaced.contains($0.name) || $0.name == .age }
        updated.append(contentsOf: fresh)
        return updated
    }
}

extension HTTPField.Name {
    static let pragma = Self("Pragma")!
}
