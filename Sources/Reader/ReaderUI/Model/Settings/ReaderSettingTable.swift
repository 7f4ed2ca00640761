import FeedModel

extension ReaderSettings {
    /// The `[reader]` table of `config.toml`; `:set` changes the same settings.
    package static let table: [Setting<ReaderSettings>] = [
        .number("width", \.textWidth, 20...500, of: "columns", help: "the maximum width of a text"),
        .number(
            "feeds-width", \.feedsWidth, 0...ColumnWidths.maximum, of: "columns",
            help: "the width of the column of feeds; 0: follow the screen, or [ and ]"),
        .number(
            "list-width", \.listWidth, 0...ColumnWidths.maximum, of: "columns",
            help: "the width of the column of articles; 0: follow the screen, or [ and ]"),
        .choice(
            "glyphs", \.glyphs, [("unicode", .unicode), ("ascii", .ascii)], help: "the set of characters for drawing"),
        .flag("hints", \.showsHints, help: "show keys on the bottom line"),
        .flag("mouse", \.usesMouse, help: "use the wheel and clicks"),
        .flag("cursor", \.showsCursor, help: "show the terminal's cursor on the selected row"),
        .flag("fetch-on-open", \.fetchesOnOpen, help: "fetch a feed when it is opened"),
        .flag("mark-read-on-open", \.marksOpenedRead, help: "mark articles read when they are opened"),
        .flag(
            "mark-read-on-scroll", \.marksPassedRead,
            help: "mark articles read when the selection passes them on its way down"),
        .flag(
            "same-story", \.foldsStories,
            help: "list a story of several feeds as one row (+2), and mark its articles together"),
        .choice(
            "order", \.order, ArticleOrder.allCases.map { ($0.word, $0) },
            help: "the articles listed first; unread: the oldest unread, then those read"),
        Setting(
            "date-format",
            help: "the dates in lists; short: 14:02, Tue, 20 Nov or 2024, by age; rows too narrow for others show it",
            expectation: "short, or a pattern of strftime such as \"%Y-%m-%d\"", isText: true,
            set: { settings, text in
                guard let format = DateFormat(text) else { return false }
                settings.dateFormat = format
                return true
            }, text: { $0.dateFormat.text }),
        Setting(
            "article-columns",
            help: "the columns in lists of articles, in their order; those after the title are on the right",
            expectation: "title, with date or feed before or after it, such as \"date title feed\"", isText: true,
            set: { settings, text in
                guard let columns = ArticleColumns(text) else { return false }
                settings.articleColumns = columns
                return true
            }, text: { $0.articleColumns.text }),
        .choice(
            "feed-counts", \.feedCounts, FeedCounts.allCases.map { ($0.rawValue, $0) },
            help: "the numbers beside feeds: unread articles; total adds a slash and all articles"),
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
                article first; read: the largest share read first; pace: most articles a week first; success: the last \
                one fetched first, failing ones last; size: most articles first
                """),
        .choice(
            "pictures", \.pictures, PictureStyle.allCases.map { ($0.rawValue, $0) }, help: "how pictures are shown"),
        .choice(
            "load-pictures", \.loadPictures, PictureLoading.allCases.map { ($0.rawValue, $0) },
            help: "the pictures that are requested from the network"),
        .number(
            "picture-kilobytes", \.pictureKilobytes, 1...16_384, of: "kilobytes",
            help: "the largest picture that is loaded"),
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
