/// An article's markup about a picture, besides the alternative text of each of its uses.
public struct PictureAttributes: Equatable, Sendable {
    /// The address to show: if there are several widths, the smallest that is sufficient for a terminal. The link
    /// itself may lead to a larger picture.
    public var address: String
    /// In pixels, if the markup gives both.
    public var width: Int?
    /// In pixels, if the markup gives both.
    public var height: Int?

    /// The attributes of a picture; width and height in pixels.
    public init(address: String, width: Int? = nil, height: Int? = nil) {
        self.address = address
        self.width = width
        self.height = height
    }
}
