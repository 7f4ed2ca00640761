/// Returns the stored bytes of a picture by its address: from the pack store, then from the HTTP cache. Never uses
/// the network.
package protocol PictureStore: Sendable {
    /// - Parameter address: absolute, as the article's text has it.
    /// - Returns: nil if the picture is not stored.
    func bytes(of address: String) throws -> [UInt8]?
}
