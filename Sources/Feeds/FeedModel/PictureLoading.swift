/// Which pictures of articles are requested from the network.
package enum PictureLoading: String, Codable, Sendable, CaseIterable {
    /// None before the person asks for those of an article: what is stored is shown.
    case asked
    /// Those of the article that is open.
    case always
    case never
}
