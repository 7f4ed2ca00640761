import ArgumentParser
import ArticleStorage
import Basics
import FeedModel
import Foundation

struct ArticlesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "articles", abstract: "List articles, newest first: number, date, marks, title.")

    @Option(help: ArgumentHelp("Only of this feed, by address, number or part of its title.", valueName: "feed"))
    var feed: String?

    @Flag(help: "Only unread ones.")
    var unread = false

    @Flag(help: "Only starred ones.")
    var starred = false

    @Flag(help: "Only those that you opened in the reader, the last one first; the date is the time of opening.")
    var history = false

    @Flag(help: "Only deleted ones, the last one first, for lede mark undelete; the date is the time of deletion.")
    var deleted = false

    @OptionGroup var output: ArticleOutput

    func validate() throws {
        try ArticleLines.validate(limit: output.limit)
        let options = [
            ("--feed", feed != nil), ("--starred", starred), ("--history", history), ("--deleted", deleted),
        ]
        let lists = options.filter(\.1).map(\.0)
        guard lists.count < 2 else {
            throw ValidationError("\(lists.joined(separator: " and ")) cannot be combined.")
        }
    }

    func run() throws {
        let store = try CommandContext().store
        var scope: ArticleScope = starred ? .starred : history ? .history : .all
        if let feed {
            scope = .feed(try store.subscription(named: feed).id)
        }
        let lines = ArticleLines(store: store, json: output.json, tsv: output.tsv)
        if deleted {
            try lines.print(store.deletedArticles(unreadOnly: unread, limit: output.limit))
        } else {
            let listing = ArticleListing(scope, unreadOnly: unread, midnight: .localMidnight)
            try lines.print(listing, limit: output.limit)
        }
        if !output.json, !output.tsv, try store.subscriptions().isEmpty { EmptyLibrary.explain() }
    }
}

/// The options of commands that print articles.
struct ArticleOutput: ParsableArguments {
    @Option(name: .shortAndLong, help: "Maximum number.")
    var limit = 100

    @Flag(help: "Print JSON, one object per article.")
    var json = false

    @Flag(help: "Print one line per article, with tabs between number, date, read, starred, feed, title and address.")
    var tsv = false
}

struct SearchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Search all articles, newest first.",
        discussion: """
            All words must occur; the last one, of 3 letters or more, may be the beginning of a word, unless a space or \
            a quotation mark follows it: 'old '. "Quotes" make a phrase. \
            WORD or WORD, ( ) and -WORD combine them. title:WORD, author:WORD, tag:WORD, url:WORD, feed:NAME, folder:NAME, \
            is:unread, is:starred, has:enclosure, has:page, has:picture, after:2026-01-31, before:2026-02 and age:<7d narrow \
            it down; -feed:NAME and the like exclude: quote such a search, as in 'rain -feed:NAME', and write -- before one that \
            begins with a hyphen: lede search -- '-rain'. See lede help search.
            """)

    @Argument(help: "What to look for.")
    var words: [String]

    @OptionGroup var output: ArticleOutput

    func validate() throws {
        try ArticleLines.validate(limit: output.limit)
    }

    func run() throws {
        let search = try TypedSearch(words.joined(separator: " "))
        let store = try CommandContext().store
        try store.indexBacklog()
        try ArticleLines(store: store, json: output.json, tsv: output.tsv).print(search.listing(), limit: output.limit)
    }
}

/// Articles of a list as lines, as JSON, or as tab-separated values.
struct ArticleLines {
    let store: ArticleStore
    let json: Bool
    let tsv: Bool

    /// The largest `--limit` (ten million articles).
    private static let maximumLimit = 10_000_000

    static func validate(limit: Int) throws {
        guard (1...maximumLimit).contains(limit) else {
            throw ValidationError("--limit takes a number from 1 to \(Numbers.grouped(maximumLimit)).")
        }
    }

    func print(_ listing: ArticleListing, limit: Int) throws {
        try print(store.page(of: listing, at: .start, limit: limit).rows)
    }

    func print(_ rows: [ArticleSummary]) throws {
        if json || tsv {
            let feeds = Dictionary(uniqueKeysWithValues: try store.subscriptions().map { ($0.id, $0) })
            let articles = try store.articles(rows.map(\.id))
            let rowsByID = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })
            if json {
                return try printJSON(
                    articles.map {
                        PrintedArticle(
                            $0, of: feeds[$0.subscription], ownTags: rowsByID[$0.id]?.tags ?? [],
                            opened: rowsByID[$0.id]?.opened, deleted: rowsByID[$0.id]?.deleted)
                    })
            }
            for article in articles {
                guard let row = rowsByID[article.id] else { continue }
                Swift.print(Self.values(row, article, feeds[article.subscription]).joined(separator: "\t"))
            }
            return
        }
        for row in rows {
            let marks = (row.isRead ? " " : "●") + (row.isStarred ? "★" : " ")
            TerminalEncoding.print("\(row.id.rawValue)\t\(row.listedDate.timestamp)\t\(marks)\t\(row.title)")
        }
    }

    /// Values that hold neither a tab nor the end of a line.
    private static func values(_ row: ArticleSummary, _ article: Article, _ feed: Subscription?) -> [String] {
        [
            String(row.id.rawValue), row.listedDate.timestamp, row.isRead ? "read" : "unread",
            row.isStarred ? "starred" : "", feed?.title ?? "", row.title,
            (article.item.url ?? article.item.externalURL).map { ShownAddress.of($0) } ?? "",
        ].map { value in String(value.map { $0.isNewline || $0 == "\t" ? " " : $0 }) }
    }
}

extension ArticleSummary {
    /// The time by which its list is sorted.
    fileprivate var listedDate: Date { opened ?? deleted ?? date }
}
