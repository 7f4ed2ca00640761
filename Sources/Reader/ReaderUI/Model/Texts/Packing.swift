package import FeedModel

/// The articles that `d` packs.
package enum PackTarget: Equatable, Sendable {
    case articles([ArticleID])
    /// The unread articles of a list.
    case unread(ArticleScope)
}

/// A change to an enclosure of the queue.
package enum EnclosureChange: Equatable, Sendable {
    case pause, resume, remove, earlier, later
}

/// An enclosure of the queue, as its panel shows it.
package struct EnclosureLine: Equatable, Sendable {
    package var id: Int64
    package var title: String
    /// Progress, size and state in words.
    package var detail: String
    package var isPaused: Bool

    package init(id: Int64, title: String, detail: String, isPaused: Bool) {
        self.id = id
        self.title = title
        self.detail = detail
        self.isPaused = isPaused
    }
}
