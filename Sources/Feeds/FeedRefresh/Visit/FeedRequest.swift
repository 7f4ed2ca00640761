import ArticleStorage
import ContentCoding
import FeedModel
import HTTPCache
import HTTPTransport
import HTTPTypes

/// The request for a feed document: polite, and with nothing in it that the feed's owner did not ask for.
struct FeedRequest {
    /// - Parameters:
    ///   - authorization: what the keyring has for this address; a redirect takes it to no other origin.
    ///   - holdsDocument: whether the cache holds what the library's validators speak of, for the request as it is without
    ///     them, and so sends them itself.
    static func make(
        url: String, state: PollingState, settings: FeedServiceSettings, authorization: String?,
        holdsDocument: (CacheRequest) -> Bool = { _ in true }
    ) -> CacheRequest {
        var request = CacheRequest(url: url)
        request.fields[.authorization] = authorization
        request.fields[.userAgent] = settings.userAgent
        // Feeds come as any of a dozen types, right and wrong ones. To name them was a third of what asking for one costs.
        request.fields[.accept] = "*/*"
        request.fields[.acceptEncoding] = Coding.acceptEncoding
        // A 304 reads no body: the stored head carries the digest.
        request.readsBodyAtOnce = false
        request.limits.connectTimeout = settings.connectTimeout
        request.limits.stallTimeout = settings.stallTimeout
        request.limits.totalTimeout = settings.feedTimeout
        request.limits.bodyBytes = Int64(settings.feedBytes)
        request.decodedBodyBytes = settings.feedBytes
        let now = settings.now
        request.willCache = { !$0.isKeyedByCredentials && FeedLifetime.bend(&$0, now: now()) }
        // RFC 3229: only the entries since that document, where the server can tell.
        if state.etag != nil { request.fields[.aIM] = "feed" }
        if !holdsDocument(request) {
            request.fields[.ifNoneMatch] = state.etag
            request.fields[.ifModifiedSince] = state.lastModified
        }
        return request
    }
}

extension CachedResponse {
    /// Whether the request's credentials would be stored with it, as what it varies by.
    var isKeyedByCredentials: Bool {
        head.headerFields[values: .vary].contains { $0.lowercased().contains("authorization") }
    }
}

extension HTTPField.Name {
    /// RFC 3229 §10.5.3
    static let aIM = HTTPField.Name("A-IM")!
    /// RFC 3229 §10.5.2
    static let im = HTTPField.Name("IM")!
}
