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
}
