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

/// A change to an enclosure in the queue.
package enum EnclosureChange: Equatable, Sendable {
    case pause, resume, remove, earlier, later
}
