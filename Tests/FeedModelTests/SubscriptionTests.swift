import FeedModel
import Testing

@Suite struct SubscriptionTests {
    @Test(arguments: [
        ("Mine", "Theirs", "Mine"),
        (nil, "Theirs", "Theirs"),
        (nil, nil, "https://example.org/feed"),
    ])
    func shownTitle(_ custom: String?, _ feed: String?, _ shown: String) {
        let subscription = Subscription(
            id: SubscriptionID(rawValue: 1), feedURL: "https://example.org/feed", customTitle: custom, feedTitle: feed)
        #expect(subscription.title == shown)
    }
}
