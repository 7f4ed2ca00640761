/// What a list of feeds shows of a subscription.
public struct FeedSummary: Identifiable, Equatable, Sendable {
    public let id: SubscriptionID
    /// See `Subscription.title`.
    public var title: String
    /// The folders it lies in, outermost first; empty at the top level.
    public var folder: [String]
    public var unreadCount: Int
    public var preferences: FeedPreferences

    public init(
        id: SubscriptionID, title: String, folder: [String] = [], unreadCount: Int = 0,
        preferences: FeedPreferences = FeedPreferences()
    ) {
        self.id = id
        self.title = title
        self.folder = folder
        self.unreadCount = unreadCount
        self.preferences = preferences
    }
}
