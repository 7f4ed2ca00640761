public import FeedModel

/// A feed to subscribe to.
public struct NewSubscription: Equatable, Sendable {
    public var feedURL: String
    public var customTitle: String?
    /// The folders it shall lie in, outermost first.
    public var folder: [String]
    /// What is known of the feed before it is first fetched.
    public var feedTitle: String?
    public var homePageURL: String?
    /// What else the list says of it that it comes from.
    public var attributes: [OPMLValue]

    public init(
        feedURL: String, customTitle: String? = nil, folder: [String] = [], feedTitle: String? = nil,
        homePageURL: String? = nil, attributes: [OPMLValue] = []
    ) {
        self.feedURL = feedURL
        self.customTitle = customTitle
        self.folder = folder
        self.feedTitle = feedTitle
        self.homePageURL = homePageURL
        self.attributes = attributes
    }
}
