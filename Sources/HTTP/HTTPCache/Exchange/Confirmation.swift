internal import Basics
internal import HTTPTypes

/// The stored responses that a 304 confirms (RFC 9111 §4.3.4).
enum Confirmation {
    /// - Parameters:
    ///   - nominated: the responses behind the request's own conditions; the first is the one that it selects.
    ///   - matching: all responses that the request selects.
    ///   - isOwnCondition: false if the conditions are the caller's, which may be about another response.
    /// - Returns: the responses that get the fields of the 304, the reply first; empty if the 304 matches none.
    static func confirmed(
        by fields: HTTPFields, nominated: [StoredResponse], matching: [StoredResponse], isOwnCondition: Bool
    ) -> [StoredResponse] {
        let candidates = nominated + matching.filter { !nominated.contains($0) }
        if let tag = fields.first(.eTag), StrongValidator.isTag(tag) {
            let strong = candidates.filter { $0.fields.first(.eTag) == tag }
            if !strong.isEmpty { return strong }
            return isOwnCondition && nominated.count == 1 && isMeant(nominated[0], fields, tag) ? nominated : []
        }
        if fields.contains(.eTag) || fields.contains(.lastModified) {
            let corresponding = candidates.filter { corresponds($0, fields) }
            if let newest = corresponding.max(by: { $0.freshness.date < $1.freshness.date }) { return [newest] }
            return isOwnCondition && nominated.count == 1 && !contradicts(nominated[0], fields) ? nominated : []
        }
        // The 304 has no validator, so it is about the single response that was validated.
        if isOwnCondition { return nominated.count == 1 ? nominated : [] }
        return candidates.count == 1 && !Validation.hasValidator(candidates[0]) ? candidates : []
    }

    /// True for the response that was validated, although its tag is not strong: servers that compress on the fly
    /// weaken the tags of 200s only, and some send a tag with a 304 after a 200 with only a date. That date must be a
    /// strong validator (RFC 9110 §8.8.2.2).
    private static func isMeant(_ stored: StoredResponse, _ fields: HTTPFields, _ tag: String) -> Bool {
        if let old = stored.fields.first(.eTag) { return WeakComparison.areEqual(old[...], tag[...]) }
        return fields.contains(.lastModified) && stored.fields.first(.lastModified) == fields.first(.lastModified)
            && Validation.hasStrongDate(stored)
    }

    /// True if the stored response has the 304's weak validator.
    private static func corresponds(_ stored: StoredResponse, _ fields: HTTPFields) -> Bool {
        if let tag = fields.first(.eTag) {
            return stored.fields.first(.eTag).map { WeakComparison.areEqual($0[...], tag[...]) } ?? false
        }
        return stored.fields.first(.lastModified) == fields.first(.lastModified)
    }

    /// True if the stored response has a validator of the same kind with another value.
    private static func contradicts(_ stored: StoredResponse, _ fields: HTTPFields) -> Bool {
        [HTTPField.Name.eTag, .lastModified].contains { name in
            guard let old = stored.fields.first(name), let new = fields.first(name) else { return false }
            return name == .eTag ? !WeakComparison.areEqual(old[...], new[...]) : old != new
        }
    }
}
