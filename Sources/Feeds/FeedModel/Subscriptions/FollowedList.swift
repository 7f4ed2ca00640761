import Basics

/// A list of feeds at a web address whose changes the library follows.
package struct FollowedList: Identifiable, Equatable, Sendable {
    package let id: FollowedListID
    package var url: String
    package var health: FeedHealth
    /// The number of its feeds that the person reads.
    package var feedCount: Int

    package init(id: FollowedListID, url: String, health: FeedHealth = FeedHealth(), feedCount: Int = 0) {
        self.id = id
        self.url = url
        self.health = health
        self.feedCount = feedCount
    }

    /// `url` in a form that is safe to show.
    package var shownAddress: String { ShownAddress.of(url) }

    /// True if the address is that of this list in any spelling.
    package func isAt(_ address: String) -> Bool {
        ComparableAddress.of(url) == ComparableAddress.of(address)
    }
}

/// The library's own number for a followed list; it is never reused.
package struct FollowedListID: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) {
        self.rawValue = rawValue
    }
}

/// The changes of the library after a followed list has changed.
package struct ListChanges: Equatable, Sendable {
    package struct Feed: Equatable, Sendable {
        package var title: String
        /// The address in a form that is safe to show.
        package var address: String

        package init(title: String, address: String) {
            self.title = title
            self.address = address
        }
    }

    package var added: [Feed] = []
    /// Feeds that the list had brought and lacks now.
    package var removed: [Feed] = []
    /// Feeds that the list lacks now, and that stay because of their unread or marked articles.
    package var kept: [Feed] = []

    package init() {}

    /// One line for the additions, and one for each feed that the list lacks now. If there are more than the limit, the
    /// last one counts the rest.
    package func lines(atMost limit: Int = .max) -> [String] {
        guard !added.isEmpty else { return losses(atMost: limit) }
        let names = added.prefix(Self.namedFeeds).map(\.title).joined(separator: ", ")
        let others = added.count - Self.namedFeeds
        let rest = others > 0 ? " and \(Numbers.grouped(others)) more" : ""
        return ["\(added.count.counting("feed")) added: \(names)\(rest)"] + losses(atMost: limit - 1)
    }

    /// One line for each feed that the list lacks now, within the limit as above.
    package func losses(atMost limit: Int = .max) -> [String] {
        let lines =
            removed.map { "no longer lists \($0.title): removed; lede add \($0.address) brings it back" }
            + kept.map { "no longer lists \($0.title): kept, as it has unread or marked articles" }
        guard lines.count > limit else { return lines }
        let rest = lines.count - limit + 1
        return lines.prefix(max(limit - 1, 0)) + ["\(rest.counting("more change")) of the list"]
    }

    /// Maximum number of added feeds that a line names.
    private static let namedFeeds = 5
}
