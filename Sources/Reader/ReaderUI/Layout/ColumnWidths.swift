/// The widths of columns that the person chose, in columns of the screen; 0 follows the width of the screen.
package struct ColumnWidths: Equatable, Sendable {
    package var feeds: Int
    package var articles: Int

    package init(feeds: Int = 0, articles: Int = 0) {
        self.feeds = feeds
        self.articles = articles
    }

    /// The smallest width of the column of feeds, …
    static let leastFeeds = 12
    /// … of the articles', …
    static let leastArticles = 20
    /// … and of what is left for the last column.
    static let leastRest = 20
    /// The largest width that is kept (default 500).
    package static let most = 500

    /// Returns the width of the feeds if so many columns are left of the screen, at least for the next one.
    func feeds(of room: Int, else automatic: Int) -> Int {
        feeds > 0 ? max(Self.leastFeeds, min(feeds, room - Self.leastRest)) : automatic
    }

    func articles(of room: Int, else automatic: Int) -> Int {
        articles > 0 ? max(Self.leastArticles, min(articles, room - Self.leastRest)) : automatic
    }
}
