import FeedModel
package import JourneyHold

/// Finds a picture's bytes by its address: in the hold, then in the cache. Uses no network.
package struct PackedPictures: PictureStore {
    private let hold: @Sendable () -> Hold?
    private let cached: @Sendable (String) -> [UInt8]?

    /// - Parameters:
    ///   - hold: returns nil if nothing was ever packed.
    ///   - cached: returns the cache's bytes for an address.
    package init(hold: @escaping @Sendable () -> Hold?, cached: @escaping @Sendable (String) -> [UInt8]? = { _ in nil })
    {
        self.hold = hold
        self.cached = cached
    }

    package func bytes(of address: String) throws -> [UInt8]? {
        if let bytes = try hold()?.bytes(of: address) { return bytes }
        return cached(address)
    }
}
