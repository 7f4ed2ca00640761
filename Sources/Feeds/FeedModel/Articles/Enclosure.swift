/// A file attached to an article: RSS `enclosure`, Atom `link rel="enclosure"`, JSON Feed `attachments`,
/// `media:content`.
package struct Enclosure: Hashable, Sendable, Codable {
    /// Absolute if the feed's base is known.
    package var url: String
    package var mimeType: String?
    package var title: String?
    /// In bytes, as the feed claims; never negative.
    package var size: Int64?
    /// In seconds.
    package var duration: Double?

    package init(
        url: String, mimeType: String? = nil, title: String? = nil, size: Int64? = nil, duration: Double? = nil
    ) {
        self.url = url
        self.mimeType = mimeType
        self.title = title
        self.size = size
        self.duration = duration
    }

    /// True for a Flash film. Feeds of YouTube still name one for each video, and no player plays it: the item's link is
    /// the page with the video.
    private var isFlash: Bool { mimeType?.lowercased() == "application/x-shockwave-flash" }

    /// True for the portrait of the author, which WordPress.com lists among the pictures of each article.
    private var isPortrait: Bool { url.prefix { $0 != "?" }.contains("gravatar.com/avatar/") }

    /// False for a file that no reader wants to open.
    package var isUseful: Bool { !isFlash && !isPortrait }
}
