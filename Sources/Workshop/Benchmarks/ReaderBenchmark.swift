import ArticleStorage
import FeedModel
import Foundation
import GRDB

/// Measures the program's reads of a library of 100,000 articles, compared with SQLite reading the same rows in the
/// same run, and the program's start and size.
///
/// Needs `lede` of the same build in its own folder.
enum ReaderBenchmark {
    @Sendable static func run() throws {
        let library = try SampleLibrary(feeds: 1_000, articlesPerFeed: 100)
        defer { library.end() }
        print("1,000 feeds of 100 articles; medians")
        Table.head()
        let path = library.home + "/data/library.sqlite"
        try opening(path)
        try reads(path)
        try start()
    }

    private static let midnight = SampleLibrary.newest.addingTimeInterval(-12 * 3_600)
    private static let rows = "SELECT id, subscription, place, title, isRead, isStarred FROM article "
    private static let byPlace = "ORDER BY place DESC LIMIT 51"

    private static func opening(_ path: String) throws {
        let list = ArticleListing(.all, midnight: midnight)
        let opening = try Table.median {
            try Table.timed {
                let store = try ArticleStore(path: path)
                _ = try store.overview(midnight: midnight)
                _ = try store.page(of: list, at: .start, limit: 50)
            }
        }
        let rawOpening = try Table.median {
            try Table.timed { _ = try Row.fetchAll(raw(path), "SELECT * FROM subscription", rows + byPlace) }
        }
        Table.row("library opened, first list", opening, rawOpening, "the same rows by one connection")
    }

    private static func reads(_ path: String) throws {
        let (store, database) = (try ArticleStore(path: path), try raw(path))
        let feed = try store.subscriptions()[0].id
        try pair("feed opened", ArticleListing(.feed(feed), midnight: midnight), store) {
            _ = try Row.fetchAll(
                database, rows + "WHERE isListed = 1 AND subscription = \(feed.rawValue) " + byPlace)
        }
        try pair("search, one word", ArticleListing(.search("river "), midnight: midnight), store) {
            _ = try Row.fetchAll(
                database,
                "SELECT rowid FROM search WHERE search MATCH 'river' ORDER BY rowid DESC LIMIT 51")
        }
        try pair("search, a beginning", ArticleListing(.search("riv"), midnight: midnight), store) {
            _ = try Row.fetchAll(
                database, "SELECT rowid FROM search WHERE search MATCH 'riv*' ORDER BY rowid DESC LIMIT 51")
        }
    }

    private static func start() throws {
        let nothing = try Table.medians { try Table.process("/bin/true", []) }
        Table.row(
            "lede --version", try Table.medians { try Table.process(Table.lede, ["--version"]) }.wall, nothing.wall,
            "/bin/true")
        let size = try FileManager.default.attributesOfItem(atPath: Table.lede)[.size] as? Int
        Table.row("size of the program", bytes: size ?? 0)
    }

    private static func pair(
        _ name: String, _ listing: ArticleListing, _ store: ArticleStore, _ raw: () throws -> Void
    ) throws {
        let time = try Table.median { try Table.timed { _ = try store.page(of: listing, at: .start, limit: 50) } }
        Table.row(name, time, try Table.median { try Table.timed(raw) }, "the same rows by SQL")
    }

    private static func raw(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        return try DatabaseQueue(path: path, configuration: configuration)
    }
}

extension Row {
    fileprivate static func fetchAll(_ queue: DatabaseQueue, _ statements: String...) throws -> [[Row]] {
        try queue.read { database in
            try statements.map { try Row.fetchAll(database.cachedStatement(sql: $0)) }
        }
    }
}
