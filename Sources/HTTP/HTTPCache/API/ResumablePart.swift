internal import HTTPTypes

/// The beginning of a body that an earlier transfer stored (RFC 9110 §14.2).
package struct ResumablePart: Equatable, Sendable {
    /// In bytes; more than 0.
    package let length: Int64
    /// The version of the body, for `If-Range`.
    package let validator: String
    /// The length of the whole body; nil if its server did not give it.
    package let whole: Int64?

    package init(length: Int64, validator: String, whole: Int64?) {
        self.length = length
        self.validator = validator
        self.whole = whole
    }

    /// Turns the request for a body into one for the rest; a server with another version sends all of it.
    package func resume(_ request: inout CacheRequest) {
        request.fields[.range] = "bytes=\(length)-"
        request.fields[.ifRange] = validator
    }

    /// The use of a response to the request for the rest.
    package enum Continuation: Equatable, Sendable {
        /// The response has the rest of the body.
        case rest
        /// The part is the whole body (416): the connection ended before the server could say so, or the process did.
        case complete
        /// The body has to be requested from its beginning: the server sends other bytes, or refuses the range (416).
        case restart
        /// The response is not partial: it has the whole body, or an error.
        case noPart
    }

    package func continuation(by reply: CachedReply) -> Continuation {
        switch reply.head.status {
        // A range of a coded body is a range of other bytes.
        case .partialContent where reply.isCoded: .restart
        case .partialContent:
            Resumption.continues(reply.head, at: length, of: validator, whole: whole) ? .rest : .restart
        case .rangeNotSatisfiable:
            Resumption.isWhole(reply.head, length: length, of: validator, whole: whole) ? .complete : .restart
        default: .noPart
        }
    }
}

extension CacheRequest {
    /// Names the address in the note about a part, without showing its secrets. An entity tag is unique among the
    /// versions of one resource only (RFC 9110 §8.8.1): another address may have an equal one.
    package var partAddress: String { BodyDigest(of: Array((address ?? url).utf8)).description }
}

extension CachedReply {
    /// Returns the validator of a part of this body; nil if it has no strong validator, and for a coded body, whose
    /// validator refers to the coded bytes.
    ///
    /// - Parameter now: seconds since 1970; decides the century of two-digit years.
    package func partValidator(now: Double) -> String? {
        isCoded ? nil : Resumption.validator(of: head, now: now)
    }

    /// Returns the length of the whole body in bytes; nil if the server does not give it: the length of a coded body is
    /// not that of the decoded one.
    ///
    /// - Parameter offset: the position of the reply's first byte.
    package func wholeLength(from offset: Int64) -> Int64? {
        isCoded ? nil : Resumption.wholeLength(head, from: offset)
    }
}

extension CachingClient {
    /// True if a policy needs no request for the rest of a part: a whole body is stored, or requests are forbidden.
    package func answers(_ request: CacheRequest, _ policy: CachePolicy) -> Bool {
        switch policy {
        case .returnCacheDataDontLoad: true
        case .returnCacheDataElseLoad: storedReply(for: request, isUse: false) != nil
        case .useProtocolCachePolicy: storedReply(for: request, isUse: false)?.freshness.isStale == false
        case .reloadIgnoringLocalCacheData, .reloadIgnoringLocalAndRemoteCacheData, .reloadRevalidatingCacheData: false
        }
    }
}
