import FeedModel
import Testing

@Suite struct SubscriptionTests {
    @Test(arguments: [
        ("Mine", "Mine"),
        (nil, "https://example.org/feed"),
    ])
    func `The title of a feed is its name, else its address`(_ name: String?, _ shown: String) {
        let subscription = Subscription(
            id: SubscriptionID(rawValue: 1), feedURL: "https://example.org/feed", name: name)
        #expect(subscription.title == shown)
    }
}
