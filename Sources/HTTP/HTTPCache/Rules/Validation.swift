internal import Basics
internal import HTTPTransport
internal import HTTPTypes

/// Conditional requests to the origin, and conditional requests of callers (RFC 9111 §4.3, RFC 9110 §13).
enum Validation {
    /// Returns the fields that validate these responses with the origin, validators byte for byte (§4.3.1).
    ///
    /// The first is the one that the request selects; the others are variants that the origin may select.
    static func conditions(_ stored: [StoredResponse]) -> [HTTPField] {
        var conditions: [HTTPField] = []
        let tags = stored.compactMap { $0.fields.validatorField(.eTag) }
        if tags.count == 1 {
            conditions.append(tags[0].renamed(.ifNoneMatch))
        } else if !tags.isEmpty {
            let list = tags.map { $0.withUnsafeBytesOfValue { Array($0) } }.joined(separator: ", ".utf8)
            conditions.append(HTTPField(name: .ifNoneMatch, value: Array(list)))
        }
        // A date can validate only one response.
        if stored.count == 1, let date = stored[0].fields.validatorField(.lastModified) {
            conditions.append(date.renamed(.ifModifiedSince))
        }
        return conditions
    }

    static func hasValidator(_ stored: StoredResponse) -> Bool {
        stored.fields.validatorField(.eTag) != nil || stored.fields.validatorField(.lastModified) != nil
    }

    /// True if the stored response is unchanged under the caller's own conditions: the caller gets a 304 (§4.3.2).
    static func isNotModified(_ request: HTTPFields, _ stored: StoredResponse, now: Double) -> Bool {
        // RFC 9110 §13.1.3: If-Modified-Since is ignored if there is an If-None-Match.
        if request.contains(.ifNoneMatch) {
            let tags = EntityTag.list(request[values: .ifNoneMatch])
            guard let stored = stored.fields.first(.eTag) else { return tags == ["*"] }
            return tags.contains { $0 == "*" || WeakComparison.areEqual($0, stored[...]) }
        }
        guard let since = request.first(.ifModifiedSince).flatMap({ HTTPDate.parse($0, now: now) }) else {
            return false
        }
        let modified = [HTTPField.Name.lastModified, .date].lazy
            .compactMap { stored.fields.first($0) }.compactMap { HTTPDate.parse($0, now: now) }.first
        return (modified ?? stored.responseTime) <= since
    }

    /// Returns a tag that is strong, and compared byte for byte (RFC 9110 §8.8.3.2). Returns nil for a tag that is too
    /// long to be sent.
    static func strongTag(_ fields: HTTPFields) -> String? {
        fields.validator(.eTag).flatMap { StrongValidator.isTag($0) ? $0 : nil }
    }

    /// True if `If-Range` allows a range of this response for the caller's copy (RFC 9110 §13.1.5).
    static func ifRangeHolds(_ condition: String?, _ stored: StoredResponse) -> Bool {
        guard let condition else { return true }
        if condition.hasPrefix("\"") { return condition == strongTag(stored.fields) }
        return condition == stored.fields.first(.lastModified) && hasStrongDate(stored)
    }

    /// True if the Last-Modified is a strong validator (RFC 9110 §8.8.2.2).
    static func hasStrongDate(_ stored: StoredResponse) -> Bool {
        StrongValidator.isDate(
            lastModified: stored.fields.first(.lastModified), sent: stored.fields.first(.date), now: stored.responseTime
        )
    }
}
