import Basics

/// A list of subscriptions in OPML 1.0 or 2.0: flat, in the document's order, each outline with its folder.
///
/// Parts that lede does not use (other attributes, the head) are kept and written back.
package struct OPMLDocument: Equatable, Sendable {
    /// The elements of the head in their order: `title`, `ownerName`, `dateCreated`, elements of other programs.
    package var head: [OPMLValue]
    /// The attributes of the root except its version: the namespaces of the outlines' further attributes.
    package var namespaces: [OPMLValue]
    /// Feeds and folders; a folder comes before its contents.
    package var outlines: [OPMLOutline]
    /// The line at which a truncated file ends; nil for a complete one.
    package var brokenOffAtLine: Int?

    package init(head: [OPMLValue] = [], namespaces: [OPMLValue] = [], outlines: [OPMLOutline] = []) {
        self.head = head
        self.namespaces = namespaces
        self.outlines = outlines
    }

    package var title: String? {
        head.first { $0.name == "title" }?.value
    }

    /// The outlines that are feeds.
    package var feeds: [OPMLOutline] {
        outlines.filter { $0.feedURL != nil }
    }

    /// The number of different feeds: a list may name one in several folders, and in several spellings of its address.
    package var feedCount: Int {
        Set(outlines.compactMap(\.feedURL).map(ComparableAddress.of)).count
    }

    /// The deepest folder; outlines nested deeper count as its contents.
    package static let maximumFolderDepth = 32
    /// Maximum number of attributes of one element, and of elements of the head, that are read.
    package static let maximumValues = 100
}

/// One `outline` of OPML: a feed if `feedURL` is set, else a folder.
package struct OPMLOutline: Equatable, Sendable {
    /// `text`, else `title`.
    package var title: String
    /// `xmlUrl`, exactly as written.
    package var feedURL: String?
    /// `htmlUrl`.
    package var homePageURL: String?
    /// The names of its folders, outermost first.
    package var folder: [String]
    /// All other attributes (`type`, `category`, attributes of other programs), in order; `title` if it differs from
    /// `text`.
    package var attributes: [OPMLValue]

    package init(
        title: String, feedURL: String? = nil, homePageURL: String? = nil, folder: [String] = [],
        attributes: [OPMLValue] = []
    ) {
        self.title = title
        self.feedURL = feedURL
        self.homePageURL = homePageURL
        self.folder = folder
        self.attributes = attributes
    }

    /// OPML 2.0: strings separated by commas; a category is delimited by slashes, a tag has none. Setting equal tags
    /// leaves the attribute as it was written.
    package var tags: [String] {
        get { attributes.first { $0.name == Self.category }.map { OwnTag.names(in: $0.value) } ?? [] }
        set {
            guard newValue != tags else { return }
            let index = attributes.firstIndex { $0.name == Self.category } ?? attributes.endIndex
            attributes.removeAll { $0.name == Self.category }
            guard !newValue.isEmpty else { return }
            attributes.insert(OPMLValue(name: Self.category, value: newValue.joined(separator: ",")), at: index)
        }
    }

    private static let category = "category"
}

/// An attribute of OPML, or an element of its head.
package struct OPMLValue: Hashable, Sendable {
    /// The name with its prefix, as written; XML allows it.
    package var name: String
    package var value: String

    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
