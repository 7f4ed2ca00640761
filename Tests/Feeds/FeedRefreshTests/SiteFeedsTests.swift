import ArticleStorage
import FeedModel
import Testing

@testable import FeedRefresh

@Suite struct SiteFeedsTests {
    private static let youTube = "https://www.youtube.com/feeds/videos.xml?"

    @Test(
        "The address of a feed follows from the address of its channel, playlist or subreddit",
        arguments: [
            ("https://www.youtube.com/channel/UC-a_1", youTube + "channel_id=UC-a_1"),
            ("youtube.com/channel/UC-a_1/videos?view=0", youTube + "channel_id=UC-a_1"),
            ("https://m.YouTube.com/playlist?list=PL-a_1&si=x", youTube + "playlist_id=PL-a_1"),
            ("https://old.reddit.com/r/trains/", "https://www.reddit.com/r/trains/.rss"),
            ("reddit.com/u/driver#top", "https://www.reddit.com/user/driver/.rss"),
        ])
    func known(_ text: String, _ feed: String) throws {
        #expect(try FeedService.feedAddresses(for: text) == [feed])
    }

    @Test(
        "Other addresses of these sites stay as they are",
        arguments: [
            "https://www.youtube.com/channel/", "https://www.youtube.com/@trains",
            "https://www.youtube.com/feeds/videos.xml?channel_id=UC-a_1", "https://www.youtube.com/channel/UC/live",
            "https://www.reddit.com/r/trains/.rss", "https://www.reddit.com/r/trains/comments/1a/",
            "https://www.reddit.com/r/trains+buses/", "https://notreddit.com/r/trains/",
            "https://h.test/reddit.com/r/trains",
        ])
    func other(_ text: String) throws {
        #expect(try FeedService.feedAddresses(for: text) == [text])
    }

    @Test("Offline, the feed is subscribed to instead of its page")
    func offline() async throws {
        let rig = try ServiceRig()
        try rig.service.setOffline(true)
        let page = NewSubscription(feedURL: "https://www.reddit.com/r/trains")
        guard case .queued(let id, isNew: true, reason: nil) = try await rig.service.subscribe(to: page) else {
            Issue.record("The feed is not in the queue")
            return
        }
        #expect(try rig.store.subscription(id)?.feedURL == "https://www.reddit.com/r/trains/.rss")
        guard case .known(id) = try await rig.service.subscribe(to: page) else {
            Issue.record("The feed is added again")
            return
        }
    }
}
