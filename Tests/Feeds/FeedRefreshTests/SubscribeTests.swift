import ArticleStorage
import FeedModel
import Foundation
import ScriptedOrigin
import Testing

@testable import FeedRefresh

@Suite struct SubscribeTests {
    private static let feed = """
        <rss version="2.0"><channel><title>Gazette</title><item><guid>1</guid><title>One</title></item></channel></rss>
        """

    @Test("The document that discovery finds is the first visit: one request")
    func oneRequest() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed", .response(fields: ["Cache-Control": "no-store"], body: Self.feed))
        let result = try await rig.service.subscribe(to: NewSubscription(feedURL: rig.origin.url("/feed")))
        guard case .subscribed(let id, 1, nil) = result else { return unexpected(result) }
        #expect(rig.origin.requests.count == 1)
        #expect(try rig.store.subscription(id)?.title == "Gazette")
        #expect(try rig.store.subscription(id)?.health.lastSuccess != nil)
    }

    @Test("A feed that is already subscribed is not fetched again")
    func known() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed", .response(body: Self.feed))
        let address = NewSubscription(feedURL: rig.origin.url("/feed"))
        guard case .subscribed(let id, _, _) = try await rig.service.subscribe(to: address),
            case .known(id) = try await rig.service.subscribe(to: address)
        else { return unexpected() }
        #expect(rig.origin.requests.count == 1)
    }

    @Test("An address that redirects permanently to a subscribed feed subscribes to nothing")
    func moved() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed", .response(body: Self.feed))
        rig.origin.route("/old", .response(301, fields: ["Location": "/feed"]))
        guard
            case .subscribed(let id, _, _) = try await rig.service.subscribe(
                to: NewSubscription(feedURL: rig.origin.url("/feed"))),
            case .known(id) = try await rig.service.subscribe(to: NewSubscription(feedURL: rig.origin.url("/old")))
        else { return unexpected() }
        #expect(try rig.store.subscriptions().count == 1)
    }

    @Test("An address without a scheme is tried with https, then with http")
    func withoutScheme() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed", .response(body: Self.feed))
        let address = String(rig.origin.url("/feed").dropFirst("http://".count))
        let result = try await rig.service.subscribe(to: NewSubscription(feedURL: address))
        guard case .subscribed(let id, 1, nil) = result else { return unexpected(result) }
        #expect(try rig.store.subscription(id)?.feedURL == rig.origin.url("/feed"))
    }

    @Test("The caller chooses one of several feeds; without a choice nothing is subscribed")
    func choice() async throws {
        let rig = try ServiceRig()
        let links = ["/a", "/b"].map { "<link rel=alternate type=application/rss+xml href='\($0)'>" }.joined()
        rig.origin.route(
            "/", .response(fields: ["Content-Type": "text/html"], body: "<html><head>\(links)</head></html>"))
        rig.origin.route("/b", .response(body: Self.feed))
        let page = NewSubscription(feedURL: rig.origin.url("/"))
        guard case .choose(let candidates) = try await rig.service.subscribe(to: page) else {
            return unexpected()
        }
        #expect(candidates.map(\.url) == [rig.origin.url("/a"), rig.origin.url("/b")])
        #expect(try rig.store.subscriptions().isEmpty)
        guard case .subscribed(let id, 1, nil) = try await rig.service.subscribe(to: page, choosing: { $0[1] }) else {
            return unexpected()
        }
        #expect(try rig.store.subscription(id)?.feedURL == rig.origin.url("/b"))
    }

    @Test("Offline the address is queued, and no request is sent")
    func offline() async throws {
        let rig = try ServiceRig()
        try rig.service.setOffline(true)
        let result = try await rig.service.subscribe(to: NewSubscription(feedURL: rig.origin.url("/feed")))
        guard case .queued(_, isNew: true, reason: nil) = result else { return unexpected(result) }
        #expect(rig.origin.requests.isEmpty)
        #expect(try rig.store.queueCount() == 1)
    }

    private func unexpected(_ result: SubscribeResult? = nil, _ location: SourceLocation = #_sourceLocation) {
        Issue.record("\(String(describing: result))", sourceLocation: location)
    }
}
