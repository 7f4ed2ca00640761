import FeedModel
import ReaderUI
import Testing

@testable import lede

/// Topics that repeat what tables of the program say.
@Suite struct TopicContentTests {
    @Test("The terminal topic explains both forms of the marks")
    func marks() throws {
        let lines = try #require(HelpTopic.named("terminal")).text.split(separator: "\n")
        let rows = lines.map { $0.split(separator: " ", maxSplits: 2).map(String.init) }
        let (unicode, ascii) = (Glyphs.unicode, Glyphs.ascii)
        let marks: [KeyPath<Glyphs, String>] = [
            \.selection, \.unread, \.starred, \.picked, \.packed, \.partly, \.foldOpen, \.foldClosed,
            \.error, \.waiting, \.none, \.offline, \.unreachable, \.refreshing, \.progress, \.ellipsis,
            \.quote, \.bullet, \.continued, \.picture,
        ]
        for mark in marks {
            let pair = [unicode[keyPath: mark], ascii[keyPath: mark]]
            #expect(rows.contains { $0.prefix(2) == pair[...] }, "\(pair)")
        }
    }

    @Test("The settings topic explains the orders of feeds, and names the units of [journey]")
    func explained() throws {
        let topic = try #require(HelpTopic.named("config")).text
        let text = topic.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for order in ["added", "unread", "newest", "read", "pace", "success", "size"] {
            #expect(text.contains("; \(order): "), "\(order)")
        }
        #expect(text.contains("disk space for packed pictures (a number of megabytes from 1 to 1,000,000)"))
    }

    @Test("The feeds topic lists each setting of a feed", arguments: FeedPreferences.Name.allCases)
    func feedSettings(name: FeedPreferences.Name) throws {
        let text = try #require(HelpTopic.named("feeds")).text
        #expect(text.contains("\n      \(name.rawValue)  "))
    }
}
