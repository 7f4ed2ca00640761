public import Foundation
public import HTTPCache

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// One element of `CachingSession.updates(for:)`.
public enum URLUpdate: Sendable {
    /// The stored answer, whatever its age; one of the others follows.
    case stored(Data, HTTPURLResponse)
    /// The origin confirmed what is stored, or it is fresh.
    case unchanged(HTTPURLResponse)
    /// A new answer, or the first one.
    case updated(Data, HTTPURLResponse)
    /// The origin could not be asked, or failed; what is stored still stands.
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
