/// A file that comes with an article: RSS `enclosure`, Atom `link rel="enclosure"`, JSON Feed `attachments`, `media:content`.
public struct Enclosure: Hashable, Sendable, Codable {
    /// Absolute where the feed's base was known.
    public var url: String
    public var mimeType: String?
    public var title: String?
    /// In bytes, as the feed claims; never negative.
    public var size: Int64?
    /// In seconds.
    public var duration: Double?

    public init(
        url: String, mimeType: String? = nil, title: String? = nil, size: Int64? = nil, duration: Double? = nil
    ) {
        self.url = url
        self.mimeType = mimeType
        self.title = title
        self.size = size
        self.duration = duration
    }
}
