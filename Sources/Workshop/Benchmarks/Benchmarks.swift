import Foundation

/// `Benchmarks NAME [--json FILE]` measures a part of lede, prints the table, and adds the run to a file of results.
/// `Benchmarks compare BEFORE AFTER` prints how the runs of two such files differ.
@main
struct Benchmarks {
    private static let all: [(name: String, run: @Sendable () async throws -> Void)] = [
        ("parser", ParserBenchmark.run),
        ("cache", CacheBenchmark.run),
        ("commit", CommitBenchmark.run),
        ("refresh", RefreshBenchmark.run),
        ("reader", ReaderBenchmark.run),
        ("library", LibraryBenchmark.run),
        ("pages", PageBenchmark.run),
    ]

    private static let usage = """
        usage: Benchmarks \(all.map(\.name).joined(separator: " | ")) [--json FILE]
               Benchmarks compare BEFORE AFTER
        Run two builds in turns, each with a file of its own, then compare the files.
        compare exits with status 1 if a row is slower or larger beyond the spread of its runs.
        """

    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            switch (arguments.first, arguments.count) {
            case ("compare", 3): try compare(arguments[1], arguments[2])
            case (let name?, 1): try await measure(name, resultsFile: nil)
            case (let name?, 3) where arguments[1] == "--json": try await measure(name, resultsFile: arguments[2])
            default: fail(usage)
            }
        } catch let error as ResultsError {
            fail("Benchmarks: \(error)")
        }
    }

    private static func measure(_ name: String, resultsFile: String?) async throws {
        guard let benchmark = all.first(where: { $0.name == name }) else { fail(usage) }
        try await benchmark.run()
        guard let resultsFile else { return }
        try BenchmarkRun(benchmark: name, time: Date().timeIntervalSince1970, rows: Table.rows).append(to: resultsFile)
    }

    private static func compare(_ before: String, _ after: String) throws {
        let comparison = Comparison(try BenchmarkRun.read(before), try BenchmarkRun.read(after))
        guard !comparison.rows.isEmpty else { throw ResultsError.nothingInCommon(before, after) }
        print(comparison.text)
        if comparison.hasLoss { exit(1) }
    }

    private static func fail(_ text: String) -> Never {
        FileHandle.standardError.write(Data((text + "\n").utf8))
        exit(64)
    }
}
