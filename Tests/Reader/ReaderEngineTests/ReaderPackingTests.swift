import ArticleStorage
import FeedModel
import FeedRefresh
import Foundation
import HTTPCache
import HTTPTransport
import JourneyHold
import JourneyPacking
import ReaderUI
import Synchronization
import Testing

@testable import ReaderEngine

@Suite struct ReaderPackingTests {
    @Test("Offline, a request is kept with one message, and nothing runs until lede is online")
    func offline() async throws {
        let folder = try TemporaryFolder()
        let store = try ArticleStore(path: folder.url.path + "/library.sqlite")
        let feed = try store.add(NewSubscription(feedURL: "https://example.org/feed")).id
        var document = ParsedFeed(format: .atom)
        document.items = [ParsedItem(id: "1")]
        _ = try store.ingest(document, into: feed, state: PollingState(subscription: feed), at: Date())
        let service = FeedService(
            store: store, cache: ResponseCache(), transport: OfflineTransport(),
            settings: FeedServiceSettings(userAgent: "lede-test"), owner: "test", isOffline: true)
        let packing = ReaderPacking(
            store: store, hold: LazyHold(folder: folder.url.path),
            settings: ReaderPacking.Settings(limits: JourneyLimits(), packsAfterRefresh: false, packBefore: []),
            service: { service })
        defer { packing.stop() }
        let messages = Mutex<[Message]>([])
        let isTold = AsyncStream.makeStream(of: Void.self)
        packing.toggle(.unread(.feed(feed))) { event in
            guard case .message(let message) = event else { return }
            messages.withLock { $0.append(message) }
            isTold.continuation.yield()
        }
        for await _ in isTold.stream { break }
        await packing.runs.current?.value
        // A run that starts again at its end is running now, or has told a second message.
        #expect(packing.runs.current == nil)
        #expect(messages.withLock { $0 } == [Message("Packed once lede is online", offers: [.goesOnline])])
    }

    @Test("The queue has the requests that wait for the network, and one can be removed")
    func requests() async throws {
        let folder = try TemporaryFolder()
        let store = try ArticleStore(path: folder.url.path + "/library.sqlite")
        let feed = try store.add(NewSubscription(feedURL: "https://example.org/feed")).id
        for fetch in [QueuedFetch.everything, .feed(feed)] { try store.queue(fetch, at: Date()) }
        let packing = ReaderPacking(
            store: store, hold: LazyHold(folder: folder.url.path),
            settings: ReaderPacking.Settings(limits: JourneyLimits(), packsAfterRefresh: false, packBefore: []),
            service: { throw CancellationError() })
        let loaded = AsyncStream.makeStream(of: [RequestLine].self)
        packing.enclosures.load(for: .opening) { event in
            if case .enclosureQueue(_, _, let requests) = event { loaded.continuation.yield(requests) }
        }
        var requests = loaded.stream.makeAsyncIterator()
        let first = await requests.next()
        let lines = try #require(first)
        #expect(lines.map(\.words) == ["all feeds", "https://example.org/feed"])

        let library = LibraryWriter(store: store, mailbox: Mailbox(), keyWait: .seconds(20))
        library.removeRequest(lines[0].number)
        #expect(try store.queue().map(\.fetch) == [.feed(feed)])
        guard case .queued(1)? = library.mailbox.dequeueAll().last else {
            Issue.record("the number of waiting requests is reported")
            return
        }
    }
}
