import Basics
package import FeedModel
internal import Markup

/// Newsboat's `urls` file: one feed on each line, `URL "tag" "~Title"`.
package struct NewsboatURLs: Equatable, Sendable {
    /// A feed of the file, with what newsboat stores beside its address.
    package struct Feed: Equatable, Sendable {
        package var url: String
        /// The user's name for the feed (`~Title`).
        package var title: String?
        package var tags: [String] = []
        /// Marked `!`: not shown in newsboat's list.
        package var isHidden = false

        package init(url: String, tags: [String] = []) {
            self.url = url
            self.tags = tags
        }
    }

    /// A list of articles by a filter: `query:NAME:FILTER`.
    package struct Query: Equatable, Sendable {
        package var name: String
        package var filter: String
        package var line: Int
    }

    /// A line without a usable feed.
    package struct RefusedLine: Equatable, Sendable {
        /// The number of the line, from 1.
        package var number: Int
        /// The line, which is safe for a terminal and without secrets.
        package var text: String
        package var reason: String
        /// The beginning of the line: an address, or words such as `exec:…`.
        var source: String
    }

    package private(set) var feeds: [Feed] = []
    package private(set) var queries: [Query] = []
    /// The refused lines. They include queries, for callers that cannot use queries.
    package private(set) var refused: [RefusedLine] = []

    /// Reads the file's bytes; empty lines and comments (`#`) are skipped. An address on two lines is one feed with the
    /// tags of both, as in newsboat.
    package init(parsing bytes: [UInt8]) {
        let text = (try? DocumentText.utf8(bytes, contentType: nil)) ?? []
        var known: [String: Int] = [:]
        for (index, line) in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            let words = NewsboatWords.words(line)
            guard let url = words.first.map(ListedAddress.withoutFeedScheme) else { continue }
            if let reason = Self.reasonToRefuse(url) {
                let shown = ShownLine.of(SafeText.line(String(decoding: line, as: UTF8.self)))
                refused.append(RefusedLine(number: index + 1, text: shown, reason: reason, source: url))
                queries += Self.query(url, line: index + 1)
                continue
            }
            let feed = Self.feed(ListedAddress.feed(at: ListedAddress.withoutBreaks(url)), words.dropFirst())
            if let first = known[feed.url] {
                feeds[first].add(feed)
            } else {
                known[feed.url] = feeds.count
                feeds.append(feed)
            }
        }
    }

    private static func feed(_ url: String, _ words: ArraySlice<String>) -> Feed {
        var feed = Feed(url: url)
        for word in words {
            if word.hasPrefix("~") {
                feed.title = feed.title ?? SafeText.line(String(word.dropFirst())).nonEmpty
            } else if word.hasPrefix("!") {
                feed.isHidden = true
            } else if let tag = SafeText.line(word).nonEmpty, !feed.tags.contains(tag) {
                feed.tags.append(tag)
            }
        }
        return feed
    }

    /// The name does not contain a colon; the text after the second colon is the filter.
    private static func query(_ word: String, line: Int) -> [Query] {
        let parts = word.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, parts[0] == "query" else { return [] }
        return [Query(name: SafeText.line(parts[1]), filter: parts[2], line: line)]
    }

    private static func reasonToRefuse(_ url: String) -> String? {
        switch WebAddress.scheme(of: url) {
        case "query": "a query over other feeds; lede's search does that"
        case "exec": "a program; add it yourself: lede add exec:NAME --command \"…\""
        case "filter": "a program that changes the feed; set it yourself: lede feed ADDRESS \"filter=…\""
        default: ListedAddress.isUsable(url) ? nil : "not the address of a feed"
        }
    }
}

extension NewsboatURLs.Feed {
    /// Adds the tags of another line for the same address; the first title stays.
    fileprivate mutating func add(_ other: Self) {
        title = title ?? other.title
        isHidden = isHidden || other.isHidden
        tags += other.tags.filter { !tags.contains($0) }
    }
}

extension NewsboatURLs.Feed {
    /// Its first tag is its folder; if there are more, OPML's `category` keeps them all.
    package var outline: OPMLOutline {
        let category = OPMLValue(name: "category", value: tags.joined(separator: ","))
        return OPMLOutline(
            title: title ?? "", feedURL: url, folder: tags.prefix(1).map { $0 },
            attributes: tags.count > 1 ? [category] : [])
    }
}
