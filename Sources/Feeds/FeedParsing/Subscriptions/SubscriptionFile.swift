import Basics
package import FeedModel

/// A file of subscriptions: OPML, or newsboat's `urls`.
package struct SubscriptionFile: Sendable {
    package private(set) var list: OPMLDocument
    /// Lines of the file that name no feed, each with its number and the reason.
    package private(set) var remarks: [String] = []
    /// The number of feeds that were left out.
    package private(set) var refusedCount = 0
    /// The settings of feeds that differ from the general ones, by address.
    package private(set) var preferences: [String: FeedPreferences] = [:]

    /// Reads a file; its remarks and errors name it.
    ///
    /// - Parameter partial: accepts the readable part of a truncated file.
    package init(parsing bytes: [UInt8], name: String, partial: Bool = false) throws(SubscriptionFileError) {
        let firstMark = bytes.first { !" \t\r\n\u{FEFF}".utf8.contains($0) }
        guard let firstMark else { throw SubscriptionFileError("\(name): the file is empty") }
        if let list = try? OPMLDocument(parsing: bytes) {
            self.list = list
            readExtensions(name)
            if let line = list.brokenOffAtLine, !partial {
                let count = self.list.feedCount
                let hint = count == 0 ? "" : " (lede import --partial adds its \(count.counting("feed")))"
                throw SubscriptionFileError(
                    "\(name):\(line): the file ends before </opml>; nothing was added\(hint)")
            }
            return
        }
        guard firstMark != UInt8(ascii: "<") else { throw SubscriptionFileError("\(name): not an OPML file") }
        if let hint = Self.otherImport(of: bytes, firstMark) { throw SubscriptionFileError("\(name): \(hint)") }
        let urls = NewsboatURLs(parsing: bytes)
        guard !urls.feeds.isEmpty || urls.refused.contains(where: Self.isNewsboatLine) else {
            throw SubscriptionFileError("\(name): no feeds found; lede reads OPML and newsboat's urls file")
        }
        list = OPMLDocument(outlines: urls.feeds.map(\.outline))
        // A query is a search, not a feed that was lost.
        refusedCount = urls.refused.count { !$0.source.hasPrefix("query:") }
        remarks = urls.refused.map { "\(name):\($0.number): \($0.reason): \($0.text)" }
        for feed in urls.feeds {
            addSettings(feed.outline.preferences, of: feed.url)
            if feed.isHidden { preferences[feed.url, default: FeedPreferences()].isHidden = true }
        }
    }

    /// Returns a hint at the command that imports another known kind of file; nil for any other file.
    private static func otherImport(of bytes: [UInt8], _ firstMark: UInt8) -> String? {
        if isNewsraft(bytes) { return "this is newsraft's feeds file; use \u{201C}lede move-in newsraft\u{201D}" }
        guard firstMark == UInt8(ascii: "{"), StarredItems(parsing: bytes) != nil else { return nil }
        return "this is a starred.json; use \u{201C}lede import --starred\u{201D}"
    }

    /// True for a line that is refused for a specific reason, as in newsboat's files; in any other file every line is
    /// just "not the address of a feed".
    private static func isNewsboatLine(_ line: NewsboatURLs.RefusedLine) -> Bool {
        let isProgram = ["query", "exec", "filter"].contains(WebAddress.scheme(of: line.source))
        return isProgram || line.source.contains("://")
    }

    /// Reads the attributes that other programs add to OPML.
    private mutating func readExtensions(_ name: String) {
        for index in list.outlines.indices {
            list.outlines[index].feedURL = list.outlines[index].feedURL.map(ListedAddress.completed)
        }
        let refused = list.outlines.filter { $0.feedURL != nil && $0.reasonToRefuse != nil }
        refusedCount = refused.count
        remarks = refused.map { "\(name): \($0.shownName): \($0.reasonToRefuse ?? "")" }
        list.outlines.removeAll { $0.feedURL != nil && $0.reasonToRefuse != nil }
        for outline in list.outlines {
            guard let address = outline.feedURL else { continue }
            addSettings(outline.preferences, of: address)
            let idle = outline.idleExtensions
            guard !idle.isEmpty else { continue }
            let names = idle.joined(separator: ", ")
            remarks.append("\(name): \(outline.shownName): kept for export, without use here: \(names)")
        }
    }

    /// Adds the settings of one outline to the settings of other outlines of the same feed: a feed in two folders has
    /// two outlines; one may have its settings, and each a category. The first category wins.
    private mutating func addSettings(_ settings: FeedPreferences, of address: String) {
        var all = preferences[address] ?? FeedPreferences()
        all.opening = all.opening ?? settings.opening
        all.isHidden = all.isHidden || settings.isHidden
        all.tags = all.tags ?? settings.tags
        if all != FeedPreferences() { preferences[address] = all }
    }

    /// Newsraft writes sections as `@ Name`, and settings after `<` (newsraft(1), FEEDS FILE).
    private static func isNewsraft(_ bytes: [UInt8]) -> Bool {
        guard !bytes.contains(0) else { return false }
        return bytes.split(separator: UInt8(ascii: "\n")).contains { line in
            let text = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            return text.first == UInt8(ascii: "@")
                || line.split(separator: UInt8(ascii: " ")).contains { $0.elementsEqual("<".utf8) }
        }
    }
}

/// The reason why a file of subscriptions is unusable, in one line.
package struct SubscriptionFileError: Error, Equatable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
