/// `Benchmarks parser`, `cache`, `commit`, `refresh`, `reader`, `library` or `pages`: measures a part of lede and prints the
/// result.
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

    static func main() async throws {
        guard let name = CommandLine.arguments.dropFirst().first, let benchmark = all.first(where: { $0.name == name })
        else {
            print("usage: Benchmarks \(all.map(\.name).joined(separator: " | "))")
            return
        }
        try await benchmark.run()
    }
}
