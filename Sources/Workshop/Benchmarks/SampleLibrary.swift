import ArticleStorage
import FeedModel
import Foundation

/// A library made for a benchmark, with all its articles unread and indexed; deleted at the end.
struct SampleLibrary {
    /// The value for `LEDE_HOME`.
    let home: String

    private static let words =
        "a morning train crosses the wide river before anyone in town has opened a window or read the paper"
        .split(separator: " ").map(String.init)
    /// The date of the newest article; each other article is a minute older than the one before.
    static let newest = Date(timeIntervalSince1970: 1_790_000_000)

    init(feeds: Int, articlesPerFeed: Int) throws {
        home = FileManager.default.temporaryDirectory.appending(path: "lede-library-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: home + "/data", withIntermediateDirectories: true)
        let store = try ArticleStore(path: home + "/data/library.sqlite")
        for number in 0..<feeds {
            let id = try store.add(
                NewSubscription(feedURL: "http://127.0.0.1:9/\(number)", customTitle: "Feed \(number)")
            ).id
            var feed = ParsedFeed()
            feed.items = (0..<articlesPerFeed).map { Self.item($0 * feeds + number) }
            _ = try store.ingest(feed, into: id, state: PollingState(subscription: id), at: Self.newest)
        }
        while try store.searchBacklog() > 0 { _ = try store.indexPending(limit: 5_000) }
    }

    func end() {
        try? FileManager.default.removeItem(atPath: home)
    }

    private static func item(_ number: Int) -> ParsedItem {
        let text = (1...20).map { words[(number / $0 + number * $0) % words.count] }.joined(separator: " ")
        var item = ParsedItem(id: String(number))
        item.title = "\(text.prefix(50)) \(number)"
        item.url = "http://127.0.0.1:9/article/\(number)"
        item.contentHTML = "<p>\(text)</p><p>\(text) <a href=\"/\(number)\">\(number)</a></p>"
        item.published = newest.addingTimeInterval(-60 * Double(number))
        return item
    }
}
