import ArticleStorage
import FeedModel
import FeedRefresh
import Foundation
import HTTPCache
import HTTPTransport
import JourneyPacking
import PackStorage
import ReaderUI
import Synchronization
import TestFolders
import Testing

@testable import ReaderEngine

@Suite struct ReaderPackingTests {
    /// A reader that is offline, with a feed of one article.
    private final class Rig: Sendable {
        let folder: TemporaryFolder
        let store: ArticleStore
        let feed: SubscriptionID
        let packing: ReaderPacking
        let messages = Mutex<[String]>([])

        init(packsAfterRefresh: Bool = false) throws {
            folder = try TemporaryFolder()
            store = try ArticleStore(path: folder.url.path + "/library.sqlite")
            feed = try store.add(NewSubscription(feedURL: "https://example.org/feed")).id
            var document = ParsedFeed()
            var item = ParsedItem(id: "1")
            item.url = "https://example.org/1"
            item.enclosures = [Enclosure(url: "https://example.org/1.mp3")]
            document.items = [item]
            _ = try store.ingest(document, into: feed, state: PollingState(subscription: feed), at: Date())
            let service = FeedService(
                store: store, cache: ResponseCache(), transport: OfflineTransport(),
                settings: FeedServiceSettings(userAgent: "lede-test"), owner: "test", isOffline: true)
            packing = ReaderPacking(
                store: store, packStore: LazyPackStore(folder: folder.url.path),
                settings: ReaderPacking.Settings(
                    limits: JourneyLimits(), packsAfterRefresh: packsAfterRefresh, packBefore: []),
                service: { service })
        }

        /// Presses `d` on the feed, and waits for a message and for the end of the run.
        func toggle() async {
            await run { packing.toggle(.unread(.feed(feed)), $0) }
        }

        /// Presses `E` on the article, and waits like `toggle`.
        func packEnclosure(isOffline: Bool) async throws {
            let listing = ArticleListing(.feed(feed), midnight: Date())
            let id = try #require(try store.page(of: listing, at: .start, limit: 1).rows.first?.id)
            try await run { try packing.packEnclosure(of: id, isOffline: isOffline, $0) }
        }

        private func run(_ request: (@escaping Sink) throws -> Void) async rethrows {
            let isTold = AsyncStream.makeStream(of: Void.self)
            try request { [self] event in
                guard case .message(let message) = event else { return }
                messages.withLock { $0.append(message.text) }
                isTold.continuation.yield()
            }
            for await _ in isTold.stream { break }
            await packing.runs.current?.value
        }
    }

    @Test("Offline, a request is kept with one message, and nothing runs until lede is online")
    func offline() async throws {
        let rig = try Rig()
        defer { rig.packing.stop() }
        await rig.toggle()
        // If a run started again at its end, it is running now, or has sent a second message.
        #expect(rig.packing.runs.current == nil)
        #expect(rig.messages.withLock { $0 } == ["Will be packed once lede is online"])
    }

    @Test("Offline, the key for enclosures does not say that one is being fetched", arguments: [true, false])
    func enclosure(isOffline: Bool) async throws {
        let rig = try Rig()
        defer { rig.packing.stop() }
        try await rig.packEnclosure(isOffline: isOffline)
        let texts = rig.messages.withLock { $0 }
        #expect(texts.contains("The enclosure is being fetched") == !isOffline)
        #expect(!isOffline || texts == ["Will be packed once lede is online"])
    }

    @Test("A request stored while offline outlives the reader, and repeating it cancels it")
    func kept() async throws {
        let rig = try Rig()
        defer { rig.packing.stop() }
        await rig.toggle()
        rig.packing.stop()
        let packStore = try PackStore(folder: rig.folder.url.path)
        #expect(try packStore.lastJourney()?.kept == .articles)
        #expect(try packStore.known().count == 1)
        await rig.toggle()
        #expect(try packStore.known().isEmpty)
        #expect(rig.messages.withLock { $0 } == ["Will be packed once lede is online", "Unpacked: 1 article"])
    }

    @Test("After an interrupted run the key that packs continues it, and unpacks the next time")
    func interrupted() async throws {
        let rig = try Rig()
        defer { rig.packing.stop() }
        await rig.toggle()
        rig.packing.cancel()
        let packStore = try PackStore(folder: rig.folder.url.path)
        await rig.toggle()
        #expect(try packStore.known().count == 1)
        await rig.toggle()
        #expect(try packStore.known().isEmpty)
        let kept = "Will be packed once lede is online"
        #expect(rig.messages.withLock { $0 } == [kept, kept, "Unpacked: 1 article"])
    }

    @Test("The end of a refresh is reported, and starts a run if the settings ask for it", arguments: [true, false])
    func afterRefresh(packs: Bool) throws {
        let rig = try Rig(packsAfterRefresh: packs)
        defer { rig.packing.stop() }
        let mailbox = Mailbox()
        rig.packing.sink(to: mailbox)(.refreshFinished(RefreshSummary(newArticles: 1, feeds: 1, failed: 0, bytes: 0)))
        guard case .refreshFinished? = mailbox.dequeueAll().first else {
            Issue.record("the result is delivered")
            return
        }
        // Offline, the run waits for a network.
        #expect(rig.packing.runs.isIdle == !packs)
    }

    @Test("The queue lists the requests that wait for the network, and each can be removed")
    func requests() async throws {
        let folder = try TemporaryFolder()
        let store = try ArticleStore(path: folder.url.path + "/library.sqlite")
        let feed = try store.add(NewSubscription(feedURL: "https://example.org/feed")).id
        for fetch in [QueuedFetch.everything, .feed(feed)] { try store.queue(fetch, at: Date()) }
        let packing = ReaderPacking(
            store: store, packStore: LazyPackStore(folder: folder.url.path),
            settings: ReaderPacking.Settings(limits: JourneyLimits(), packsAfterRefresh: false, packBefore: []),
            service: { throw CancellationError() })
        let loaded = AsyncStream.makeStream(of: [RequestLine].self)
        packing.shownQueue.load(for: .opening) { event in
            if case .queue(_, _, let requests) = event { loaded.continuation.yield(requests) }
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
