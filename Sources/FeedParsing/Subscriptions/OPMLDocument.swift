/// A list of subscriptions as OPML 1.0 or 2.0 has it: flat, in the document's order, each outline with its folder.
public struct OPMLDocument: Equatable, Sendable {
    public var title: String?
    /// Feeds and folders; a folder comes before what lies in it.
    public var outlines: [OPMLOutline]

    public init(title: String? = nil, outlines: [OPMLOutline] = []) {
        self.title = title
        self.outlines = outlines
    }

    /// The outlines that are feeds.
    public var feeds: [OPMLOutline] {
        outlines.filter { $0.feedURL != nil }
    }
}

/// One `outline` of OPML: a feed where `feedURL` is there, else a folder.
public struct OPMLOutline: Equatable, Sendable {
    /// `text`, else `title`.
    public var title: String
    /// `xmlUrl`, exactly as written.
    public var feedURL: String?
    /// `htmlUrl`.
    public var homePageURL: String?
    /// The names of the folders it lies in, outermost first.
    public var folder: [String]
    /// All other attributes (`type`, `category`, those of other programs), in order, so that they can be written again.
    public var attributes: [Attribute]

    public init(
        title: String, feedURL: String? = nil, homePageURL: String? = nil, folder: [String] = [],
        attributes: [Attribute] = []
    ) {
        self.title = title
        self.feedURL = feedURL
        self.homePageURL = homePageURL
        self.folder = folder
        self.attributes = attributes
    }

    public struct Attribute: Hashable, Sendable {
        public var name: String
        public var value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }
}
