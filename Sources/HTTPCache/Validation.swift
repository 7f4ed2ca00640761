internal import HTTPTypes

/// Conditional requests: what is sent to the origin, and what the cache answers itself (RFC 9111 §4.3, RFC 9110 §13).
enum Validation {
    /// The fields that ask whether any of these responses still holds, validators byte for byte as they came (§4.3.1).
    ///
    /// The first is the one that the request selects; the others are variants that the origin may pick.
    static func conditions(_ stored: [StoredResponse]) -> [HTTPField] {
        var conditions: [HTTPField] = []
        let tags = stored.compactMap { $0.fields[fields: .eTag].first }.map { $0.withUnsafeBytesOfValue { Array($0) } }
        if !tags.isEmpty {
            let list = tags.dropFirst().reduce(tags[0]) { $0 + Array(", ".utf8) + $1 }
            conditions.append(HTTPField(name: .ifNoneMatch, value: list))
        }
        // A date can speak for one response only.
        if stored.count == 1, let date = stored[0].fields[fields: .lastModified].first {
            conditions.append(HTTPField(name: .ifModifiedSince, value: date.withUnsafeBytesOfValue { Array($0) }))
        }
        return conditions
    }

    static func hasValidator(_ stored: StoredResponse) -> Bool {
        stored.fields.contains(.eTag) || stored.fields.contains(.lastModified)
    }

    /// Which of the responses asked about a 304 confirms (§4.3.4); nil where it confirms none of them.
    static func confirmed(by fields: HTTPFields, among stored: [StoredResponse]) -> StoredResponse? {
        guard let tag = fields[.eTag] else {
            guard let date = fields[.lastModified], let only = stored.first, stored.count == 1 else {
                return stored.count == 1 ? stored[0] : nil
            }
            return only.fields[.lastModified] == nil || only.fields[.lastModified] == date ? only : nil
        }
        return stored.first { $0.fields[.eTag].map { weaklyEqual($0, tag) } ?? (stored.count == 1) }
    }

    /// Whether the caller's own conditions hold a stored response to be unchanged: then it gets a 304 (§4.3.2).
    static func isNotModified(_ request: HTTPFields, _ stored: StoredResponse, now: Double) -> Bool {
        let tags = request.members(.ifNoneMatch)
        if !tags.isEmpty {
            // RFC 9110 §13.1.3: beside If-None-Match, If-Modified-Since is passed over.
            guard let stored = stored.fields[.eTag] else { return tags.contains("*") }
            return tags.contains { $0 == "*" || weaklyEqual(String($0), stored) }
        }
        guard let since = request[.ifModifiedSince].flatMap({ HTTPDate.parse($0, now: now) }) else { return false }
        let modified = [HTTPField.Name.lastModified, .date].lazy
            .compactMap { stored.fields[$0] }.compactMap { HTTPDate.parse($0, now: now) }.first
        return (modified ?? stored.responseTime) <= since
    }

    /// RFC 9110 §8.8.3.2: strong, and the same byte for byte.
    static func strongTag(_ fields: HTTPFields) -> String? {
        guard let tag = fields[.eTag], tag.hasPrefix("\""), tag.utf8.count >= 2, tag.hasSuffix("\"") else { return nil }
        return tag
    }

    /// `If-Range` lets a range of this response stand for the whole that the caller holds (RFC 9110 §13.1.5).
    static func ifRangeHolds(_ condition: String?, _ stored: StoredResponse) -> Bool {
        guard let condition else { return true }
        if condition.hasPrefix("\"") { return condition == strongTag(stored.fields) }
        return !condition.hasPrefix("W/") && condition == stored.fields[.lastModified]
    }

    private static func weaklyEqual(_ one: String, _ other: String) -> Bool {
        withoutWeakness(one) == withoutWeakness(other)
    }

    private static func withoutWeakness(_ tag: String) -> Substring {
        tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]
    }
}
