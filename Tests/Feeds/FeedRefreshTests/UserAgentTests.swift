import ArticleStorage
import FeedModel
import Foundation
import ScriptedOrigin
import Testing

@testable import FeedRefresh

@Suite struct UserAgentTests {
    private static let own = "Mozilla/5.0 (X11; Linux x86_64)"
    private static let usual = "lede-test"

    /// Answers only to the feed's own User-Agent.
    private static func picky(_ reply: Reply) -> Origin.Handler {
        { $0["User-Agent"] == own ? reply : .response(403) }
    }

    private static func prefer(_ id: SubscriptionID, _ rig: ServiceRig) throws {
        var preferences = try #require(try rig.store.subscription(id)).preferences
        preferences.userAgent = own
        try rig.store.setPreferences(preferences, of: id)
    }

    @Test("Only the feed with the setting sends its own User-Agent, also to its older pages and after redirects")
    func feed() async throws {
        let rig = try ServiceRig(addresses: ["127.0.0.1", "127.0.0.2"])
        let older = atomFeed(4...6).replacing(
            "<id>urn:numbers</id>", with: "<id>urn:numbers</id><link rel='next' href='/a'/>")
        rig.origin.route("/picky", .response(302, fields: ["Location": rig.origin.url("/there", on: "127.0.0.2")]))
        rig.origin.route("/there", inOrder: [.response(body: atomFeed(1...1)), .response(body: older)])
        rig.origin.route("/a", .response(body: atomFeed(1...3)))
        rig.origin.route("/other", .response(body: atomFeed(1...1)))
        let (picky, other) = (try rig.subscribe("/picky"), try rig.subscribe("/other"))
        try Self.prefer(picky, rig)
        for _ in 0..<2 { _ = try await rig.service.refresh(.feeds([picky, other]), reason: .insisted) }
        for path in ["/picky", "/there", "/a"] {
            let sent = rig.origin.requests(to: path).map { $0.values("User-Agent") }
            #expect(!sent.isEmpty && sent.allSatisfy { $0 == [Self.own] }, "\(path)")
        }
        let others = rig.origin.requests(to: "/other").map { $0.values("User-Agent") }
        #expect(others == [[Self.usual], [Self.usual]])
    }

    @Test("The pages of its articles, read or packed, are requested with the same User-Agent")
    func pages() async throws {
        let rig = try ServiceRig()
        let text = String(
            repeating: "<p>The night ferry leaves the harbour at ten, and nobody minds the rain.</p>", count: 9)
        rig.origin.route(
            "/page",
            Self.picky(
                .response(
                    fields: ["Content-Type": "text/html"], body: "<html><body><article>\(text)</article></body></html>")
            ))
        rig.origin.route(
            "/feed",
            Self.picky(
                .response(
                    body: """
                        <rss version='2.0'><channel><title>T</title><item><guid>1</guid><title>1</title><link>/page</link></item>\
                        </channel></rss>
                        """)))
        let id = try rig.subscribe()
        try Self.prefer(id, rig)
        _ = try await rig.service.refresh(.feeds([id]), reason: .insisted)
        let article = try #require(try rig.rows(id).first).id
        let page = PageToPack(
            url: rig.origin.url("/page"), for: [article], owners: Array(try rig.store.pageOwners([article]).values),
            limit: 1 << 20, bytesAhead: nil)
        guard case .text = try await rig.service.packPage(page).outcome else {
            Issue.record("the page was not packed")
            return
        }
        #expect(try await rig.service.page(of: article, readable: {}) == .readable)
        let sent = rig.origin.requests(to: "/page").map { $0["User-Agent"] }
        #expect(!sent.isEmpty && sent.allSatisfy { $0 == Self.own })
    }

    @Test("A feed whose server refuses the usual User-Agent can be added with another, now or from the queue")
    func added() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed", Self.picky(.response(body: atomFeed(1...2))))
        rig.origin.route("/later", Self.picky(.response(body: atomFeed(1...2))))
        rig.origin.route(
            "/home",
            Self.picky(
                .response(
                    fields: ["Content-Type": "text/html"],
                    body: """
                        <html><head><link rel='alternate' type='application/atom+xml' href='/feed'></head><body></body></html>
                        """)))
        var new = NewSubscription(feedURL: rig.origin.url("/home"))
        guard case .noFeed = try await rig.service.subscribe(to: new) else {
            Issue.record("the server did not refuse")
            return
        }
        new.userAgent = Self.own
        guard case .subscribed(let feed) = try await rig.service.subscribe(to: new) else {
            Issue.record("not subscribed")
            return
        }
        #expect(feed.articles == 2)
        #expect(try rig.store.subscription(feed.id)?.preferences.userAgent == Self.own)
        try rig.service.setOffline(true)
        new.feedURL = rig.origin.url("/later")
        let (queued, _) = try rig.service.subscribeWithoutFetching(new)
        try rig.service.setOffline(false)
        try await rig.service.fetchQueued()
        #expect(try rig.titles(queued).count == 2)
    }

    @Test("A feed that is subscribed again gets the new User-Agent and keeps its other settings")
    func restored() throws {
        let rig = try ServiceRig()
        var new = NewSubscription(feedURL: rig.origin.url("/feed"))
        let id = try rig.store.add(new).id
        var preferences = FeedPreferences()
        preferences.maximumCount = 7
        try rig.store.setPreferences(preferences, of: id)
        try rig.store.remove(id, at: rig.now)
        new.userAgent = Self.own
        #expect(try rig.store.add(new).id == id)
        preferences.userAgent = Self.own
        #expect(try rig.store.subscription(id)?.preferences == preferences)
    }
}
