/// The widths that the person chose for the columns, in screen columns; 0 follows the width of the screen.
package struct ColumnWidths: Equatable, Sendable {
    package var feeds: Int
    package var articles: Int

    package init(feeds: Int = 0, articles: Int = 0) {
        self.feeds = feeds
        self.articles = articles
    }

    /// Minimum width of the column of feeds.
    private static let minimumFeedWidth = 12
    /// Minimum width of the column of articles.
    static let minimumArticleWidth = 20
    /// Minimum width left for the last column.
    static let minimumRemainingWidth = 20
    /// Maximum width that is kept (default 500).
    package static let maximum = 500

    /// Returns the width of the column of feeds.
    ///
    /// - Parameters:
    ///   - room: the columns of the screen that it shares with the next column.
    ///   - automatic: the width if the person chose none.
    func feeds(of room: Int, else automatic: Int) -> Int {
        feeds > 0 ? max(Self.minimumFeedWidth, min(feeds, room - Self.minimumRemainingWidth)) : automatic
    }

    func articles(of room: Int, else automatic: Int) -> Int {
        articles > 0 ? max(Self.minimumArticleWidth, min(articles, room - Self.minimumRemainingWidth)) : automatic
    }
}
