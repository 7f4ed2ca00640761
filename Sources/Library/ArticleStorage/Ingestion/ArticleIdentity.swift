import Basics
import FeedModel

/// The facts that all versions of an article share, whatever their guids.
struct ArticleIdentity: Hashable {
    /// The link, in the form of `address`.
    let address: String?
    /// Nil if titles are not compared.
    let title: String?
    /// In seconds since 1970.
    let date: Double?

    init(url: String?, title: String? = nil, date: Double?) {
        address = url.map(Self.address)
        self.title = title
        self.date = date
    }

    init(of item: ParsedItem) {
        self.init(url: item.url, title: item.title, date: (item.published ?? item.updated)?.stored)
    }

    /// Compares only the link and the date of publication.
    init(linkOf item: ParsedItem) {
        self.init(url: item.url, date: item.published?.stored)
    }

    /// Returns the link as stories compare it, so that it stays the same if a feed moves to https; it keeps its
    /// fragment, which may distinguish articles on one page.
    static func address(_ url: String) -> String {
        guard let page = StoryAddress.of(url) else { return url }
        let fragment = url.utf8.firstIndex(of: UInt8(ascii: "#")).map { url[$0...] } ?? ""
        return page + fragment
    }
}
