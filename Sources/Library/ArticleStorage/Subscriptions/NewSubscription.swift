package import FeedModel

/// A feed to subscribe to.
package struct NewSubscription: Equatable, Sendable {
    package var feedURL: String
    package var customTitle: String?
    /// The folders it shall lie in, outermost first.
    package var folder: [String]
    /// What is known of the feed before it is first fetched.
    package var feedTitle: String?
    package var homePageURL: String?
    /// What else the list says of it that it comes from.
    package var attributes: [OPMLValue]

    package init(
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
