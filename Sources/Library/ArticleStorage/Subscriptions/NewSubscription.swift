package import FeedModel

/// A feed to subscribe to.
package struct NewSubscription: Equatable, Sendable {
    package var feedURL: String
    var customTitle: String?
    /// The folders to put it in, outermost first.
    var folder: [String]
    /// The feed's own title, if it is known before the first fetch.
    package var feedTitle: String?
    var homePageURL: String?
    /// Further attributes from the list that the feed comes from.
    var attributes: [OPMLValue]
    /// The `User-Agent` of its requests; nil for the `User-Agent` of all requests.
    package var userAgent: String?

    package init(
        feedURL: String, customTitle: String? = nil, folder: [String] = [], feedTitle: String? = nil,
        homePageURL: String? = nil, attributes: [OPMLValue] = []
    ) {
        self.feedURL = feedURL
        // A feed without a name of its own is listed by its title or its address.
        self.customTitle = customTitle.flatMap { $0.isEmpty ? nil : $0 }
        self.folder = folder
        self.feedTitle = feedTitle
        self.homePageURL = homePageURL
        self.attributes = attributes
    }
}
