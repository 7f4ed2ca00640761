import FeedRefresh
import Foundation
import Testing

@testable import lede

@Suite struct LibraryRefreshTests {
    @Test(
        "A refresh of all feeds does not need the argument parser, and gives the same result",
        arguments: [["refresh"], ["refresh", "--due"], ["refresh", "--force"]])
    func plainWords(_ words: [String]) throws {
        let refresh = try #require(LibraryRefresh(words: words))
        let command = try #require(try Lede.command(in: words) as? RefreshCommand)
        #expect(refresh.reason == command.reason && refresh.feeds == command.feeds)
    }

    @Test(
        "Other arguments go to the parser",
        arguments: [[], ["refresh", "1"], ["refresh", "--due", "--force"], ["refresh", "--help"], ["list"]])
    func otherWords(_ words: [String]) {
        #expect(LibraryRefresh(words: words).map(\.reason) == nil)
    }

    /// Returns the lines of a packaged unit.
    private func lines(of unit: String) throws -> [Substring] {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../.packaging/files/\(unit)").standardizedFileURL
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    }

    @Test(
        "The packaged services need no other folder than the library's",
        arguments: ["lede-refresh.service", "lede-serve.service"])
    func folders(_ unit: String) throws {
        let lines = try self.lines(of: unit)
        let needed = lines.filter { $0.hasPrefix("ReadWritePaths=") }.flatMap { line in
            line.dropFirst("ReadWritePaths=".count).split(separator: " ").filter { !$0.hasPrefix("-") }
        }
        #expect(needed == ["%h/.local/share/lede"])
        #expect(lines.contains("ConditionPathExists=%h/.local/share/lede/library.sqlite"))
        #expect(lines.contains("ExecStartPre=-+/bin/mkdir -p %h/.local/state/lede"))
    }

    @Test("The packaged timer fetches only the feeds that are due")
    func timer() throws {
        let lines = try self.lines(of: "lede-refresh.service")
        let command = try #require(lines.first { $0.hasPrefix("ExecStart=") })
        #expect(LibraryRefresh(words: command.split(separator: " ").dropFirst().map(String.init))?.reason == .schedule)
    }
}
