import Basics
import FeedModel

/// The feeds on a server's list, compared with the known feeds of its account. A reinstalled server numbers its feeds
/// from the beginning, and some databases assign the highest id again: a known id may belong to another feed now.
struct ListedFeeds {
    /// A feed of the account as the library has it.
    struct Known {
        /// The server's id.
        var id: String
        var subscription: Int64
        /// The address in the form that `ComparableAddress` writes.
        var address: String
        var title: String?
        var homePageURL: String?
        /// True if the server has removed it.
        var isGone: Bool
    }

    private let knownByID: [String: Known]
    private var knownByAddress: [String: [Known]]
    /// The listed ids of each address.
    private let ids: [String: Set<String>]

    init(_ feeds: [RemoteFeed], known: [Known]) {
        knownByID = Dictionary(known.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        knownByAddress = Dictionary(grouping: known, by: \.address)
        var ids: [String: Set<String>] = [:]
        for feed in feeds where !feed.isDeleted {
            if let url = feed.feedURL { ids[ComparableAddress.of(url), default: []].insert(feed.id) }
        }
        self.ids = ids
    }

    /// Returns the known feed that has lost its id to this one; nil if the id is new, or if the feed is the known one.
    ///
    /// A server changes the address of a feed that has moved. It is still the known feed if it has kept its title or
    /// its site, unless the list has the known address under another id. If the new address belongs to another known
    /// feed, the title must be the same, and must differ from the title of the other feed: a person has removed that
    /// feed and given its address to this one.
    func displaced(by remote: RemoteFeed) -> Known? {
        guard let url = remote.feedURL, let feed = knownByID[remote.id], WebAddress.isHTTP(url),
            WebAddress.isHTTP(feed.address)
        else { return nil }
        let address = ComparableAddress.of(url)
        guard address != feed.address else { return nil }
        let isElsewhere = ids[feed.address] != nil
        let others = knownByAddress[address, default: []].filter { !$0.isGone && !isListed($0) }
        let hasOwnTitle = Self.agree(feed.title, remote.title) && !others.contains { $0.title == remote.title }
        let hasSameSite = Self.agree(feed.homePageURL, remote.homePageURL)
        let isSame = hasOwnTitle || (others.isEmpty && hasSameSite)
        return isElsewhere || !isSame ? feed : nil
    }

    /// Returns the known feeds with this address that the list does not have under their known ids; feeds that the
    /// server has not removed are first.
    func known(at url: String) -> [Known] {
        let feeds = knownByAddress[ComparableAddress.of(url), default: []].filter { !isListed($0) }
        return feeds.filter { !$0.isGone } + feeds.filter(\.isGone)
    }

    /// Records that a known feed has a new id.
    mutating func recordNewID(of feed: Known) {
        knownByAddress[feed.address]?.removeAll { $0.subscription == feed.subscription }
    }

    /// True if the list has the feed under its known id and address.
    private func isListed(_ feed: Known) -> Bool {
        ids[feed.address]?.contains(feed.id) ?? false
    }

    /// A value that is missing on both sides proves nothing.
    private static func agree(_ known: String?, _ listed: String?) -> Bool {
        guard let known, !known.isEmpty else { return false }
        return known == listed
    }
}
