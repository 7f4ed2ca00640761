import ArticleStorage
import CurlTransport
import FeedModel
import FeedRefresh
import Foundation
import HTTPCache
import ReaderUI
import ScriptedOrigin
import TestFolders
import Testing

@testable import ReaderEngine

@Suite struct FetchesTests {
    private let pages = [Fetching.page(ArticleID(rawValue: 1)), .page(ArticleID(rawValue: 2))]
    private let feeds = [Fetching.feed(SubscriptionID(rawValue: 1)), .feed(SubscriptionID(rawValue: 2))]

    @Test("Several pages are fetched at once, but only one feed: the one opened last")
    func targets() {
        var fetches = Fetches()
        let numbers = (pages + feeds).map { fetches.begin($0) }
        #expect(fetches.targets == [pages[0], pages[1], feeds[1]])
        fetches.end(feeds[0], numbers[2])
        fetches.end(pages[0], numbers[0])
        #expect(fetches.targets == [pages[1], feeds[1]])
    }

    @Test("The end of a fetch that was replaced does not end the new one")
    func replaced() {
        var fetches = Fetches()
        let first = fetches.begin(pages[0])
        let second = fetches.begin(pages[0])
        fetches.end(pages[0], first)
        #expect(fetches.targets == [pages[0]])
        fetches.end(pages[0], second)
        #expect(fetches.targets.isEmpty)
    }

    @Test("An opened feed is reported while it is being fetched, and cancelling ends its request")
    func cancelled() async throws {
        let (folder, origin) = (try TemporaryFolder(), try Origin())
        origin.route("/feed", Reply.response(body: "<rss version=\"2.0\"><channel/></rss>").after(Gate()))
        let store = try ArticleStore(path: folder.url.path + "/library.sqlite")
        let id = try store.add(NewSubscription(feedURL: origin.url("/feed"))).id
        let network = ServiceNetwork(store: store, startsOffline: false) { _ in
            FeedService(
                store: store, cache: ResponseCache(), transport: CurlTransport(CurlSettings()),
                settings: FeedServiceSettings(userAgent: "lede-test"), owner: "test")
        }
        defer { network.stop() }
        let events = AsyncStream.makeStream(of: Set<Fetching>.self)
        network.open(id) { event in
            if case .fetching(let targets) = event { events.continuation.yield(targets) }
        }
        try await origin.waitForRequests(1)
        network.cancelRefresh()
        var reported = events.stream.makeAsyncIterator()
        let (first, second) = (await reported.next(), await reported.next())
        #expect(first == [.feed(id)] && second == [])
        try await origin.waitForClosedConnections(1)
    }
}
