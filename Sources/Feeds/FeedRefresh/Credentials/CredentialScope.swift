import HTTPCache

/// The addresses that begin alike: one origin, and from a path on all that is below it.
package struct CredentialScope: Equatable, Sendable, CustomStringConvertible {
    private let origin: String
    private let path: String

    /// - Parameter url: an origin (`https://example.org`), a folder (`https://example.org/private/`) or one address; nil where
    ///   it is no http or https address.
    package init?(_ url: String) {
        guard let destination = CacheRequest(url: url).destination else { return nil }
        (origin, path) = destination
    }

    package var description: String { origin + path }

    /// Scheme, host and port must be the same; the path is held against whole segments.
    package func covers(_ url: String) -> Bool {
        guard let destination = CacheRequest(url: url).destination, destination.origin == origin,
            destination.target.hasPrefix(path)
        else { return false }
        let rest = destination.target.dropFirst(path.count)
        return path.hasSuffix("/") || rest.isEmpty || rest.first == "/" || rest.first == "?"
    }
}
