internal import Markup

/// Newsboat's `urls` file: a line a feed, `URL "tag" "~Title"`.
package struct NewsboatURLs: Equatable, Sendable {
    package struct Feed: Equatable, Sendable {
        package var url: String
        /// The name that the person gave it (`~Title`).
        package var title: String?
        package var tags: [String]
        /// Marked `!`: not shown in newsboat's list.
        package var isHidden: Bool
    }

    /// A line that names no feed which could be taken.
    package struct RefusedLine: Equatable, Sendable {
        /// From 1.
        package var number: Int
        /// Safe for a terminal.
        package var text: String
        package var reason: String
    }

    package private(set) var feeds: [Feed] = []
    package private(set) var refused: [RefusedLine] = []

    /// Reads the file's bytes; empty lines and comments (`#`) are passed over.
    package init(parsing bytes: [UInt8]) {
        let text = (try? DocumentText.utf8(bytes, contentType: nil)) ?? []
        for (index, line) in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            let words = Self.words(line)
            guard let url = words.first else { continue }
            if let reason = Self.reasonToRefuse(url) {
                let shown = SafeText.line(String(decoding: line, as: UTF8.self))
                refused.append(RefusedLine(number: index + 1, text: shown, reason: reason))
            } else {
                feeds.append(Self.feed(url, words.dropFirst()))
            }
        }
    }

    private static func feed(_ url: String, _ words: ArraySlice<String>) -> Feed {
        var feed = Feed(url: url, title: nil, tags: [], isHidden: false)
        for word in words {
            if word.hasPrefix("~") {
                feed.title = WhiteSpace.collapsed(String(word.dropFirst())).nonEmpty
            } else if word.hasPrefix("!") {
                feed.isHidden = true
            } else if let tag = WhiteSpace.collapsed(word).nonEmpty {
                feed.tags.append(tag)
            }
        }
        return feed
    }

    private static func reasonToRefuse(_ url: String) -> String? {
        switch WebAddress.scheme(of: url) {
        case "http", "https", "file": nil
        case "query": "a query over other feeds; lede's search does that"
        case "exec": "a program to be run for each fetch; lede runs none"
        case "filter": "a program that would change the feed; lede runs none"
        default: "no address of a feed"
        }
    }

    /// The words of a line: separated by blanks, quoted where they hold some, `\"` within quotes, `#` for a comment.
    private static func words(_ line: ArraySlice<UInt8>) -> [String] {
        var words: [String] = []
        var rest = line[...]
        while true {
            rest = rest.drop { $0.isMarkupSpace }
            guard let first = rest.first, first != UInt8(ascii: "#") else { return words }
            if first == UInt8(ascii: "\"") {
                words.append(quotedWord(&rest))
            } else {
                let word = rest.prefix { !$0.isMarkupSpace }
                words.append(String(decoding: word, as: UTF8.self))
                rest = rest[word.endIndex...]
            }
        }
    }

    private static func quotedWord(_ rest: inout ArraySlice<UInt8>) -> String {
        rest = rest.dropFirst()
        var word: [UInt8] = []
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() {
                word.append(escaped)
            } else {
                word.append(byte)
            }
        }
        return String(decoding: word, as: UTF8.self)
    }
}
