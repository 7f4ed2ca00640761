import FeedModel
package import Screen

/// The person's settings for look and behaviour; the defaults apply on the first start.
package struct ReaderSettings: Equatable, Sendable {
    /// The maximum width of an article's text, in columns.
    package var textWidth = 80
    /// The widths of the columns of feeds and of articles; 0 follows the width of the screen.
    var feedsWidth = 0
    var listWidth = 0
    package var glyphs = Glyphs.unicode
    /// True if the terminal's locale supports ASCII only.
    package var hasPlainLetters = false
    /// True if the bottom line names keys.
    package var showsHints = true
    package var usesMouse = true
    /// True if the terminal's cursor is shown on the selected row.
    var showsCursor = false
    /// True if opening a feed requests new articles from its server.
    var fetchesOnOpen = true
    /// True if a list opens at its first unread article.
    package var selectsUnreadOnOpen = false
    /// True if articles become read when they are opened, here or in the browser.
    package var marksOpenedRead = true
    /// True if rows become read when the selection passes them on its way down.
    package var marksPassedRead = false
    /// The row to go to after the read mark of a row is toggled.
    var toggleStep = ToggleStep.next
    /// True if a story that several feeds have is one row.
    package var foldsStories = true
    /// The use of the terminal's links in texts.
    package var links = LinkUse.auto
    var rightToLeft = RightToLeft.auto
    /// True if the terminal itself puts right-to-left text into display order.
    package var terminalReorders = false
    /// True if lede puts right-to-left text into display order.
    var reordersText: Bool { rightToLeft == .lede || rightToLeft == .auto && !terminalReorders }
    /// Rows kept between the selection and the edge of a list.
    var scrollMargin = 3
    var order = ArticleOrder.newestFirst
    var dateFormat = DateFormat.short
    var articleColumns = ArticleColumns.standard
    var feedCounts = FeedCounts.unread
    /// True if feeds without unread articles are listed.
    package var showsReadFeeds = true
    /// True if lists show read articles. Starred articles, and articles of a search, are listed whatever their marks.
    package var showsReadArticles = true
    /// The order of feeds within their folders, and of the folders.
    package var feedOrder = FeedOrder.added
    package var pictures = PictureStyle.auto
    /// The pictures that are requested from the network.
    var loadPictures = PictureLoading.asked
    /// True if an article's first picture is shown next to its headline.
    var thumbnails = false
    /// Maximum size of a picture that is loaded, in kilobytes.
    var pictureKilobytes = 2_048
    /// Styles of articles that match a highlight rule, by the index of the rule; nil is the theme's style. The list is
    /// empty while the library's articles are highlighted by earlier rules, whose indices differ.
    package var highlights: [Style?] = []

    package init() {}
}
