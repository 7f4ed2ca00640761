import FeedModel
import FeedParsing
import Foundation

/// Measures the speed of the feed parser, with all fields, compared with libxml2 reading the same files as SAX events.
enum ParserBenchmark {
    private static let runs = 7

    static func run() throws {
        let corpus = FeedCorpus(megabytes: 20, seed: 1)
        print(
            "\(corpus.documents.count) documents, \(corpus.byteCount) bytes, \(corpus.itemCount) items, best of \(runs)"
        )

        var seen = 0
        let parsing = try best { seen = try parseAll(corpus.documents) }
        guard seen == corpus.itemCount else { throw Mismatch.items(seen, expected: corpus.itemCount) }
        let writing = try best { for document in corpus.documents { _ = JSONFeedWriter.write(try parse(document)) } }
        let reference = try xmllint(corpus)
        Table.head()
        for (name, time) in [("parser", parsing), ("parser and JSON writer", writing)] {
            Table.row(name, time, reference, "xmllint --sax")
            print(String(format: "  %.1f MB/s", Double(corpus.byteCount) / 1e6 / (time / .seconds(1))))
        }
        if reference == nil { print("xmllint is not installed: no reference") }
    }

    private enum Mismatch: Error {
        case items(Int, expected: Int)
    }

    private static func parse(_ document: [UInt8]) throws -> ParsedFeed {
        try FeedParser.parse(document, url: "https://example.org/feed")
    }

    private static func parseAll(_ documents: [[UInt8]]) throws -> Int {
        try documents.reduce(0) { $0 + (try parse($1)).items.count }
    }

    /// Returns the best time of several runs.
    private static func best(_ work: () throws -> Void) rethrows -> Duration {
        try (0..<runs).map { _ in try ContinuousClock().measure(work) }.min() ?? .zero
    }

    /// Returns xmllint's best time, with one process for all files; nil if it is not installed.
    private static func xmllint(_ corpus: FeedCorpus) throws -> Duration? {
        let program = URL(filePath: "/usr/bin/xmllint")
        guard FileManager.default.isExecutableFile(atPath: program.path) else { return nil }
        let folder = FileManager.default.temporaryDirectory.appending(path: "lede-benchmark-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = try corpus.documents.enumerated().map { index, document in
            let file = folder.appending(path: "\(index).xml")
            try Data(document).write(to: file)
            return file.path
        }
        return try best {
            let process = Process()
            process.executableURL = program
            process.arguments = ["--sax", "--noout", "--huge"] + files
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
        }
    }
}
