import FeedModel
import FeedParsing
import Foundation

/// The feed documents in `Feeds`, one for each quirk.
enum Fixture {
    static func bytes(_ name: String) throws -> [UInt8] {
        guard let folder = Bundle.module.url(forResource: "Feeds", withExtension: nil) else { throw Missing() }
        return [UInt8](try Data(contentsOf: folder.appending(path: name)))
    }

    static func feed(_ name: String, url: String? = "https://example.org/dir/feed") throws -> ParsedFeed {
        try FeedParser.parse(bytes(name), url: url)
    }

    static var names: [String] {
        get throws {
            guard let folder = Bundle.module.url(forResource: "Feeds", withExtension: nil) else { throw Missing() }
            return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        }
    }

    /// All feeds in `Feeds`; a few documents are no feeds.
    static var feeds: [ParsedFeed] {
        get throws {
            try names.filter { !$0.hasSuffix(".gz") }.compactMap { try? feed($0) }
        }
    }

    private struct Missing: Error {}
}

/// Returns an RSS feed whose channel has the given content.
func rss(_ content: String) -> [UInt8] {
    Array("<?xml version=\"1.0\"?>\n<rss version=\"2.0\"><channel><title>A feed</title>\(content)</channel></rss>".utf8)
}

/// Returns the item that this RSS content gives.
func item(_ content: String) throws -> ParsedItem? {
    try FeedParser.parse(rss("<item>\(content)</item>"), url: "https://example.org/dir/feed").items.first
}

/// Returns the item that this Atom content gives.
func entry(_ content: String) throws -> ParsedItem? {
    let feed = "<feed xmlns=\"http://www.w3.org/2005/Atom\"><entry>\(content)</entry></feed>"
    return try FeedParser.parse(Array(feed.utf8), url: "https://example.org/dir/feed").items.first
}
