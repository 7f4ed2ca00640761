package import FeedModel
package import Screen

/// What the person may choose about the look and the behaviour; defaults are those of a first start.
package struct ReaderSettings: Equatable, Sendable {
    /// The greatest width of an article's text, in columns.
    package var textWidth = 80
    package var glyphs = Glyphs.unicode
    /// True if the terminal's locale has the letters of ASCII alone.
    package var hasPlainLetters = false
    /// Whether the bottom line names keys.
    package var showsHints = true
    package var usesMouse = true
    /// True if the terminal's cursor is shown on the selected row.
    package var showsCursor = false
    /// True if opening a feed asks its server for what is new.
    package var fetchesOnOpen = true
    /// Rows kept between the selection and the edge of a list.
    package var scrollMargin = 3
    package var order = ArticleOrder.newestFirst
    /// Whether feeds without unread articles are listed.
    package var showsReadFeeds = true
    /// How feeds are sorted within their folders, and these among them.
    package var feedOrder = FeedOrder.added
    package var pictures = PictureStyle.auto
    /// Which pictures are requested from the network.
    package var loadPictures = PictureLoading.asked
    /// Whether an article's first picture stands beside its headline.
    package var thumbnails = false
    /// The largest picture that is loaded.
    package var pictureKilobytes = 2_048
    /// How articles look for which a highlight rule holds, by its index; nil: as the theme says. Empty while the library's
    /// articles are judged by other rules, whose indices mean something else.
    package var highlights: [Style?] = []

    package init() {}
}

/// How the column of feeds is sorted.
package enum FeedOrder: String, CaseIterable, Sendable {
    /// The person's own order.
    case added
    case name
    /// Those with most unread articles first.
    case unread

    /// The order in which feeds and, by their first feeds, folders are to stand.
    func sorted(_ feeds: [FeedSummary]) -> [FeedSummary] {
        switch self {
        case .added: return feeds
        case .name:
            let keyed = feeds.map { ($0, ($0.folder + [$0.title]).map { $0.lowercased() }) }
            return keyed.sorted { $0.1.lexicographicallyPrecedes($1.1) }.map(\.0)
        case .unread:
            let keyed = feeds.enumerated().map { ($1, (-$1.unreadCount, $0)) }
            return keyed.sorted { $0.1 < $1.1 }.map(\.0)
        }
    }
}
