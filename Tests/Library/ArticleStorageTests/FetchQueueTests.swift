import FeedModel
import FoundationEssentials
import Testing

@testable import ArticleStorage

@Suite struct FetchQueueTests {
    let library: Library
    let store: ArticleStore

    init() throws {
        library = try Library()
        store = library.store
    }

    private func article() throws -> (feed: SubscriptionID, article: ArticleID) {
        var item = ParsedItem(id: "1")
        item.title = "Ferry"
        let feed = try library.feed("harbour", [item])
        return (feed, try library.id("Ferry"))
    }

    @Test("The queue keeps its order, holds each request once and survives a restart")
    func order() throws {
        let (feed, article) = try article()
        for fetch in [QueuedFetch.page(article), .everything, .feed(feed), .everything, .page(article)] {
            #expect(try store.queue(fetch, at: now))
        }
        let again = try ArticleStore(path: library.path)
        #expect(try again.queue().map(\.fetch) == [.page(article), .everything, .feed(feed)])
        #expect(try again.queueCount() == 3)
        try again.removeQueued([.everything, .feed(feed)])
        #expect(try store.queue().map(\.fetch) == [.page(article)])
    }

    @Test("Removing a feed removes only the requests for it and its articles")
    func removal() throws {
        let (feed, article) = try article()
        let other = try library.feed("other")
        for fetch in [QueuedFetch.page(article), .feed(feed), .feed(other)] { try store.queue(fetch, at: now) }
        try store.remove(feed, at: now)
        #expect(try store.queue().map(\.fetch) == [.feed(other)])
    }

    @Test("The queue is limited: excess requests are reported, waiting ones keep their positions")
    func bound() throws {
        let items = (0...ArticleStore.queueLimit).map { ParsedItem(id: "\($0)") }
        let feed = try library.feed("many", items)
        let rows = try store.page(of: ArticleListing(.feed(feed), midnight: now), at: .start, limit: 2_000).rows
        for row in rows.prefix(ArticleStore.queueLimit) { #expect(try store.queue(.page(row.id), at: now)) }
        #expect(try store.queueCount() == ArticleStore.queueLimit)
        #expect(try !store.queue(.everything, at: now))
        #expect(try store.queue(.page(rows[0].id), at: now))
        #expect(try store.queueCount() == ArticleStore.queueLimit)
    }

    @Test("Only one process leases a request; a returned request keeps its position and waits until its time")
    func lease() throws {
        let (feed, article) = try article()
        try store.queue(.page(article), at: now)
        try store.queue(.feed(feed), at: now)
        let first = try #require(try store.leaseQueued(owner: "one", until: now + 60, at: now))
        let second = try #require(try store.leaseQueued(owner: "two", until: now + 60, at: now))
        #expect(first.fetch == .page(article) && second.fetch == .feed(feed))
        #expect(try store.leaseQueued(owner: "three", until: now + 60, at: now) == nil)
        #expect(try store.nextQueued(at: now) == nil)
        #expect(try Set(store.leaseOwners()) == ["one", "two"])
        try store.releaseQueue(of: "two")
        try store.putBack(first, until: now + 100, attempts: 1)
        #expect(try store.leaseQueued(owner: "three", until: now + 60, at: now)?.fetch == .feed(feed))
        #expect(try store.nextQueued(at: now) == now + 100)
        let later = try #require(try store.leaseQueued(owner: "three", until: now + 200, at: now + 100))
        #expect(later.fetch == .feed(feed) || later.fetch == .page(article))
        #expect(try store.queue().first { $0.fetch == .page(article) }?.attempts == 1)
    }
}
