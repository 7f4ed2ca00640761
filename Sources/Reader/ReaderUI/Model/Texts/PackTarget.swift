package import FeedModel

package import struct FoundationEssentials.Date

/// The articles that `d` packs.
package enum PackTarget: Equatable, Sendable {
    case articles([ArticleID])
    /// The unread articles of a list.
    case unread(ArticleScope)
}

/// A change to an enclosure in the queue.
package enum EnclosureChange: Equatable, Sendable {
    case pause, resume, remove, earlier, later
}

/// The reason why the queue is loaded.
package enum QueueUse: Equatable, Sendable {
    /// The person asked for it: its panel opens.
    case opening
    /// The queue has changed: an open panel is updated.
    case renewal
}

/// A request that is waiting for the network, as the panel of the queue shows it.
package struct RequestLine: Equatable, Sendable {
    package var number: Int64
    package var words: String
    /// The time of the request.
    var asked: Date
    /// True if an attempt failed although there was a network.
    var hasFailed: Bool

    package init(number: Int64, words: String, asked: Date, hasFailed: Bool = false) {
        self.number = number
        self.words = words
        self.asked = asked
        self.hasFailed = hasFailed
    }
}

/// An enclosure in the queue, as its panel shows it.
package struct EnclosureLine: Equatable, Sendable {
    var id: Int64
    var url: String
    var title: String
    /// Progress, size and state in words.
    var detail: String
    var action: Action

    /// The action of `Enter`.
    package enum Action: Equatable, Sendable {
        case pause, resume, play
    }

    package init(id: Int64, url: String, title: String, detail: String, action: Action) {
        self.id = id
        self.url = url
        self.title = title
        self.detail = detail
        self.action = action
    }
}
