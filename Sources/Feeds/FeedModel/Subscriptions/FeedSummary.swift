/// The data of a subscription that a list of feeds shows.
package struct FeedSummary: Identifiable, Equatable, Sendable {
    package let id: SubscriptionID
    /// See `Subscription.title`.
    package var title: String
    /// Its folders, outermost first; empty at the top level.
    package var folder: [String]
    package var unreadCount: Int
    package var articleCount: Int
    package var preferences: FeedPreferences

    package init(
        id: SubscriptionID, title: String, folder: [String] = [], unreadCount: Int = 0,
        articleCount: Int = 0, preferences: FeedPreferences = FeedPreferences()
    ) {
        self.id = id
        self.title = title
        self.folder = folder
        self.unreadCount = unreadCount
        self.articleCount = articleCount
        self.preferences = preferences
    }
}
