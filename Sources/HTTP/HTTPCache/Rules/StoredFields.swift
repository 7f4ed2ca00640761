internal import Basics
internal import HTTPTypes

/// The stored response fields, and their changes by a later response (RFC 9111 §3.1, §3.2).
enum StoredFields {
    /// Fields for one connection or one proxy: never stored (§3.1; RFC 9110 §7.6.1).
    private static let unstored: Set<String> = [
        "connection", "keep-alive", "proxy-authenticate", "proxy-authentication-info", "proxy-authorization",
        "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    /// Most names have a different length from these ten, so they are never hashed.
    private static let unstoredLengths = unstored.reduce(UInt64(0)) { $0 | 1 << $1.utf8.count }

    private static func isUnstored(_ name: String) -> Bool {
        unstoredLengths >> name.utf8.count & 1 == 1 && unstored.contains(name)
    }

    /// Returns the fields of a new response as they are stored.
    ///
    /// - Parameters:
    ///   - directives: those in `fields`; fields that they name must not be reused without validation (§5.2.2.4).
    ///   - now: the `Date` for a response without one (RFC 9110 §6.6.1).
    static func storable(_ fields: HTTPFields, _ directives: CacheControl, now: Double) -> HTTPFields {
        storable(fields, needValidation: Set(directives.noCacheFields), now: now)
    }

    private static func storable(_ fields: HTTPFields, needValidation: Set<String>, now: Double) -> HTTPFields {
        // If `Connection` contains more names than are read, the remaining fields are stored, but have no effect.
        let perConnection = Set(fields.members(.connection).map { $0.lowercased() })
        var stored = HTTPFields()
        stored.reserveCapacity(fields.count + 1)
        for field in fields {
            let name = field.name.canonicalName
            guard !isUnstored(name), !perConnection.contains(name), !needValidation.contains(name) else {
                continue
            }
            stored.append(field)
        }
        if !stored.contains(.date) { stored[.date] = HTTPDate.format(now) }
        return stored
    }

    /// Corrects a Content-Length (RFC 9110 §8.6) after an app has changed or made the body.
    static func setLength(_ count: Int, in fields: inout HTTPFields) {
        if fields.contains(.contentLength) { fields[.contentLength] = String(count) }
    }

    /// Returns the stored fields after a 304, a 206 or a 200 to HEAD: every new field replaces the stored lines of that
    /// name, and the lines that the new `no-cache` names are dropped.
    ///
    /// - Parameter directives: those in the new `fields`.
    static func updated(
        _ stored: HTTPFields, by fields: HTTPFields, _ directives: CacheControl, now: Double
    ) -> HTTPFields {
        let needValidation = Set(directives.noCacheFields)
        let fresh = storable(fields, needValidation: needValidation, now: now)
        let replaced = FieldNames(of: fresh)
        var updated = HTTPFields()
        updated.reserveCapacity(stored.count + fresh.count)
        for field in stored {
            let isKept = !replaced.contains(field.name) && !needValidation.contains(field.name.canonicalName)
            // An old Age has no meaning for a response that was just confirmed.
            if (isKept && field.name != .age) || isBodyField(field.name) { updated.append(field) }
        }
        for field in fresh where !isBodyField(field.name) { updated.append(field) }
        return updated
    }

    /// Returns the fields of a 304 that its `no-cache` withholds from the store: they are for the request that it
    /// answers.
    static func forOneReply(_ fields: HTTPFields, _ directives: CacheControl) -> HTTPFields {
        guard !directives.noCacheFields.isEmpty else { return HTTPFields() }
        return fields.filter { field in
            let name = field.name.canonicalName
            return directives.noCacheFields.contains(name) && !isUnstored(name) && !isBodyField(field.name)
        }
    }

    /// Fields that describe the stored bytes are never updated: the cache needs them to decode and to cut (§3.2), and
    /// `Content-Digest` is about the content of its own message (RFC 9530 §2).
    private static func isBodyField(_ name: HTTPField.Name) -> Bool {
        name == .contentLength || name == .contentEncoding || name == .contentRange || name == .contentDigest
    }
}

/// A few field names, compared one by one: hashing them took a third of the instructions of an update.
private struct FieldNames {
    private let fields: HTTPFields
    private let hashed: Set<HTTPField.Name>?
    private static let fewFields = 32

    init(of fields: HTTPFields) {
        self.fields = fields
        hashed = fields.count > Self.fewFields ? Set(fields.map(\.name)) : nil
    }

    func contains(_ name: HTTPField.Name) -> Bool {
        hashed?.contains(name) ?? fields.contains(name)
    }
}

extension HTTPField.Name {
    static let pragma = Self("Pragma")!
    /// The digest of one message's content, also of a part; `Repr-Digest` covers the whole representation (RFC 9530 §2,
    /// §3).
    static let contentDigest = Self("Content-Digest")!
}
