public import FeedModel
public import Screen

/// What the person may choose about the look and the behaviour; defaults are those of a first start.
public struct Settings: Equatable, Sendable {
    /// The greatest width of an article's text, in columns.
    public var textWidth = 80
    public var glyphs = Glyphs.unicode
    /// Whether the bottom line names keys.
    public var showsHints = true
    public var usesMouse = true
    /// Rows kept between the selection and the edge of a list.
    public var scrollMargin = 3
    public var order = ArticleOrder.newestFirst
    /// Whether feeds without unread articles are listed.
    public var showsReadFeeds = true
    /// How articles look for which a highlight rule holds, by its index; nil: as the theme says.
    public var highlights: [Style?] = []

    public init() {}
}
