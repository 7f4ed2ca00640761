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

@Suite struct RequestedRefreshesTests {
    private let first = RequestedRefreshes.Request.feed(SubscriptionID(rawValue: 1), force: false)
    private let second = RequestedRefreshes.Request.feed(SubscriptionID(rawValue: 2), force: false)

    @Test("A refresh waits for those before it; the same refresh is not added twice")
    func order() {
        var refreshes = RequestedRefreshes()
        #expect(refreshes.add(first) == .accepted(number: 1, waits: false))
        #expect(refreshes.add(first) == .known(waits: false))
        #expect(refreshes.add(second) == .accepted(number: 2, waits: true))
        #expect(refreshes.add(second) == .known(waits: true))
        #expect(refreshes.add(.everything) == .accepted(number: 3, waits: true))
        refreshes.end(1)
        #expect(refreshes.add(second) == .known(waits: false))
        #expect(refreshes.add(first) == .accepted(number: 4, waits: true))
    }

    @Test("Cancelling drops the waiting refreshes, and the same refresh may be requested again")
    func cancelled() {
        var refreshes = RequestedRefreshes()
        _ = (refreshes.add(.everything), refreshes.add(first))
        refreshes.cancel()
        refreshes.end(1)
        #expect(refreshes.add(first) == .accepted(number: 3, waits: false))
        refreshes.end(2)
        #expect(refreshes.add(first) == .known(waits: false), "the end of a cancelled one changes nothing")
    }

    /// Returns the reader's network, with one feed.
    private func network(in folder: TemporaryFolder, feedURL: String) throws -> (ServiceNetwork, SubscriptionID) {
        let store = try ArticleStore(path: folder.url.path + "/library.sqlite")
        let id = try store.add(NewSubscription(feedURL: feedURL)).id
        let network = ServiceNetwork(store: store, startsOffline: false) { _ in
            FeedService(
                store: store, cache: ResponseCache(), transport: CurlTransport(CurlSettings()),
                settings: FeedServiceSettings(userAgent: "lede-test"), owner: "test")
        }
        return (network, id)
    }

    @Test("The refresh of a feed waits for the refresh of all feeds, which it does not cancel")
    func waits() async throws {
        let (folder, origin, gate) = (try TemporaryFolder(), try Origin(), Gate())
        let feed = "<rss version=\"2.0\"><channel><title>Ferry</title></channel></rss>"
        origin.route("/feed", inOrder: [.response(body: feed).after(gate), .response(body: feed)])
        let (network, id) = try network(in: folder, feedURL: origin.url("/feed"))
        defer { network.stop() }
        let events = AsyncStream.makeStream(of: Event.self)
        let sink: Sink = { events.continuation.yield($0) }
        network.refreshAll(sink)
        try await origin.waitForRequests(1)
        network.refreshAll(sink)
        for _ in 0..<2 { network.refresh(id, force: false, sink) }
        gate.open()
        var (messages, cancelled): ([String], [Bool]) = ([], [])
        for await event in events.stream {
            if case .message(let message) = event { messages.append(message.text) }
            if case .refreshFinished(let summary) = event { cancelled.append(summary.wasCancelled) }
            if cancelled.count == 2 { break }
        }
        let waiting = "Fetching this feed after the running refresh"
        #expect(messages == ["Already fetching all feeds", waiting, waiting])
        #expect(cancelled == [false, false] && origin.requests.count == 2)
    }

    @Test("The message about a feed that cannot be reached has the reason, and says that it is queued")
    func unreachable() async throws {
        let (folder, origin) = (try TemporaryFolder(), try Origin())
        let address = origin.url("/feed")
        origin.stop()
        let (network, id) = try network(in: folder, feedURL: address)
        defer { network.stop() }
        let events = AsyncStream.makeStream(of: Event.self)
        network.refresh(id, force: false) { events.continuation.yield($0) }
        var (reason, message): (String?, Message?) = (nil, nil)
        for await event in events.stream {
            if case .feedFailed(_, let text, _) = event { reason = text }
            if case .message(let last) = event { message = last }
            if message != nil { break }
        }
        let failure = try #require(reason)
        #expect(message?.text == "\(address): \(failure); queued until the network is back")
        #expect(message?.kind == .error)
    }

    @Test("The summary of a refresh of all feeds that lost its connection says that it is queued")
    func allUnreachable() async throws {
        let (folder, origin) = (try TemporaryFolder(), try Origin())
        let address = origin.url("/feed")
        origin.stop()
        let (network, _) = try network(in: folder, feedURL: address)
        defer { network.stop() }
        let events = AsyncStream.makeStream(of: Event.self)
        network.refreshAll { events.continuation.yield($0) }
        var (reason, count): (String?, Int?) = (nil, nil)
        for await event in events.stream {
            if case .refreshFinished(let summary) = event { reason = summary.reason ?? "" }
            if case .queued(let waiting) = event { count = waiting }
            if reason == "" || reason != nil && count != nil { break }
        }
        #expect(reason == "No connection; queued until the network is back" && count == 1)
    }
}
