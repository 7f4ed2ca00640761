/// A picture in the main part of a page.
public struct PagePicture: Equatable, Sendable {
    /// Its absolute address.
    public let address: String
    /// The author's description (`alt`, `title`); nil if there is none.
    public let words: String?
    /// Its caption as one line; nil if the page has none.
    public let caption: String?

    /// A picture at this address.
    public init(address: String, words: String? = nil, caption: String? = nil) {
        self.address = address
        self.words = words
        self.caption = caption
    }
}
