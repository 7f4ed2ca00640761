package import FeedModel

package import struct FoundationEssentials.Date

/// One address that an article needs to be complete.
package struct PackedNeed: Equatable, Sendable {
    package var url: String
    package var stage: PackingStage
    /// For an enclosure: the path of its file below the folder of enclosures, and the title shown to the person.
    var file: String?
    var title: String?
    /// The size in bytes, as the feed claims.
    package var size: Int64?

    package init(url: String, stage: PackingStage, file: String? = nil, title: String? = nil, size: Int64? = nil) {
        self.url = url
        self.stage = stage
        self.file = file
        self.title = title
        self.size = size
    }
}

/// The stage in which an address is fetched. All addresses of one stage are fetched before the next stage, so that a
/// small budget yields something for every article.
package enum PackingStage: Int, CaseIterable, Comparable, Sendable {
    case page, firstPicture, otherPicture, enclosure

    package static func < (a: PackingStage, b: PackingStage) -> Bool { a.rawValue < b.rawValue }
}

/// The state of an address that an article needs; the raw values are stored.
enum AddressState: Int {
    case wanted = 0
    case packed = 1
    /// Unavailable: gone, not a picture, or too large. Its article can still be packed.
    case unavailable = 2
    /// The server refuses it (a login). The next journey tries again; until then its article is partly packed.
    case refused = 3
    /// An enclosure that the person removed, or that was removed to make room: only a request by hand fetches it again.
    case removed = 4
    /// A page that may come from a hotspot; its article is partly packed.
    case unproven = 5

    /// The states in which the content is stored, as a list for SQL.
    static let stored = "(\(packed.rawValue), \(unproven.rawValue))"
    /// The states of missing objects, as a list for SQL.
    static let missing = "(\(unavailable.rawValue), \(refused.rawValue))"
    /// The states in which a part may still be continued, as a list for SQL.
    static let unfinished = "(\(wanted.rawValue), \(refused.rawValue))"
    /// The states in which an article is not complete, as a list for SQL.
    static let incomplete = "(\(wanted.rawValue), \(refused.rawValue), \(unproven.rawValue))"
}

/// An article to pack.
package struct PackedArticle: Equatable, Sendable {
    package var id: ArticleID
    /// Its position in the journey's order.
    var position: Int
    var date: Date
    var isStarred: Bool
    /// True if the person chose this article: it is never removed automatically.
    package var isByHand: Bool
    package var needs: [PackedNeed]
    package var page: PageInLibrary

    package init(
        id: ArticleID, position: Int, date: Date, isStarred: Bool, isByHand: Bool, needs: [PackedNeed],
        page: PageInLibrary = .none
    ) {
        self.id = id
        self.position = position
        self.date = date
        self.isStarred = isStarred
        self.isByHand = isByHand
        self.needs = needs
        self.page = page
    }
}

/// The pack store's number for an address.
package struct AddressID: RawRepresentable, Hashable, Comparable, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    package static func < (a: AddressID, b: AddressID) -> Bool { a.rawValue < b.rawValue }
}

/// An address that is still to be fetched.
package struct WantedAddress: Equatable, Sendable {
    package var id: AddressID
    package var url: String
    package var stage: PackingStage
    /// The first position of its articles in the journey's order; lower than all of them if the person moved the
    /// enclosure.
    package var position: Int
    package var articles: [ArticleID]
    /// True if its last transfer was interrupted. The others of its stage go first; otherwise two addresses whose
    /// transfers always break would block the rest of their host in every run.
    package var hasFailed: Bool

    package init(
        id: AddressID, url: String, stage: PackingStage, position: Int, articles: [ArticleID], hasFailed: Bool = false
    ) {
        self.id = id
        self.url = url
        self.stage = stage
        self.position = position
        self.articles = articles
        self.hasFailed = hasFailed
    }
}
