internal import Basics
public import HTTPTransport

/// The reason why there is no reply. Its description is one readable line.
public enum CacheError: Error, Equatable, Sendable {
    /// Nothing is stored for this address, and the policy forbids requests.
    case notInCache(url: String)
    /// The client does not support this address: it requires an absolute `http` or `https` URL.
    case invalidURL(String)
    /// The exchange with the origin failed, and no stored response may take the place of its response.
    case transport(TransportError)
    /// The origin answered with an error (5xx). Occurs only in a sequence of updates, and only if another response is
    /// stored.
    case serverError(url: String, status: Int)
    /// More redirects than the settings allow, or a redirect loop.
    case tooManyRedirects(url: String)
    /// The decoded body exceeds the limit, in bytes. One that is too large as sent is a `transport` error with the
    /// cause `tooLarge`.
    case tooLarge(url: String, limit: Int)
    /// The body's content coding is unknown or broken.
    case undecodable(url: String, reason: String)
    /// The stored body is missing or fails its checksum; the entry is removed, and the next request fetches it again.
    case bodyLost(url: String)
    /// The store cannot be opened or read.
    case storage(String)
}

extension CacheError: CustomStringConvertible {
    /// One line, without user information in addresses.
    public var description: String {
        switch self {
        case .notInCache(let url): "not in cache: \(ShownAddress.inMessage(url))"
        case .invalidURL(let text): "not an http or https address: \(ShownAddress.inMessage(text))"
        case .transport(let error): error.description
        case .serverError(let url, let status): "the server failed with \(status): \(ShownAddress.inMessage(url))"
        case .tooManyRedirects(let url): "too many redirects: \(ShownAddress.inMessage(url))"
        case .tooLarge(let url, let limit): "larger than \(ByteLimit.words(limit)): \(ShownAddress.inMessage(url))"
        case .undecodable(let url, let reason): "\(reason): \(ShownAddress.inMessage(url))"
        case .bodyLost(let url): "the stored body is gone or damaged: \(ShownAddress.inMessage(url))"
        case .storage(let reason): "cache: \(reason)"
        }
    }
}
