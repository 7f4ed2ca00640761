import HTTPCache

/// The addresses with the same prefix: one origin, or everything below a path of it.
package struct CredentialScope: Equatable, Sendable, CustomStringConvertible {
    private let origin: String
    private let path: String

    /// - Parameter url: an origin (`https://example.org`), a folder (`https://example.org/private/`) or one address;
    ///   nil if it is not an http or https address.
    package init?(_ url: String) {
        guard let destination = CacheRequest(url: url).destination else { return nil }
        (origin, path) = destination
    }

    package var description: String { origin + path }

    /// Compares scheme, host and port for equality, and the path by whole segments.
    package func covers(_ url: String) -> Bool {
        guard let destination = CacheRequest(url: url).destination, destination.origin == origin,
            destination.target.hasPrefix(path)
        else { return false }
        let rest = destination.target.dropFirst(path.count)
        return path.hasSuffix("/") || rest.isEmpty || rest.first == "/" || rest.first == "?"
    }
}
