import ArgumentParser
import ArticleStorage
import Basics
import FeedModel
import Foundation

struct ArticlesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "articles", abstract: "List articles, newest first: number, date, marks, title.")

    @Option(help: ArgumentHelp("Only of this feed.", valueName: "url"))
    var feed: String?

    @Flag(help: "Only unread ones.")
    var unread = false

    @Flag(help: "Only starred ones.")
    var starred = false

    @Option(name: .shortAndLong, help: "At most so many.")
    var limit = 100

    @Flag(help: "Print JSON, an object an article.")
    var json = false

    func validate() throws {
        try ArticleLines.validate(limit: limit)
        if feed != nil, starred { throw ValidationError("--feed and --starred exclude each other.") }
    }

    func run() throws {
        let store = try Workplace().store
        var scope: ArticleScope = starred ? .starred : .all
        if let feed {
            guard let subscription = try store.subscription(at: feed) else {
                throw ValidationError("Not subscribed: \(feed)")
            }
            scope = .feed(subscription.id)
        }
        let listing = ArticleListing(scope, unreadOnly: unread, midnight: .localMidnight)
        try ArticleLines(store: store, json: json).print(listing, limit: limit)
    }
}

struct SearchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Search all articles, newest first.",
        discussion: """
            Words must all be there; the last one may be the beginning of a word. "Quotes" hold a phrase together. \
            feed:NAME, title:WORD, is:unread, is:starred, after:2026-01-31, before:…, and -WORD narrow it down.
            """)

    @Argument(help: "What to look for.")
    var words: [String]

    @Option(name: .shortAndLong, help: "At most so many.")
    var limit = 100

    @Flag(help: "Print JSON, an object an article.")
    var json = false

    func validate() throws {
        try ArticleLines.validate(limit: limit)
    }

    func run() throws {
        let store = try Workplace().store
        try index(store)
        let listing = ArticleListing(.search(words.joined(separator: " ")), midnight: .localMidnight)
        try ArticleLines(store: store, json: json).print(listing, limit: limit)
    }

    /// What a large refresh has left to be indexed is done now, so that the answer is whole.
    private func index(_ store: ArticleStore) throws {
        let line = ProgressLine()
        var left = try store.searchBacklog()
        while left > 0 {
            line.show { "\(left.counting("article")) to index" }
            left = try store.indexPending()
        }
        line.clear()
    }
}

/// Articles of a list as lines or as JSON.
struct ArticleLines {
    let store: ArticleStore
    let json: Bool

    /// The largest `--limit` (ten million articles).
    private static let largestLimit = 10_000_000

    static func validate(limit: Int) throws {
        guard (1...largestLimit).contains(limit) else {
            throw ValidationError("--limit is a number from 1 to \(largestLimit).")
        }
    }

    func print(_ listing: ArticleListing, limit: Int) throws {
        let rows = try store.page(of: listing, at: .start, limit: limit).rows
        if json {
            return try printJSON(try store.articles(rows.map(\.id)).map(PrintedArticle.init))
        }
        for row in rows {
            let marks = (row.isRead ? " " : "●") + (row.isStarred ? "★" : " ")
            Swift.print("\(row.id.rawValue)\t\(row.date.formatted(.iso8601))\t\(marks)\t\(row.title)")
        }
    }
}
