import ArticleStorage
import Dispatch
import FeedModel
import FeedRefresh
import Foundation
import HTTPCache
import HTTPTransport
import ReaderUI
import Synchronization
import TestFolders
import Testing

@testable import ReaderEngine

@Suite struct ServiceNetworkTests {
    @Test("Keys and quitting do not wait while the service is created")
    func creationDelaysNothing() throws {
        let folder = try TemporaryFolder()
        let start = SlowStart()
        let network = ServiceNetwork(
            store: try ArticleStore(path: folder.url.path + "/library.sqlite"), startsOffline: true
        ) { _ in try start.run() }
        network.refreshAll { _ in }
        start.hasBegun.wait()
        network.open(SubscriptionID(rawValue: 1)) { _ in }
        network.cancelRefresh()
        #expect(network.connectivity == .offline)
        network.stop()
        start.mayEnd.signal()
        start.hasEnded.wait()
        #expect(!start.wasLate)
    }

    @Test("While the configuration cannot be read, no message says that going online helps")
    func withheld() async throws {
        let folder = try TemporaryFolder()
        let store = try ArticleStore(path: folder.url.path + "/library.sqlite")
        _ = try store.add(NewSubscription(feedURL: "https://example.org/feed"))
        let network = ServiceNetwork(store: store, startsOffline: false) { _ in
            var settings = FeedServiceSettings(userAgent: "lede-test")
            settings.keyring = Keyring(isWithheld: true)
            return FeedService(
                store: store, cache: ResponseCache(), transport: OfflineTransport(), settings: settings, owner: "test",
                isOffline: true)
        }
        let messages = AsyncStream.makeStream(of: String.self)
        let sink: Sink = { event in
            if case .message(let message) = event { messages.continuation.yield(message.text) }
        }
        var shown = messages.stream.makeAsyncIterator()
        network.refreshAll(sink)
        let refusal = await shown.next()
        #expect(refusal == "Queued until config.toml is corrected")
        network.setOffline(false, sink)
        let reason = await shown.next()
        #expect(reason == "Nothing is requested until config.toml is corrected")
        network.stop()
    }
}

/// Creates a service, which takes as long as another process holds the cache.
private final class SlowStart: Sendable {
    struct Stopped: Error {}

    let hasBegun = DispatchSemaphore(value: 0)
    let mayEnd = DispatchSemaphore(value: 0)
    let hasEnded = DispatchSemaphore(value: 0)
    private let late = Mutex(false)

    /// True if the creation was not allowed to end in time because callers waited for it.
    var wasLate: Bool { late.withLock { $0 } }

    func run() throws -> Never {
        hasBegun.signal()
        defer { hasEnded.signal() }
        if mayEnd.wait(timeout: .now() + 5) == .timedOut { late.withLock { $0 = true } }
        throw Stopped()
    }
}
