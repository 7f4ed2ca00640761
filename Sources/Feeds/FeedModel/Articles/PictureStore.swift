/// Looks up the stored bytes of pictures: first in the pack store, then in the HTTP cache. Never uses the network.
package protocol PictureStore: Sendable {
    /// - Parameter address: absolute, as the article's text has it.
    /// - Returns: nil if the picture is not stored.
    func bytes(of address: String) throws -> [UInt8]?
}
