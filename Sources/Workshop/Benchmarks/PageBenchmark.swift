import ArticleText
import FeedParsing
import Foundation

/// Measures the time to find the main part of a page, compared with trafilatura (Python, from PyPI) on the same pages:
/// the pages of the tests, or the `.html` files of the folder that `LEDE_PAGES` names.
enum PageBenchmark {
    private static let runs = 5
    private static let ownPages = "Tests/Text/ArticleTextTests/Pages"

    static func run() throws {
        let folder = URL(filePath: ProcessInfo.processInfo.environment["LEDE_PAGES"] ?? ownPages)
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "html" }.sorted { $0.path < $1.path }
        let pages = try files.map { [UInt8](try Data(contentsOf: $0)) }
        guard !pages.isEmpty else { return print("\(folder.path) holds no .html files") }
        print("\(pages.count) pages, \(pages.reduce(0) { $0 + $1.count }) bytes, best of \(runs) for each")

        let own = pages.map(bestTime)
        let other = try trafilatura(files)
        Table.head()
        Table.row("a page, median", median(own), other.map(median), "trafilatura")
        Table.row("  longest", own.max() ?? .zero, other?.max())
        if other == nil { print("python3 has no trafilatura (pip install trafilatura): no reference") }
    }

    private static func bestTime(of page: [UInt8]) -> Duration {
        let times = (0..<runs).map { _ in
            ContinuousClock().measure {
                let html = PageDecoder.text(of: page, contentType: nil)
                let main = MainContent.extract(html: html, url: "https://example.org/")
                _ = GatePage.isGate(html: html, textLength: main?.textLength ?? 0, title: nil)
            }
        }
        return times.min() ?? .zero
    }

    private static func median(_ times: [Duration]) -> Duration {
        times.sorted()[times.count / 2]
    }

    /// Returns the best time for each page, measured in one process for all; nil if trafilatura is not
    /// installed.
    private static func trafilatura(_ files: [URL]) throws -> [Duration]? {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script, String(runs)] + files.map(\.path)
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        let times = text.split(separator: "\n").compactMap { Double($0).map { Duration.milliseconds($0) } }
        return times.count == files.count ? times : nil
    }

    private static let script = """
        import sys, time, trafilatura
        for path in sys.argv[2:]:
            page = open(path, 'rb').read()
            best = 1e9
            for _ in range(int(sys.argv[1])):
                start = time.perf_counter()
                trafilatura.extract(page.decode('utf-8', 'replace'), include_comments=False)
                best = min(best, time.perf_counter() - start)
            print(1000 * best)
        """
}
