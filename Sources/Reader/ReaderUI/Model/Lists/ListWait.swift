import FeedModel

/// The data that the column of articles is waiting for.
struct ListWait: Equatable, Sendable {
    indirect enum Goal: Equatable, Sendable {
        case nothing
        /// The first rows of another list; the previous list stays on the screen meanwhile.
        case otherList(PageRequest)
        /// The nearest unread article, or one further on.
        case unread(UnreadRequest, UnreadSearch)
        /// The rows up to the one that opens in place of the text on the screen.
        case neighbour
    }

    var goal = Goal.nothing
    /// True if the list changed while its rows were loading; they reload when the load ends.
    var needsReload = false

    var otherList: PageRequest? {
        if case .otherList(let request) = goal { request } else { nil }
    }

    /// Stops waiting for the article that a step goes to.
    mutating func stopStep() {
        switch goal {
        case .unread, .neighbour: goal = .nothing
        case .nothing, .otherList: break
        }
    }

    mutating func forgetOtherList() {
        if case .otherList = goal { goal = .nothing }
    }

    /// Stops waiting for rows of this list, because they could not be read.
    mutating func fail(_ listing: ArticleListing) {
        switch goal {
        case .otherList(let request) where request.listing == listing: goal = .nothing
        case .unread(let request, _) where request.listing == listing: goal = .nothing
        case .neighbour: goal = .nothing
        case .nothing, .otherList, .unread: break
        }
    }
}

/// A search for an unread article in one direction, within a list and then across feeds.
struct UnreadSearch: Equatable, Sendable {
    var direction: UnreadRequest.Direction
    /// True if the article opens, because a text is being read.
    var opens: Bool
    /// Unread articles to pass before the wanted one.
    var toPass = 0
    /// The last article passed in this list.
    var passed: ArticleSummary?
    /// True if it ends with this list, without a message.
    var staysInList = false
    /// True once the search has left the list in which it began for another feed.
    var isInOtherFeed = false
}
