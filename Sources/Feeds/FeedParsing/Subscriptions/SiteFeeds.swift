import Basics

/// Feeds whose addresses follow from the addresses of pages, on sites whose pages are large, hidden behind a cookie
/// prompt, or refused to programs.
package enum SiteFeeds {
    /// Pages, as `StoryAddress` writes their addresses, and their feeds. `*` stands for the same name in both.
    private static let patterns: [(page: String, feed: String)] = [
        ("youtube.com/channel/*", "https://www.youtube.com/feeds/videos.xml?channel_id=*"),
        ("youtube.com/playlist?list=*", "https://www.youtube.com/feeds/videos.xml?playlist_id=*"),
        ("reddit.com/r/*", "https://www.reddit.com/r/*/.rss"),
        ("reddit.com/u/*", "https://www.reddit.com/user/*/.rss"),
        ("reddit.com/user/*", "https://www.reddit.com/user/*/.rss"),
    ]

    /// Returns the address of the page's feed; nil if it does not follow from the page's address.
    package static func feed(of address: String) -> String? {
        guard var place = StoryAddress.of(address) else { return nil }
        if place.hasPrefix("old.reddit.com/") { place.removeFirst("old.".count) }
        for (page, feed) in patterns where place.hasPrefix(page.dropLast()) {
            let rest = place.dropFirst(page.count - 1)
            let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
            guard !name.isEmpty, namesSamePage(rest[name.endIndex...]) else { return nil }
            return feed.replacing("*", with: name)
        }
        return nil
    }

    /// True if the address means the page as a whole, whatever follows the name.
    private static func namesSamePage(_ rest: Substring) -> Bool {
        ["", "/videos", "/featured"].contains(rest.prefix { !"?&".contains($0) })
    }
}
