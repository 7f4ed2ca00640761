package import FeedModel

package import struct FoundationEssentials.Date

/// In which turn things are fetched; all of one stage come before the next, so that a small budget gives something everywhere.
package enum PackingStage: Int, CaseIterable, Comparable, Sendable {
    case page, firstPicture, otherPicture, enclosure

    package static func < (a: PackingStage, b: PackingStage) -> Bool { a.rawValue < b.rawValue }
}

/// What became of an address that an article needs; the numbers are stored.
enum AddressState: Int {
    case wanted = 0
    case aboard = 1
    /// Not to be had: gone, no picture, too large. It does not keep an article from being aboard.
    case unavailable = 2
    /// The server refuses it (a login). The next journey asks again; until then its article is partly aboard.
    case refused = 3
}

/// One address that an article needs to be whole.
package struct PackedNeed: Equatable, Sendable {
    package var url: String
    package var stage: PackingStage
    /// Of an enclosure: how its file will be called, below the folder of enclosures, and what the person sees.
    package var file: String?
    package var title: String?
    /// In bytes, as the feed claims.
    package var size: Int64?

    package init(url: String, stage: PackingStage, file: String? = nil, title: String? = nil, size: Int64? = nil) {
        self.url = url
        self.stage = stage
        self.file = file
        self.title = title
        self.size = size
    }
}

/// An article that is to be packed.
package struct PackedArticle: Equatable, Sendable {
    package var id: ArticleID
    /// Its place in the journey's order.
    package var turn: Int
    package var date: Date
    package var isStarred: Bool
    /// The person asked for this one: it never leaves by itself.
    package var isByHand: Bool
    package var needs: [PackedNeed]
    /// Whether its page is in the library already.
    package var hasPage: Bool

    package init(
        id: ArticleID, turn: Int, date: Date, isStarred: Bool, isByHand: Bool, needs: [PackedNeed], hasPage: Bool
    ) {
        self.id = id
        self.turn = turn
        self.date = date
        self.isStarred = isStarred
        self.isByHand = isByHand
        self.needs = needs
        self.hasPage = hasPage
    }
}

/// The hold's number for an address.
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
    package var turn: Int
    package var articles: [ArticleID]

    package init(id: AddressID, url: String, stage: PackingStage, turn: Int, articles: [ArticleID]) {
        self.id = id
        self.url = url
        self.stage = stage
        self.turn = turn
        self.articles = articles
    }
}
