import Basics
import FeedModel
import FeedParsing
import Markup

/// Feeds, lists of subscriptions, and the documents of since-id servers.
enum FeedFuzzing {
    static func readAsFeed(_ input: [UInt8]) throws {
        // Inflating is zlib's task, and compressed bombs only slow the search down.
        guard !input.starts(with: [0x1F, 0x8B]) else { return }
        if let feed = try? FeedParser.parse(input, url: "https://example.org/a/feed", contentType: nil) {
            try check(feed: JSONFeedWriter.write(feed), of: feed.items)
            try checkLengths(of: feed)
        }
        _ = FeedDiscovery.candidates(in: input, url: "https://example.org/a/page")
        _ = FeedDate.parse(String(decoding: input, as: UTF8.self))
    }

    /// Checks that only items with equal content share an id, and that no character can control a terminal.
    private static func check(feed json: [UInt8], of items: [ParsedItem]) throws {
        var first: [String: ParsedItem] = [:]
        for item in items {
            let other = first[item.id] ?? item
            let isSame = other.title == item.title && other.url == item.url && other.contentHTML == item.contentHTML
            try require(isSame, "two items share an id")
            try require(!item.id.isEmpty, "an item has no id")
            first[item.id] = other
        }
        try require(SafeText.clean(json) == json, "an unsafe character was not removed")
        guard let again = try? FeedParser.parse(json) else {
            throw BrokenInvariant(description: "the JSON written is not a JSON Feed")
        }
        try require(again.items.count == items.count, "an item was lost in the JSON written")
    }

    private static func checkLengths(of feed: ParsedFeed) throws {
        try require((feed.title ?? "").utf8.count <= 4_000, "a long title was kept")
        for item in feed.items {
            let addresses = [item.url, item.externalURL, item.imageURL, item.commentsURL].compactMap(\.self)
            try require(addresses.allSatisfy { $0.utf8.count <= 8_000 }, "a long address was kept")
            try require(
                item.tags.count <= 200 && item.tags.allSatisfy { $0.utf8.count <= 200 }, "long tags were kept")
            try require((item.title ?? "").utf8.count <= 4_000, "a long title was kept")
        }
    }

    /// Checks that a written OPML document is read and written unchanged.
    static func readAsSubscriptions(_ input: [UInt8]) throws {
        _ = NewsboatURLs(parsing: input)
        guard let document = try? OPMLDocument(parsing: input) else { return }
        let written = document.write()
        let again = try? OPMLDocument(parsing: written)
        try require(again?.write() == written, "OPML changed in a round trip")
        try require(again?.outlines.map(\.folder) == document.outlines.map(\.folder), "an outline moved")
    }

    /// Checks a since-id server's pages and other documents: writing and reading them changes nothing, and no character
    /// in them can control a terminal.
    static func readAsSince(_ input: [UInt8]) throws {
        _ = SinceDocument.shown(in: input)
        if let page = try? SinceDocument(parsing: input, url: "https://example.org/items.json") {
            let written = page.written()
            let again = try? SinceDocument(parsing: written, url: "https://example.org/items.json")
            try require(again?.written() == written, "a page changed in a round trip")
            try require(again?.articles.map(\.id) == page.articles.map(\.id), "an article was lost")
            try require(again?.articles.map(\.item?.id) == page.articles.map(\.item?.id), "a deletion was lost")
            try require(again?.feeds.map(\.folder) == page.feeds.map(\.folder), "a feed moved")
            try require(SafeText.clean(written) == written, "an unsafe character was not removed")
            let addresses = page.feeds.flatMap { [$0.feedURL, $0.homePageURL] }.compactMap(\.self)
            try require(!addresses.contains(where: WebAddress.isScript), "an address would run something")
        }
        if let marks = SinceStates.marks(in: input) {
            let again = SinceStates.marks(in: SinceStates.writtenMarks(marks))
            try require(
                again?.map(\.id) == marks.map(\.id) && again?.map(\.mark) == marks.map(\.mark), "a mark changed")
        }
        if let answer = SinceStates.results(in: input) {
            let again = SinceStates.results(
                in: SinceStates.writtenResults(done: Array(answer.done), gone: Array(answer.gone)))
            try require(again?.done == answer.done && again?.gone == answer.gone, "an answer changed")
        }
    }
}
