/// What an article's markup tells of a picture, besides its alternative text.
public struct PictureFacts: Equatable, Sendable {
    /// The address to show: of several widths the least that is enough for a terminal. The link itself may lead to a larger one.
    public var address: String
    /// In pixels, where both are told.
    public var width: Int?
    public var height: Int?
    /// The words that describe it: its `alt`, else its `title`; nil where the author left both out.
    public var words: String?
    /// Whether a caption (`figcaption`) follows in the text.
    public var hasCaption = false

    public init(address: String, width: Int? = nil, height: Int? = nil, words: String? = nil) {
        self.address = address
        self.width = width
        self.height = height
        self.words = words
    }
}
