import ArgumentParser
import ArticleStorage
import Basics
import FeedModel
import Foundation
import ReaderUI

/// Articles of a list as lines, as JSON, or as tab-separated values.
struct ArticleLines {
    let store: ArticleStore
    let format: Format

    enum Format {
        /// Lines for people: number, time, marks and title.
        case lines
        case json
        /// Tab-separated values.
        case tsv
    }

    func print(_ listing: ArticleListing, limit: Int) throws {
        try print(store.page(of: listing, at: .start, limit: limit).rows)
    }

    /// Reads and prints a piece at a time: the texts of a whole library would need gigabytes of memory.
    func print(_ rows: [ArticleSummary]) throws {
        guard format != .lines else { return Self.printLines(rows) }
        let feeds = Dictionary(uniqueKeysWithValues: try store.subscriptions().map { ($0.id, $0) })
        var separator = "["
        for piece in rows.pieces(of: Self.rowsAtOnce) {
            let articles = try store.articles(piece.map(\.id))
            let rowsByID = Dictionary(uniqueKeysWithValues: piece.map { ($0.id, $0) })
            guard !articles.isEmpty, format == .json else {
                Self.printValues(articles, rowsByID, feeds)
                continue
            }
            let list = try jsonText(
                of: articles.map {
                    PrintedArticle(
                        $0, of: feeds[$0.subscription], ownTags: rowsByID[$0.id]?.tags ?? [],
                        opened: rowsByID[$0.id]?.opened, deleted: rowsByID[$0.id]?.deleted)
                })
            // Prints the list without its brackets, and without the line end before the last one.
            Swift.print(separator, list.dropFirst().dropLast(2), separator: "", terminator: "")
            separator = ","
        }
        if format == .json { Swift.print(separator == "[" ? "[]" : "\n]") }
    }

    /// Number of articles read at once (default 1,000).
    private static let rowsAtOnce = 1_000

    private static func printValues(
        _ articles: [Article], _ rows: [ArticleID: ArticleSummary], _ feeds: [SubscriptionID: Subscription]
    ) {
        for article in articles {
            guard let row = rows[article.id] else { continue }
            Swift.print(values(row, article, feeds[article.subscription]).joined(separator: "\t"))
        }
    }

    private static func printLines(_ rows: [ArticleSummary]) {
        let glyphs = TerminalEncoding.glyphs
        for row in rows {
            let marks = (row.isRead ? " " : glyphs.unread) + (row.isStarred ? glyphs.starred : " ")
            TerminalEncoding.print("\(row.id.rawValue)\t\(row.listedDate.timestamp)\t\(marks)\t\(row.title)")
        }
    }

    /// Returns values that hold neither a tab nor the end of a line.
    private static func values(_ row: ArticleSummary, _ article: Article, _ feed: Subscription?) -> [String] {
        [
            String(row.id.rawValue), row.listedDate.timestamp, row.isRead ? "read" : "unread",
            row.isStarred ? "starred" : "", feed?.title ?? "", row.title,
            (article.item.url ?? article.item.externalURL).map { ShownAddress.of($0) } ?? "",
        ].map(ListedText.line)
    }
}

/// The options of commands that print articles.
struct ArticleOutput: ParsableArguments {
    /// The largest `--limit` (ten million articles).
    private static let maximumLimit = 10_000_000

    @Option(name: .shortAndLong, help: "Maximum number of articles.")
    var limit = 100

    @Flag(help: "Print JSON, one object per article.")
    var json = false

    @Flag(help: "Print one line per article, with tabs between number, date, read, starred, feed, title and address.")
    var tsv = false

    var format: ArticleLines.Format { json ? .json : tsv ? .tsv : .lines }

    func validate() throws {
        if json, tsv { throw ValidationError("--json and --tsv cannot be combined.") }
        guard (1...Self.maximumLimit).contains(limit) else {
            throw ValidationError("--limit takes a number from 1 to \(Numbers.grouped(Self.maximumLimit)).")
        }
    }
}

extension ArticleSummary {
    /// The time by which its list is sorted.
    fileprivate var listedDate: Date { opened ?? deleted ?? date }
}
