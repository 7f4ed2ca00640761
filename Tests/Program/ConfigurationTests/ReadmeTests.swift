import Foundation
import ReaderUI
import Testing

@testable import lede

@Suite struct ReadmeTests {
    private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../README.md")

    @Test("The README and the topics describe the exit statuses in the same words")
    func statuses() throws {
        let topics = try ["files", "durability"].map { try #require(HelpTopic.named($0)).text }
        for text in topics + [try String(contentsOf: Self.file, encoding: .utf8)] {
            let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            for status in ["0 success", "64 usage error", "130 interrupted"] {
                #expect(words.contains(status), "\(status): \(words)")
            }
            #expect(!words.contains("wrong use"))
        }
    }

    /// The list in the README is written by hand: if a key runs another command now, its description must change.
    @Test("The keys in the README's list run the commands described there")
    func keys() throws {
        let readme = try String(contentsOf: Self.file, encoding: .utf8)
        let start = try #require(readme.firstRange(of: "| keys | |\n|---|---|\n")).upperBound
        let rows = readme[start...].split(separator: "\n", omittingEmptySubsequences: false).prefix { $0.first == "|" }
        let keys = rows.flatMap { Self.codes(in: $0.split(separator: "|")[0]) }
        #expect(Set(keys).count == keys.count)
        let commands = keys.compactMap { key in CommandTable.entries.first { $0.keys.contains(key) }?.command }
        #expect(commands == Self.commands)
    }

    /// Returns the texts between backquotes.
    private static func codes(in cell: Substring) -> [String] {
        let parts = cell.split(separator: "`", omittingEmptySubsequences: false)
        return parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
    }

    /// The commands in the README's list, row by row.
    private static let commands: [Command] = [
        .down, .up, .pageDown, .pageUp, .first, .last,
        .open, .open, .back, .left, .quit,
        .advance, .nextUnread, .previousUnread, .nextArticle, .previousArticle, .nextFeed, .previousFeed,
        .refresh, .refreshAll, .offline, .cancel,
        .toggleRead, .star, .markAllRead, .undo,
        .browser, .links, .fullText, .enclosures, .copy, .changes,
        .pick, .pickRange,
        .tag, .sameStory,
        .search, .filter, .saveSearch,
        .showReadArticles, .showReadFeeds, .goToFeed, .history,
        .add, .rename, .move, .delete, .feedSettings, .feedReport,
        .readLater, .mute,
        .commandLine, .theme, .messages, .help,
    ]
}
