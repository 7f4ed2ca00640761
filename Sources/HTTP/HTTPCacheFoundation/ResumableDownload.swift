public import Foundation
internal import HTTPCache
internal import HTTPTransport
internal import HTTPTypes

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

extension CachingSession {
    /// Downloads into a file, and resumes an earlier download of the same address.
    ///
    /// The part is stored beside the file with the suffix `.part`, its validator and the digest of its address with
    /// `.part-tag`. It is continued with `Range` and `If-Range` (RFC 9110 §13.1.5, §14.2), so that a file never mixes
    /// two versions. The file itself appears, or is replaced, once it is complete. An unsuccessful response leaves it
    /// unchanged. A coded body, from the cache or from a server that ignores `Accept-Encoding: identity`, is decoded;
    /// its part is not resumed, and an error deletes it. It may decode to `decodedBodyBytes`, or to 100 times the bytes
    /// that have arrived, whichever is more. Only one download at a time writes to a file.
    /// - Throws: `URLError`; `.badServerResponse` for a status other than 2xx, `.cannotOpenFile` if the part cannot be
    ///   written or another download writes it, `.dataLengthExceedsMaximum` for a coded body that exceeds that limit.
    public func download(for request: URLRequest, to file: URL) async throws -> HTTPURLResponse {
        try await Self.translatingErrors(request) { () async throws(CacheError) in
            var cacheRequest = try cacheRequest(request)
            cacheRequest.streamsBody = true
            // A coded body cannot be resumed reliably: servers may encode it differently for each request.
            cacheRequest.fields[.acceptEncoding] = "identity"
            cacheRequest.limits.bodyBytes = .max
            let policy = request.cachePolicy.cachePolicy
            let part = try PartialFile(of: file, for: cacheRequest)
            // RFC 9110 §14.2: Range has a meaning for GET only. The caller's own range is not that of the part.
            let mayContinue = cacheRequest.method == .get && !cacheRequest.fields.contains(.range)
            if mayContinue, let held = part.held, !client.answers(cacheRequest, policy),
                let response = try await complete(part, after: held, cacheRequest)
            {
                return response
            }
            let reply = try await client.response(for: cacheRequest, policy: policy)
            try await part.write(reply, isRest: false)
            return HTTPURLResponse(reply)
        }
    }

    /// Requests the rest of an earlier download; nil if the download has to start over.
    private func complete(
        _ part: PartialFile, after held: ResumablePart, _ request: CacheRequest
    ) async throws(CacheError) -> HTTPURLResponse? {
        var resumption = request
        held.resume(&resumption)
        let reply = try await client.response(for: resumption, policy: .reloadIgnoringLocalCacheData)
        switch held.continuation(by: reply) {
        case .rest: try await part.write(reply, isRest: true)
        case .noPart: try await part.write(reply, isRest: false)
        case .complete:
            try part.complete()
            return HTTPURLResponse(reply, wholeLength: held.length)
        case .restart: return nil
        }
        return HTTPURLResponse(reply)
    }
}
