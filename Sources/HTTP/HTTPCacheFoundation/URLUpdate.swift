public import Foundation
import HTTPCache

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// One element of `CachingSession.updates(for:)`.
public enum URLUpdate: Sendable {
    /// The stored response, of any age; one of the others follows.
    case stored(Data, HTTPURLResponse)
    /// The stored response is still valid: the origin confirmed it or sent the same content, or it is fresh.
    case unchanged(HTTPURLResponse)
    /// A response that differs from the stored one, or the first response, even an error.
    case updated(Data, HTTPURLResponse)
    /// The request to the origin failed, or a body cannot be decoded. A stored response stays in use, except one that
    /// cannot be decoded: this element is then in the place of `stored`, and another one follows.
    case failed(URLError)

    init(_ update: CacheUpdate, _ url: URL?) async {
        do throws(CacheError) {
            switch update {
            case .stored(let reply): self = .stored(Data(try await reply.decodedBody()), HTTPURLResponse(reply))
            case .unchanged(let reply): self = .unchanged(HTTPURLResponse(reply))
            case .updated(let reply): self = .updated(Data(try await reply.decodedBody()), HTTPURLResponse(reply))
            case .failed(let error, _): self = .failed(error.urlError(url))
            }
        } catch {
            self = .failed(error.urlError(url))
        }
    }
}
