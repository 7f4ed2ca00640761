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

    @Test("The packaged timer fetches only the feeds that are due")
    func timer() throws {
        let unit = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../.packaging/files/lede-refresh.service").standardizedFileURL
        let lines = try String(contentsOf: unit, encoding: .utf8).split(separator: "\n")
        let command = try #require(lines.first { $0.hasPrefix("ExecStart=") })
        #expect(LibraryRefresh(words: command.split(separator: " ").dropFirst().map(String.init))?.reason == .schedule)
    }
}
