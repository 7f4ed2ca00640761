import ArticleStorage
import Dispatch
import FeedModel
import Foundation
import GRDB
import ScriptedOrigin

/// The program's own times, each held against what this machine takes for the least of the same work, in the same run: curl
/// fetching the same documents, SQLite taking in or reading the same rows, a program that does nothing.
///
/// Needs `lede` beside it, of the same build, and curl.
enum ReaderBenchmark {
    private static let megabytes = 60.0
    private static let addresses = (1...20).map { "127.0.1.\($0)" }

    @Sendable static func run() throws {
        let corpus = FeedCorpus(megabytes: megabytes, seed: 2)
        let bench = try Bench(corpus)
        defer { bench.end() }
        print("\(corpus.documents.count) feeds, \(corpus.itemCount) articles, \(corpus.byteCount) bytes; medians")
        Table.head()
        try bench.refreshes()
        try bench.reads()
        try bench.start()
    }

    private struct Bench {
        let folder: String
        let origin: Origin
        let urls: [String]
        let corpus: FeedCorpus

        init(_ corpus: FeedCorpus) throws {
            self.corpus = corpus
            folder = FileManager.default.temporaryDirectory.appending(path: "lede-benchmark-\(UUID().uuidString)").path
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let origin = try Origin(addresses: addresses)
            self.origin = origin
            urls = corpus.documents.enumerated().map { index, document in
                let path = "/\(index)"
                let found = Reply.response(
                    fields: [RawField("ETag", "\"1\""), RawField("Content-Type", "application/xml")], body: document)
                let known = Reply.response(304, fields: ["ETag": "\"1\""])
                origin.route(path) { $0["If-None-Match"] == nil ? found : known }
                return origin.url(path, on: addresses[index % addresses.count])
            }
            try urls.joined(separator: "\n").write(toFile: folder + "/urls", atomically: true, encoding: .utf8)
            try urls.map { "url = \"\($0)\"\noutput = /dev/null" }.joined(separator: "\n")
                .write(toFile: folder + "/curl", atomically: true, encoding: .utf8)
        }

        func end() {
            origin.stop()
            try? FileManager.default.removeItem(atPath: folder)
        }

        // MARK: - What is measured

        func refreshes() throws {
            let fetching = try curl()
            let writing = try rawInserts()
            try lede("import", folder + "/urls")
            Table.row(
                "refresh, everything new", try lede("refresh"), fetching + writing,
                "curl --parallel, then SQLite inserts")
            Table.row("first complete search", try lede("search", "train"), nil, "")
            let unchanged = try Table.median { try lede("refresh", "--force") }
            Table.row(
                "refresh, nothing new", unchanged, try Table.median { try curl("-H", "If-None-Match: \"1\"") },
                "curl --parallel")
        }

        func reads() throws {
            let path = folder + "/home/data/library.sqlite"
            let midnight = Date(timeIntervalSince1970: 0)
            let list = ArticleListing(.all, midnight: midnight)
            let opening = try Table.median {
                try Table.timed {
                    let store = try ArticleStore(path: path)
                    _ = try store.overview(midnight: midnight)
                    _ = try store.page(of: list, at: .start, limit: 50)
                }
            }
            let rows = "SELECT id, subscription, place, title, isRead, isStarred FROM article "
            let byPlace = "ORDER BY place DESC LIMIT 51"
            let rawOpening = try Table.median {
                try Table.timed { _ = try Row.fetchAll(raw(path), "SELECT * FROM subscription", rows + byPlace) }
            }
            Table.row("library opened, first list", opening, rawOpening, "the same rows by one connection")

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

        func start() throws {
            let nothing = try Table.median { try Table.process("/bin/true", []) }
            Table.row("lede --version", try Table.median { try lede("--version") }, nothing, "/bin/true")
        }

        private func pair(
            _ name: String, _ listing: ArticleListing, _ store: ArticleStore, _ raw: () throws -> Void
        ) throws {
            let time = try Table.median { try Table.timed { _ = try store.page(of: listing, at: .start, limit: 50) } }
            Table.row(name, time, try Table.median { try Table.timed(raw) }, "the same rows by SQL")
        }

        // MARK: - References

        private func curl(_ arguments: String...) throws -> Duration {
            let parallel = ["--silent", "--parallel", "--parallel-max", "40", "--config", folder + "/curl"]
            return try Table.process("/usr/bin/curl", parallel + arguments)
        }

        /// Every document's text in a table without an index, a transaction a document.
        private func rawInserts() throws -> Duration {
            let pool = try DatabasePool(path: folder + "/raw.sqlite")
            try pool.write { try $0.execute(sql: "CREATE TABLE text (id INTEGER PRIMARY KEY, text TEXT)") }
            return try Table.timed {
                for document in corpus.documents {
                    let pieces = String(decoding: document, as: UTF8.self).split(separator: "\n<item>")
                    try pool.write { database in
                        let statement = try database.cachedStatement(sql: "INSERT INTO text (text) VALUES (?)")
                        for piece in pieces { try statement.execute(arguments: [String(piece)]) }
                    }
                }
            }
        }

        private func raw(_ path: String) throws -> DatabaseQueue {
            var configuration = Configuration()
            configuration.readonly = true
            return try DatabaseQueue(path: path, configuration: configuration)
        }

        // MARK: - Programs

        @discardableResult
        private func lede(_ arguments: String...) throws -> Duration {
            try Table.process(Table.lede, arguments, home: folder + "/home")
        }
    }
}

extension Row {
    fileprivate static func fetchAll(_ queue: DatabaseQueue, _ statements: String...) throws -> [[Row]] {
        try queue.read { database in
            try statements.map { try Row.fetchAll(database.cachedStatement(sql: $0)) }
        }
    }
}
