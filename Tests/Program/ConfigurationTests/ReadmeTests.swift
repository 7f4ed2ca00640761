import Foundation
import Testing

@testable import lede

@Suite struct ReadmeTests {
    private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../README.md")

    @Test("The README and the topics name the exit statuses in the same words")
    func statuses() throws {
        let topics = try ["files", "durability"].map { try #require(HelpTopic.named($0)).text }
        for text in topics + [try String(contentsOf: Self.file, encoding: .utf8)] {
            let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            for status in ["0 success", "64 wrong use", "130 interrupted"] {
                #expect(words.contains(status), "\(status): \(words)")
            }
            #expect(!words.contains("wrong usage"))
        }
    }
}
