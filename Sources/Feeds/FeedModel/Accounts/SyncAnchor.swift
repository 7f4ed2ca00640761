package import struct FoundationEssentials.Date

/// A stored article with the server's id for it, to notice when the server gives that id to another article.
package struct SyncAnchor: Equatable, Sendable {
    /// The server's id.
    package var id: String
    var guid: String
    var url: String?
    var title: String?
    var published: Date?

    package init(id: String, guid: String, url: String?, title: String?, published: Date?) {
        self.id = id
        self.guid = guid
        self.url = url
        self.title = title
        self.published = published
    }

    /// True if the server's article with this id is the stored one. An edit may change its title, its address or its
    /// date, but at most one of them. The articles of some feeds share one address, which may be their guid too. A
    /// title or a date that both lack does not count as equal.
    package func matches(_ item: ParsedItem) -> Bool {
        if item.id == guid, item.id != item.url { return true }
        let hasSameTitle = title != nil && title == item.title
        let hasSameDate = published != nil && published == item.published
        if let url, url == item.url { return hasSameTitle || hasSameDate }
        return hasSameTitle && hasSameDate
    }
}

/// The articles of an account as the library has them, for comparison with the server's lists.
package struct SyncedArticles: Equatable, Sendable {
    package struct Marks: Equatable, Sendable {
        package var isRead: Bool
        package var isStarred: Bool
        /// True if the server deleted it; the library keeps it for a while.
        package var isGone: Bool

        package init(isRead: Bool = false, isStarred: Bool = false, isGone: Bool = false) {
            self.isRead = isRead
            self.isStarred = isStarred
            self.isGone = isGone
        }
    }

    /// Keyed by the server's ids.
    package var marks: [String: Marks]
    /// Read articles that the first sync left out.
    package var history: Set<String>
    /// Articles that are removed here for good, or that the server kept from a feed it no longer has.
    package var refused: Set<String>
    /// Refused articles that retention has erased: they return once they are unread or starred on the server.
    package var aged: Set<String>

    package init(
        marks: [String: Marks] = [:], history: Set<String> = [], refused: Set<String> = [], aged: Set<String> = []
    ) {
        self.marks = marks
        self.history = history
        self.refused = refused
        self.aged = aged
    }
}
