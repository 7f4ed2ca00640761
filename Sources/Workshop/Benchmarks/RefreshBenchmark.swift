import Dispatch
import Foundation
import GRDB
import ScriptedOrigin
import Synchronization

/// Measures the cost of a refresh of 1,000 feeds of 100 articles in time, processor time, memory and bandwidth,
/// compared with curl fetching the same documents and SQLite inserting the same rows. Then it measures how soon keys
/// take effect during a refresh.
///
/// Needs `lede` of the same build in its own folder, curl, 300 MB of memory, and 300 MB in the temporary folder.
enum RefreshBenchmark {
    private static let addresses = (1...20).map { "127.0.1.\($0)" }
    /// The number of rounds, which is small because a refresh in which everything is new takes seconds.
    private static let rounds = 3

    @Sendable static func run() throws {
        let corpus = FeedCorpus(feeds: 1_000, articlesPerFeed: 100, seed: 2)
        let bench = try Bench(corpus)
        defer { bench.end() }
        print("\(corpus.documents.count) feeds, \(corpus.itemCount) articles, \(corpus.byteCount) bytes; medians")
        Table.head()
        try bench.everythingNew()
        try bench.nothingNew()
        try bench.measureKeysDuringRefresh()
    }

    private struct Bench {
        private let corpus: FeedCorpus
        private let folder: String
        private let origin: Origin
        private let line: FlakyNetwork

        init(_ corpus: FeedCorpus) throws {
            self.corpus = corpus
            folder = FileManager.default.temporaryDirectory.appending(path: "lede-benchmark-\(UUID().uuidString)").path
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let (origin, line) = (try Origin(addresses: addresses), FlakyNetwork())
            self.origin = origin
            self.line = line
            let urls = corpus.documents.enumerated().map { index, document in
                let found = Reply.response(
                    fields: [RawField("ETag", "\"1\""), RawField("Content-Type", "application/xml")], body: document)
                let known = Reply.response(304, fields: ["ETag": "\"1\""])
                origin.route("/\(index)") { request in
                    line.reply(to: index, found) ?? (request["If-None-Match"] == nil ? found : known)
                }
                return origin.url("/\(index)", on: addresses[index % addresses.count])
            }
            try urls.joined(separator: "\n").write(toFile: folder + "/urls", atomically: true, encoding: .utf8)
            try urls.map { "url = \"\($0)\"\noutput = /dev/null" }.joined(separator: "\n")
                .write(toFile: folder + "/curl", atomically: true, encoding: .utf8)
        }

        func end() {
            origin.stop()
            try? FileManager.default.removeItem(atPath: folder)
        }

        func everythingNew() throws {
            var wire = (lede: 0, curl: 0)
            let least = try Table.medians(rounds) {
                let fetching: Cost
                (fetching, wire.curl) = try overWire { try curl() }
                return fetching + (try rawInserts())
            }
            let whole = try Table.medians(rounds) {
                try? FileManager.default.removeItem(atPath: folder + "/home")
                try lede("import", folder + "/urls")
                let refresh: Cost
                (refresh, wire.lede) = try overWire { try lede("refresh") }
                return refresh
            }
            Table.rows("everything new", whole, least, "curl --parallel, then SQLite inserts")
            Table.row("  sent by the servers", bytes: wire.lede, wire.curl)
            Table.row("  then the first complete search", try lede("search", "train").wall)
        }

        func nothingNew() throws {
            var wire = (lede: 0, curl: 0)
            let whole = try Table.medians {
                let refresh: Cost
                (refresh, wire.lede) = try overWire { try lede("refresh", "--force") }
                return refresh
            }
            let least = try Table.medians {
                let asking: Cost
                (asking, wire.curl) = try overWire { try curl("-H", "If-None-Match: \"1\"") }
                return asking
            }
            Table.rows("nothing new", whole, least, "curl --parallel")
            Table.row("  sent by the servers", bytes: wire.lede, wire.curl)
        }

        /// The mark that the reader paints before the selected row.
        private static let selection = "▌"

        /// Measures keys during a refresh in which every feed is new and answers after 100 ms, and every fifth hangs.
        func measureKeysDuringRefresh() throws {
            let environment = ["LEDE_HOME": folder + "/home", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"]
            let program = try TerminalProgram(Table.lede, [], environment: environment)
            defer { program.end() }
            _ = try program.firstPicture()
            line.begin()
            _ = try program.press("R")
            let times = try (0..<100).map { number in
                try program.press(number % 20 < 10 ? "j" : "k", until: Self.selection, pause: .milliseconds(50))
            }.sorted()
            Table.row("key while every fifth feed hangs", times[times.count / 2])
            Table.row("  99 of 100", times[times.count * 99 / 100])
        }

        private func overWire(_ work: () throws -> Cost) throws -> (Cost, Int) {
            let before = origin.sentByteCount
            let cost = try work()
            return (cost, origin.sentByteCount - before)
        }

        // MARK: - Programs

        @discardableResult
        private func lede(_ arguments: String...) throws -> Cost {
            try Table.process(Table.lede, arguments, home: folder + "/home")
        }

        private func curl(_ arguments: String...) throws -> Cost {
            let parallel = ["--silent", "--parallel", "--parallel-max", "40", "--config", folder + "/curl"]
            return try Table.process("/usr/bin/curl", parallel + arguments)
        }

        /// Inserts every article's markup into a table without an index, one transaction per document; the time to
        /// extract it is not counted.
        private func rawInserts() throws -> Cost {
            let path = folder + "/raw.sqlite"
            try? FileManager.default.removeItem(atPath: path)
            let queue = try DatabaseQueue(path: path)
            try queue.write { try $0.execute(sql: "CREATE TABLE text (id INTEGER PRIMARY KEY, text TEXT)") }
            return try corpus.documents.reduce(Cost(wall: .zero, cpu: .zero)) { cost, document in
                let text = String(decoding: document, as: UTF8.self)
                let beginning = text.contains("\n<entry>") ? "\n<entry>" : "\n<item"
                let articles = text.split(separator: beginning).map(String.init)
                let writing = try Cost.own {
                    try queue.write { database in
                        let statement = try database.cachedStatement(sql: "INSERT INTO text (text) VALUES (?)")
                        for article in articles { try statement.execute(arguments: [article]) }
                    }
                }
                return cost + writing
            }
        }
    }

    /// A network on which, once it is enabled, servers answer late and every fifth feed never answers.
    private final class FlakyNetwork: Sendable {
        private let hasBegun = Mutex(false)
        private let never = Gate()
        private static let latency = DispatchTimeInterval.milliseconds(100)

        func begin() {
            hasBegun.withLock { $0 = true }
        }

        func reply(to index: Int, _ found: Reply) -> Reply? {
            guard hasBegun.withLock(\.self) else { return nil }
            guard index % 5 > 0 else { return Reply([.wait(never)]) }
            let arrival = Gate()
            DispatchQueue.global().asyncAfter(deadline: .now() + Self.latency) { arrival.open() }
            return Reply([.wait(arrival)] + found.steps)
        }
    }
}
