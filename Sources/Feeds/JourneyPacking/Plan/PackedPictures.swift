import FeedModel
package import PackStorage

/// Finds a picture's bytes by its address: in the pack store, then in the cache. Uses no network.
package struct PackedPictures: PictureStore {
    private let packStore: @Sendable () -> PackStore?
    private let cached: @Sendable (String) -> [UInt8]?

    /// - Parameters:
    ///   - packStore: returns nil if nothing was ever packed.
    ///   - cached: returns the cache's bytes for an address.
    package init(
        packStore: @escaping @Sendable () -> PackStore?, cached: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
    ) {
        self.packStore = packStore
        self.cached = cached
    }

    package func bytes(of address: String) throws -> [UInt8]? {
        if let bytes = try packStore()?.bytes(of: address) { return bytes }
        return cached(address)
    }
}
