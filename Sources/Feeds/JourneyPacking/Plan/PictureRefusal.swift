import FeedRefresh
import PackStorage
import PictureArt

/// Decides by a file's first bytes whether it is packed as a picture.
enum PictureRefusal {
    /// Returns the reason; nil for a picture. The reader never shows pictures in other formats, so they would only
    /// waste the budget.
    static func reason(_ bytes: [UInt8]) -> Missing? {
        guard PictureFormat(of: bytes) == nil else { return nil }
        let isPage = WebPage.isPage(Array(bytes.prefix(WebPage.beginningLength)))
        return .unavailable(isPage ? "no picture" : "not JPEG, PNG, WebP or GIF")
    }
}
