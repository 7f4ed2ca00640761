internal import Basics
public import HTTPTransport

/// Why there is no reply, in one line that a person can use.
public enum CacheError: Error, Equatable, Sendable {
    /// Nothing is stored for this address, and the policy forbids to ask the network.
    case notInCache(url: String)
    /// No address that this client speaks: it wants an absolute `http` or `https` URL.
    case invalidURL(String)
    case transport(TransportError)
    /// The origin answered, with a status that says it failed (5xx); only where a sequence of updates must tell.
    case serverError(url: String, status: Int)
    /// More redirects than the settings allow, or a circle of them.
    case tooManyRedirects(url: String)
    /// A body of more bytes than the request's limit, as it came or once decoded.
    case tooLarge(url: String, limit: Int)
    /// The body's content coding is unknown or broken.
    case undecodable(url: String, reason: String)
    /// The stored body has gone or does not have its checksum any more; the entry is removed, asking again will fetch it.
    case bodyLost(url: String)
    /// The store itself can't be opened or read.
    case storage(String)
}

extension CacheError: CustomStringConvertible {
    /// One line, without user information in addresses.
    public var description: String {
        switch self {
        case .notInCache(let url): "not in cache: \(ShownAddress.of(url))"
        case .invalidURL(let text): "not an http or https address: \(ShownAddress.of(text))"
        case .transport(let error): error.description
        case .serverError(let url, let status): "the server failed with \(status): \(ShownAddress.of(url))"
        case .tooManyRedirects(let url): "too many redirects: \(ShownAddress.of(url))"
        case .tooLarge(let url, let limit): "larger than \(limit) bytes: \(ShownAddress.of(url))"
        case .undecodable(let url, let reason): "\(reason): \(ShownAddress.of(url))"
        case .bodyLost(let url): "the stored body is gone or damaged: \(ShownAddress.of(url))"
        case .storage(let reason): "cache: \(reason)"
        }
    }
}
