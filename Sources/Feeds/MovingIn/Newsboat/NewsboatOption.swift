import Basics

/// The translation of one of newsboat's options.
enum NewsboatOption {
    /// A setting of lede, whose value is made from newsboat's.
    case setting(table: String?, name: String, @Sendable (String) -> MovedConfiguration.Value?)
    /// Lede has the same behaviour without a setting, or the option does not apply to it.
    case silent
    case reported(String)

    static let table: [String: NewsboatOption] = {
        var table: [String: NewsboatOption] = [:]
        for (names, option) in rows { for name in names { table[name] = option } }
        return table
    }()

    private static let rows: [([String], NewsboatOption)] = [
        (["browser"], .setting(table: "commands", name: "browser") { command($0) }),
        (["player"], .setting(table: "commands", name: "player") { command($0) }),
        (["text-width"], .setting(table: "reader", name: "width") { number($0, in: 20...500) }),
        (["scrolloff"], .setting(table: "reader", name: "scroll-margin") { number($0, in: 0...50) }),
        (["show-keymap-hint"], .setting(table: "reader", name: "hints") { truth($0) }),
        (["show-read-feeds"], .setting(table: "reader", name: "show-read-feeds") { truth($0) }),
        (["show-read-articles"], .setting(table: "reader", name: "show-read-articles") { truth($0) }),
        (["mark-as-read-on-hover"], .setting(table: "reader", name: "mark-read-on-scroll") { truth($0) }),
        (["goto-first-unread"], .setting(table: "reader", name: "select-unread-on-open") { truth($0) }),
        (["notify-xterm"], .setting(table: "notify", name: "desktop") { _ in .text("terminal") }),
        (["article-sort-order"], .setting(table: "reader", name: "order") { orders[$0].map { .text($0) } }),
        (["feed-sort-order"], .setting(table: "reader", name: "feed-order") { feedOrders[$0].map { .text($0) } }),
        (["datetime-format"], .setting(table: "reader", name: "date-format") { dateFormat($0) }),
        (["articlelist-format"], .setting(table: "reader", name: "article-columns") { articleColumns($0) }),
        (["feedlist-format"], .setting(table: "reader", name: "feed-counts") { feedCounts($0) }),
        (["max-items"], .setting(table: "retention", name: "max-per-feed") { number($0, in: 1...1_000_000) }),
        (
            ["max-download-speed"],
            .setting(table: "network", name: "max-kilobytes-per-second") { number($0, in: 8...1_000_000) }
        ),
        (["keep-articles-days"], .setting(table: "retention", name: "max-age-days") { number($0, in: 1...36_500) }),
        (
            [
                "reload-threads", "prepopulate-query-feeds", "auto-reload", "reload-time", "proxy", "use-proxy",
                "proxy-type", "cleanup-on-quit", "ignore-mode", "error-log", "urls-source",
                "bookmark-autopilot", "suppress-first-reload", "cache-file", "toggleitemread-jumps-to-next",
                "toggleitemread-jumps-to-next-unread",
            ], .silent
        ),
        (
            [
                "articlelist-title-format", "feedlist-title-format", "itemview-title-format",
                "searchresult-title-format", "urlview-title-format", "help-title-format", "selecttag-format",
                "selecttag-title-format", "selectfilter-title-format",
                "dialogs-title-format", "filebrowser-title-format", "dirbrowser-title-format",
            ], .reported("lede has its own titles and rows here")
        ),
        (["external-url-viewer"], .reported("lede lists an article's links itself (:links)")),
        (
            ["download-path", "max-downloads", "download-filename-format", "podlist-format", "podlist-title-format"],
            .reported("lede has its own folder and queue of enclosures: :pack-enclosure adds one, :queue shows them")
        ),
        (["refresh-on-startup"], .reported("lede starts with the stored articles; see refresh-minutes")),
        (["save-path"], .reported(":save prompts for the file each time")),
        (["download-retries", "download-timeout"], .reported("lede has its own limits for requests")),
        (
            ["notify-always", "notify-program", "notify-format", "notify-screen", "notify-beep"],
            .reported("lede has its own notifications: see [notify] in lede help feeds")
        ),
        (["user-agent"], .reported("lede identifies itself; for one feed: lede feed ADDRESS user-agent=TEXT")),
        (["cookie-cache"], .reported("a cookie is a secret of its address: see [[credentials]] in lede help feeds")),
        (["html-renderer"], .reported("lede renders HTML itself")),
        (["run-on-startup"], .reported("lede runs no command when it starts")),
        (["download-full-page"], .reported("set it for a feed: lede feed ADDRESS open=page")),
        (["pager"], .reported("lede shows articles itself; | pipes one to a program")),
        (["highlight-feed"], .reported("lede's rules highlight articles, not feeds")),
        (["confirm-exit"], .reported("lede quits without asking")),
        (
            ["confirm-mark-feed-read", "confirm-mark-all-feeds-read", "confirm-delete-all-articles"],
            .reported("lede marks and deletes without asking; undo reverts it")
        ),
        (["goto-next-feed"], .reported("next-unread and previous-unread go on in the next feed")),
        (["delete-read-articles-on-quit"], .reported("lede keeps read articles; see [retention] in lede help config")),
        (["bookmark-interactive"], .reported("lede runs the bookmark command without asking")),
        (["show-title-bar"], .reported("lede always shows its top line")),
        (["reset-unread-on-update"], .reported("an edited article keeps its marks in lede; :changes shows the edits")),
        (["always-download"], .reported("lede obeys a feed's cache lifetime; :force-refresh bypasses every cache")),
        (["podcast-auto-enqueue"], .reported("lede packs enclosures when you ask for them: see lede help journeys")),
        (
            ["ssl-verifypeer", "ssl-verifyhost"],
            .reported("lede always checks certificates; SSL_CERT_FILE can name your own authorities")
        ),
        (["opml-url"], .reported("newsboat reads it only with urls-source opml; lede import --follow does the same")),
        (["proxy-auth"], .reported("it holds a secret; set proxy in [network] yourself")),
    ]

