import ArticleStorage
import Basics
import ContentCoding
import HTTPCache
import HTTPTypes

/// The request for a feed document; it reveals nothing about the person that the feed does not need.
struct FeedRequest {
    /// - Parameters:
    ///   - credentials: the keyring's for this address.
    ///   - userAgent: the feed's own; nil for the `User-Agent` of all requests.
    static func make(
        url: String, settings: FeedServiceSettings, credentials: RequestCredentials, userAgent: String?
    ) -> CacheRequest {
        var request = CacheRequest(url: url)
        request.add(credentials)
        // Servers send feeds with a dozen media types, right and wrong ones. Listing them took a third of the cost of a
        // request.
        request.complete(
            settings, accepting: "*/*", in: Coding.acceptEncoding, within: settings.feedTimeout,
            atMost: settings.feedBytes)
        if let userAgent { request.fields[.userAgent] = userAgent }
        // A 304 needs no body: the stored head has the digest.
        request.readsBodyAtOnce = false
        let now = settings.now
        request.willCache = { !$0.isKeyedByCredentials && FeedLifetime.limit(&$0, now: now()) }
        return request
    }

    /// Adds the validators of the library's document, and asks for only the entries since that document, if the server
    /// supports it (RFC 3229).
    static func addValidators(of plan: PlannedVisit, to request: inout CacheRequest) {
        if plan.state.etag != nil { request.fields[.aIM] = "feed" }
        request.ownConditions = { conditions(plan.state, stored: $0) }
    }

    /// Returns the library's own validators, unless the cache holds their document or a later one that the library does
    /// not have yet: then the cache sends its own. After a delta (226) the library's are newer. A stored redirect has
    /// its own validators.
    static func conditions(_ state: PollingState, stored: HTTPResponse?) -> HTTPFields {
        if let stored {
            let isNewer = state.digest == nil && stored.headerFields.first(.eTag) != state.etag
            guard isNewer, state.etag != nil, stored.status.kind != .redirection else { return [:] }
        }
        var conditions = HTTPFields()
        conditions[.ifNoneMatch] = state.etag
        conditions[.ifModifiedSince] = state.lastModified
        return conditions
    }
}

extension CachedResponse {
    /// True for a page or a picture that the cache may store; an error never replaces one.
    var mayReplaceStored: Bool {
        (head.status.kind == .successful || head.status.kind == .redirection) && !isKeyedByCredentials
    }

    /// True if the cache would store the request's credentials as part of its key (Vary).
    var isKeyedByCredentials: Bool {
        head.headerFields[values: .vary].contains { names in
            names.utf8.split { !$0.isASCIILetter }.contains { word in
                word.elementsEqual("authorization".utf8) { $0.lowercasedASCII == $1 }
            }
        }
    }
}

extension HTTPField.Name {
    /// RFC 3229 §10.5.3
    fileprivate static let aIM = HTTPField.Name("A-IM")!
    /// RFC 8288 §3
    static let link = HTTPField.Name("Link")!
}
