import FeedModel

extension ReaderSettings {
    /// The `[reader]` table of `config.toml`; `:set` changes the same settings.
    package static let table: [Setting<ReaderSettings>] = [
        .number("width", \.textWidth, 20...500, of: "columns", help: "the maximum width of text"),
        .number(
            "feeds-width", \.feedsWidth, 0...ColumnWidths.maximum, of: "columns",
            help: "the width of the feed column; 0: set by the screen's width, or by [ and ]"),
        .number(
            "list-width", \.listWidth, 0...ColumnWidths.maximum, of: "columns",
            help: "the width of the article column; 0: set by the screen's width, or by [ and ]"),
        .choice(
            "glyphs", \.glyphs, [("unicode", .unicode), ("ascii", .ascii)], help: "the characters used for drawing"),
        .flag("hints", \.showsHints, help: "show keys on the bottom line"),
        .flag("mouse", \.usesMouse, help: "use the wheel and clicks"),
        .flag("cursor", \.showsCursor, help: "show the terminal's cursor on the selected row"),
        .flag("fetch-on-open", \.fetchesOnOpen, help: "fetch a feed when it is opened"),
        .flag(
            "select-unread-on-open", \.selectsUnreadOnOpen,
            help: "select the first unread article when a list is opened; not in the results of a search"),
        .flag("mark-read-on-open", \.marksOpenedRead, help: "mark articles read when they are opened"),
        .flag(
            "mark-read-on-scroll", \.marksPassedRead,
            help: "mark articles read when the selection passes them on its way down"),
        .choice(
            "after-toggle-read", \.toggleStep, ToggleStep.allCases.map { ($0.rawValue, $0) },
            help: "the row to select after toggle-read in a list"),
        .flag(
            "same-story", \.foldsStories,
            help: "list a story in several feeds as one row (+2), and mark its articles together"),
        .choice(
            "order", \.order, ArticleOrder.allCases.map { ($0.word, $0) },
            help: "the order of articles; unread: the oldest unread first, then the read ones"),
        Setting(
            "date-format",
            help:
                "the form of dates in lists; short: 14:02, Tue, 20 Nov or 2024, by age; narrow rows may use it, too",
            expectation: "short, or a pattern of strftime such as \"%Y-%m-%d\"", isText: true,
            set: { settings, text in
                guard let format = DateFormat(text) else { return false }
                settings.dateFormat = format
                return true
            }, text: { $0.dateFormat.text }),
        Setting(
            "article-columns",
            help: "the columns of article lists, in order; those after the title are on the right",
            expectation: "title, with date or feed before or after it, such as \"date title feed\"", isText: true,
            set: { settings, text in
                guard let columns = ArticleColumns(text) else { return false }
                settings.articleColumns = columns
                return true
            }, text: { $0.articleColumns.text }),
        .choice(
            "feed-counts", \.feedCounts, FeedCounts.allCases.map { ($0.rawValue, $0) },
            help: "the counts beside feeds: unread articles; total adds a slash and the number of all articles"),
        .number(
            "scroll-margin", \.scrollMargin, 0...50, of: "rows", help: "rows between the selection and the edge"),
        .flag("show-read-feeds", \.showsReadFeeds, help: "list feeds without unread articles"),
        .flag(
            "show-read-articles", \.showsReadArticles,
            help: "list read articles; starred articles and search results are always listed"),
        .choice(
            "feed-order", \.feedOrder, FeedOrder.allCases.map { ($0.rawValue, $0) },
            help: """
                the order of feeds; added: your own order; unread: most unread articles first; newest: the newest \
                article first; read: the largest share of read articles first; pace: most articles per week first; \
                success: the last fetched first, failing feeds last; size: most articles first
                """),
        .choice(
            "pictures", \.pictures, PictureStyle.allCases.map { ($0.rawValue, $0) }, help: "how pictures are shown"),
        .choice(
            "load-pictures", \.loadPictures, PictureLoading.allCases.map { ($0.rawValue, $0) },
            help: "the pictures to request from the network"),
        .number(
            "picture-kilobytes", \.pictureKilobytes, 1...16_384, of: "kilobytes",
            help: "the largest picture to load"),
        .choice(
            "right-to-left", \.rightToLeft, RightToLeft.allCases.map { ($0.rawValue, $0) },
            help: "the program that orders Hebrew and Arabic text; auto: the terminal if known to do so, else lede"),
        .choice(
            "links", \.links, LinkUse.allCases.map { ($0.rawValue, $0) },
            help: "clickable links in texts (OSC 8); auto: in terminals known to support them"),
        .flag("thumbnails", \.thumbnails, help: "show an article's first picture beside its headline"),
    ]

    static func setting(_ name: String) -> Setting<ReaderSettings>? {
        table.first { $0.name == name }
    }
}
