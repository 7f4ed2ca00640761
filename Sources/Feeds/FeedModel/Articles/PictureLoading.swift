/// The pictures of articles that the reader requests from the network.
package enum PictureLoading: String, Codable, Sendable, CaseIterable {
    /// None until the person asks for an article's pictures; stored ones are shown.
    case asked
    /// The pictures of the open article.
    case always
    case never
}
