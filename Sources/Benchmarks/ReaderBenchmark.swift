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
    private static let rounds = 7
    private static let addresses = (1...20).map { "127.0.1.\($0)" }

    @Sendable static func run() throws {
        let corpus = FeedCorpus(megabytes: megabytes, seed: 2)
        let bench = try Bench(corpus)
        defer { bench.end() }
        print("\(corpus.documents.count) feeds, \(corpus.itemCount) articles, \(corpus.byteCount) bytes; medians")
        print("                                         lede    reference   ratio   reference")
        try bench.refreshes()
        try bench.reads()
        try bench.start()
        try bench.screens()
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
            row(
                "refresh, everything new", try lede("refresh"), fetching + writing,
                "curl --parallel, then SQLite inserts")
            row("first complete search", try lede("search", "train"), nil, "")
            let unchanged = try median { try lede("refresh", "--force") }
            row(
                "refresh, nothing new", unchanged, try median { try curl("-H", "If-None-Match: \"1\"") },
                "curl --parallel")
        }

        func reads() throws {
            let path = folder + "/home/data/library.sqlite"
            let midnight = Date(timeIntervalSince1970: 0)
            let list = ArticleListing(.all, midnight: midnight)
            let opening = try median {
                try timed {
                    let store = try ArticleStore(path: path)
                    _ = try store.overview(midnight: midnight)
                    _ = try store.page(of: list, at: .start, limit: 50)
                }
            }
            let rows = "SELECT id, subscription, place, title, isRead, isStarred FROM article "
            let byPlace = "ORDER BY place DESC LIMIT 51"
            let rawOpening = try median {
                try timed { _ = try Row.fetchAll(raw(path), "SELECT * FROM subscription", rows + byPlace) }
            }
            row("library opened, first list", opening, rawOpening, "the same rows by one connection")

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
            let nothing = try median { try process("/bin/true", []) }
            row("lede --version", try median { try lede("--version") }, nothing, "/bin/true")
        }

        /// On a terminal: from the start of the program, or from a key, to the end of what is painted.
        func screens() throws {
            let environment = ["LEDE_HOME": folder + "/home", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"]
            let start = { try TerminalProgram(beside("lede"), [], environment: environment) }
            row(
                "start, first list",
                try median {
                    let program = try start()
                    defer { program.end() }
                    return try painted(program.firstPicture())
                }, try median { try process("/bin/true", []) }, "/bin/true")

            let echo = try TerminalProgram(
                "/bin/sh", ["-c", "stty raw -echo; echo; exec cat"], environment: environment)
            defer { echo.end() }
            _ = echo.firstPicture()
            let reference = try median { try painted(echo.press("x")) }

            let program = try start()
            defer { program.end() }
            _ = program.firstPicture()
            let memory = (own: Double(try program.memory) / 1e6, other: Double(try echo.memory) / 1e6)
            print(
                String(
                    format: "memory after the first list      %9.2f MB %9.2f MB           cat", memory.own, memory.other
                ))
            let press = { (name: String, keys: [String], between: [String]) in
                var all: [Duration] = []
                let time = try median {
                    let times = try keys.map { try painted(program.press($0)) }.sorted()
                    for key in between { _ = program.press(key) }
                    all += times
                    return times[times.count / 2]
                }
                row(name, time, reference, "a byte through cat on a terminal")
                if let longest = all.max(), all.count > rounds { row("  longest of \(all.count)", longest, nil, "") }
            }
            let toFeeds = Array(repeating: "j", count: 5)
            for key in toFeeds { _ = program.press(key) }
            try press("key in the list of feeds", Array(repeating: "j", count: 9), Array(repeating: "k", count: 9))
            try press("feed opened, painted", ["\r"], ["q", "j"])
            _ = program.press("\r")
            try press("key in the list of articles", Array(repeating: "j", count: 9), Array(repeating: "k", count: 9))
            try press("article opened, painted", ["\r"], ["q", "j"])
            for key in ["/", "r"] { _ = program.press(key) }
            try press("search, a letter typed", ["i", "v", "e", "r"], ["\u{1B}", "/", "r"])
        }

        private struct NothingPainted: Error {}

        private func painted(_ time: Duration?) throws -> Duration {
            guard let time else { throw NothingPainted() }
            return time
        }

        private func pair(
            _ name: String, _ listing: ArticleListing, _ store: ArticleStore, _ raw: () throws -> Void
        ) throws {
            let time = try median { try timed { _ = try store.page(of: listing, at: .start, limit: 50) } }
            row(name, time, try median { try timed(raw) }, "the same rows by SQL")
        }

        // MARK: - References

        private func curl(_ arguments: String...) throws -> Duration {
            let parallel = ["--silent", "--parallel", "--parallel-max", "40", "--config", folder + "/curl"]
            return try process("/usr/bin/curl", parallel + arguments)
        }

        /// Every document's text in a table without an index, a transaction a document.
        private func rawInserts() throws -> Duration {
            let pool = try DatabasePool(path: folder + "/raw.sqlite")
            try pool.write { try $0.execute(sql: "CREATE TABLE text (id INTEGER PRIMARY KEY, text TEXT)") }
            return try timed {
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
            try process(beside("lede"), arguments)
        }

        private func beside(_ name: String) -> String {
            URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: name).path
        }

        private func process(_ path: String, _ arguments: [String]) throws -> Duration {
            let process = Process()
            process.executableURL = URL(filePath: path)
            process.arguments = arguments
            process.environment = ["LEDE_HOME": folder + "/home", "LC_ALL": "C.UTF-8"]
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            // waitUntilExit looks every 50 ms.
            let ended = DispatchSemaphore(value: 0)
            process.terminationHandler = { _ in ended.signal() }
            return try timed {
                try process.run()
                ended.wait()
            }
        }
    }

    // MARK: - Time

    private static func timed(_ work: () throws -> Void) rethrows -> Duration {
        try ContinuousClock().measure(work)
    }

    private static func median(_ work: () throws -> Duration) rethrows -> Duration {
        var times: [Duration] = []
        for _ in 0..<rounds { times.append(try work()) }
        return times.sorted()[rounds / 2]
    }

    private static func row(_ name: String, _ time: Duration, _ reference: Duration?, _ what: String) {
        let columns = [name.padding(toLength: 32, withPad: " ", startingAt: 0), milliseconds(time)]
        let compared = reference.map { [milliseconds($0), String(format: "%7.2f", time / $0), "  " + what] } ?? []
        print((columns + compared).joined(separator: " "))
    }

    private static func milliseconds(_ time: Duration) -> String {
        String(format: "%9.2f ms", time / .milliseconds(1))
    }
}

extension Row {
    fileprivate static func fetchAll(_ queue: DatabaseQueue, _ statements: String...) throws -> [[Row]] {
        try queue.read { database in
            try statements.map { try Row.fetchAll(database.cachedStatement(sql: $0)) }
        }
    }
}
