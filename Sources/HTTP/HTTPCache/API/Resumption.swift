internal import Basics
package import HTTPTypes

/// The rules for a body that is fetched in parts (RFC 9110 §13.1.5, §14.2, §15.3.7).
package enum Resumption {
    /// Returns the value for `If-Range` of a later request; nil if the response has no strong validator that may
    /// be sent.
    ///
    /// - Parameter now: seconds since 1970; decides the century of two-digit years.
    static func validator(of head: HTTPResponse, now: Double) -> String? {
        let fields = head.headerFields
        let validator = StrongValidator.forIfRange(
            tag: fields.first(.eTag), lastModified: fields.first(.lastModified), sent: fields.first(.date), now: now)
        return validator.flatMap { $0.utf8.count <= HTTPFields.maximumValidatorLength ? $0 : nil }
    }

    /// True if a 206 continues a part of `offset` bytes of the version that `validator` names, up to the body's end.
    ///
    /// - Parameter known: the length of the whole body, if an earlier response gave it: a body of another length is of
    ///   another version. A range may leave its length out (`/*`, RFC 9110 §14.4), and then need not reach the body's
    ///   end: without this length the end is not known.
    static func continues(
        _ head: HTTPResponse, at offset: Int64, of validator: String, whole known: Int64? = nil
    ) -> Bool {
        let fields = head.headerFields
        guard let range = ContentRange(fields.first(.contentRange)),
            range.total != nil || known != nil
        else { return false }
        if let known, let total = range.total, Int64(total) != known { return false }
        return !isOtherDate(fields, validator) && range.continues(at: offset, of: validator, tag: fields.first(.eTag))
    }

    /// True if a 416 to the request for the bytes after the first `length` ones shows that these are the whole body of
    /// the version that `validator` names: with another version, a server answers `If-Range` with all of it.
    static func isWhole(_ head: HTTPResponse, length: Int64, of validator: String, whole known: Int64? = nil) -> Bool {
        let fields = head.headerFields
        guard let total = ContentRange.unsatisfied(fields.first(.contentRange)), Int64(total) == length,
            known ?? length == length
        else { return false }
        let tag = fields.first(.eTag)
        return !isOtherDate(fields, validator)
            && (tag == nil || tag == validator || !StrongValidator.isTag(validator))
    }

    /// True if the response is of another version than the one that a date names: some servers ignore `If-Range`.
    private static func isOtherDate(_ fields: HTTPFields, _ validator: String) -> Bool {
        guard !StrongValidator.isTag(validator), let modified = fields.first(.lastModified) else { return false }
        return modified != validator
    }

    /// Returns the length of the whole body in bytes; nil if the server does not give it.
    ///
    /// - Parameter offset: the position of the response's first byte.
    package static func wholeLength(_ head: HTTPResponse, from offset: Int64) -> Int64? {
        let fields = head.headerFields
        // An unrequested 206 at offset 0 has no more bytes than its own length. One that leaves out the length of the
        // body need not reach its end.
        if offset > 0, let range = ContentRange(fields.first(.contentRange)) {
            guard let total = range.total else { return nil }
            return Int64(total)
        }
        return fields.first(.contentLength).flatMap { Int($0, within: ContentRange.bounds) }.map { Int64($0) + offset }
    }
}