    /// Returns the reason why an option that has no row cannot be moved.
    static func reason(_ name: String) -> String {
        guard let (_, reason) = NewsboatServer.reasons.first(where: { name.hasPrefix("\($0.name)-") }) else {
            return "lede has no such setting"
        }
        return reason
    }

    /// True if newsboat does with this value what lede does without a setting.
    static func isSilent(_ name: String, _ value: String) -> Bool {
        silentValues[name] == (["true": "yes", "false": "no"][value] ?? value)
    }

    /// A limit of 0 means no limit.
    private static let silentValues = [
        "text-width": "0", "max-items": "0", "keep-articles-days": "0", "max-download-speed": "0",
        "notify-xterm": "no", "notify-always": "no", "notify-screen": "no", "notify-beep": "no",
        "refresh-on-startup": "no", "html-renderer": "internal", "pager": "internal", "download-full-page": "no",
        "confirm-exit": "no", "confirm-mark-feed-read": "no", "confirm-mark-all-feeds-read": "no",
        "confirm-delete-all-articles": "no", "goto-next-feed": "yes",
        "delete-read-articles-on-quit": "no", "bookmark-interactive": "no", "show-title-bar": "yes",
        "podcast-auto-enqueue": "no", "delete-played-files": "no", "ssl-verifypeer": "yes", "ssl-verifyhost": "yes",
        "reload-only-visible-feeds": "no", "display-article-progress": "yes", "wrap-scroll": "no",
        "swap-title-and-hints": "no",
    ]

    /// Returns the line of lede's command `set` for a value; nil if `set` cannot change the setting.
    static func line(setting name: String, to value: String) -> String? {
        guard case .setting(let group, let setting, let make)? = table[name], group == "reader" else { return nil }
        switch make(value) {
        case .text(let text): return "set \(setting) \(text)"
        case .number(let number): return "set \(setting) \(number)"
        case .truth(let truth): return "set \(setting) \(truth)"
        case .command, nil: return nil
        }
    }

    /// Returns how a value that is moved differs in lede.
    static func difference(_ name: String, _ value: String) -> String? {
        name == "feed-sort-order" ? feedOrderDifferences[value] : nil
    }

    /// Newsboat's directions of feeds are reversed, too: `asc` lists titles from Z to A, and most unread articles first.
    private static let feedOrderDifferences = [
        "title-asc": "moved, but lede lists feeds from A to Z; newsboat from Z to A",
        "none-asc": "moved, but lede lists feeds in the order of their list; newsboat in reverse order",
        "unreadarticlecount": mostUnreadFirst, "unreadarticlecount-desc": mostUnreadFirst,
    ]

    private static let mostUnreadFirst =
        "moved, but lede lists the feeds with most unread articles first; newsboat lists them last"

    /// Newsboat's directions of dates are reversed: its default, date-asc, lists the newest article first.
    private static let orders = [
        "date-asc": "newest", "date": "oldest", "date-desc": "oldest", "title": "title", "title-asc": "title",
    ]

    private static let feedOrders = [
        "title": "name", "title-asc": "name", "title-desc": "name", "unreadarticlecount": "unread",
        "unreadarticlecount-asc": "unread", "unreadarticlecount-desc": "unread", "none": "added", "none-asc": "added",
        "none-desc": "added", "lastupdated": "newest", "lastupdated-desc": "newest",
    ]

    /// Lede gives the browser and the player no title.
    private static func command(_ text: String) -> MovedConfiguration.Value? {
        guard !text.contains("%T") else { return nil }
        return NewsboatCommandLine.words(text).map { .command($0) }
    }

    private static func articleColumns(_ format: String) -> MovedConfiguration.Value? {
        RowFormat(format).articleColumns([("D", "date"), ("T", "feed"), ("t", "title")]).map { .text($0) }
    }

    private static func feedCounts(_ format: String) -> MovedConfiguration.Value? {
        let letters = RowFormat(format).conversions
        // %u has both counts, %c the count of all articles, and %U the count of the unread articles.
        return letters.contains("u") || letters.contains("c")
            ? .text("total") : letters.contains("U") ? .text("unread") : nil
    }

    static func dateFormat(_ text: String) -> MovedConfiguration.Value? {
        DatePattern(text).map { .text($0.text) }
    }

    static func number(_ text: String, in range: ClosedRange<Int>) -> MovedConfiguration.Value? {
        Int(text).flatMap { range.contains($0) ? .number($0) : nil }
    }

    static func truth(_ text: String) -> MovedConfiguration.Value? {
        ["yes": .truth(true), "true": .truth(true), "no": .truth(false), "false": .truth(false)][text]
    }
}
