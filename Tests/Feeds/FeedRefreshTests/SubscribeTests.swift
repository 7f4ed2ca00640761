import ArticleStorage
import FeedModel
import FeedParsing
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
        guard case .subscribed(let added) = result else { return unexpected(result) }
        #expect(rig.origin.requests.count == 1)
        #expect(added.line == "Gazette: 1 article" && added.problem == nil)
        #expect(try rig.store.subscription(added.id)?.title == "Gazette")
        #expect(try rig.store.subscription(added.id)?.health.lastSuccess != nil)
    }

    @Test("RFC 9110 §15.3.4: a feed, and a page that names it, may arrive through a proxy that changes them (203)")
    func nonAuthoritative() async throws {
        let rig = try ServiceRig()
        let page = #"<html><head><link rel="alternate" type="application/rss+xml" href="/feed"></head></html>"#
        rig.origin.route("/feed", .response(203, body: Self.feed))
        rig.origin.route("/", .response(203, fields: ["Content-Type": "text/html"], body: page))
        guard case .candidates(let named) = try await rig.service.discover(rig.origin.url("/")) else {
            Issue.record("no feed found")
            return
        }
        #expect(named.map(\.url) == [rig.origin.url("/feed")])
        let result = try await rig.service.subscribe(to: NewSubscription(feedURL: rig.origin.url("/feed")))
        guard case .subscribed(let added) = result else { return unexpected(result) }
        #expect(added.line == "Gazette: 1 article")
    }

    @Test("RFC 8288: a page may name its feed in a field of its response")
    func linkField() async throws {
        let rig = try ServiceRig()
        let link = "</news>; rel=\"alternate\"; type=\"application/rss+xml\""
        rig.origin.route("/", .response(fields: ["Content-Type": "text/html", "Link": link], body: "<p>Hello"))
        rig.origin.route("/news", .response(body: Self.feed))
        let result = try await rig.service.subscribe(to: NewSubscription(feedURL: rig.origin.url("/")))
        guard case .subscribed(let added) = result else { return unexpected(result) }
        #expect(try rig.store.subscription(added.id)?.feedURL == rig.origin.url("/news"))
    }

    @Test("If a page only redirects to another one, the feeds of that other page count")
    func pageThatLeadsOn() async throws {
        let rig = try ServiceRig()
        let fields: KeyValuePairs = ["Content-Type": "text/html"]
        let lead = "<html><head><meta http-equiv='refresh' content='0; url=/en/'></head></html>"
        let page = "<html><head><link rel='alternate' type='application/rss+xml' href='index.xml'></head></html>"
        rig.origin.route("/", .response(fields: fields, body: lead))
        rig.origin.route("/en/", .response(fields: fields, body: page))
        rig.origin.route("/en/index.xml", .response(body: Self.feed))
        let result = try await rig.service.subscribe(to: NewSubscription(feedURL: rig.origin.url("/")))
        guard case .subscribed(let added) = result else { return unexpected(result) }
        #expect(try rig.store.subscription(added.id)?.feedURL == rig.origin.url("/en/index.xml"))
        #expect(rig.origin.requests.map(\.path) == ["/", "/en/", "/en/index.xml"])
    }

    @Test("If the page to which a page redirects asks for a pause, no guessed addresses are tried")
    func pauseOfNextPage() async throws {
        let rig = try ServiceRig()
        let lead = "<html><head><meta http-equiv='refresh' content='0; url=/en/'></head></html>"
        rig.origin.route("/", .response(fields: ["Content-Type": "text/html"], body: lead))
        rig.origin.route("/en/", .response(429, fields: ["Retry-After": "3600"], body: ""))
        let result = try await rig.service.subscribe(to: NewSubscription(feedURL: rig.origin.url("/")))
        guard case .noFeed = result else { return unexpected(result) }
        #expect(rig.origin.requests.map(\.path) == ["/", "/en/"])
    }

    @Test("The password in an address is kept for the next visits")
    func password() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed") { request in
            request.values("Authorization") == ["Basic am9lOnNlY3JldA=="] ? .response(body: Self.feed) : .response(401)
        }
        let address = rig.origin.url("/feed").replacing("http://", with: "http://joe:secret@")
        let result = try await rig.service.subscribe(to: NewSubscription(feedURL: address))
        guard case .subscribed(let added) = result else { return unexpected(result) }
        #expect(try rig.store.subscription(added.id)?.feedURL == address)
        rig.pass(seconds: 86_400)
        #expect(try await rig.service.refresh(reason: .insisted).failures.isEmpty)
    }

    @Test("A feed that is added again with a new password for the same user keeps its articles, and uses that password")
    func newPassword() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed") { $0["Authorization"] == nil ? .response(401) : .response(body: Self.feed) }
        let addresses = ["joe:old", "joe:new", "ann:new"].map {
            rig.origin.url("/feed").replacing("//", with: "//\($0)@")
        }
        guard case .subscribed(let added) = try await rig.service.subscribe(to: NewSubscription(feedURL: addresses[0])),
            case .known(added.id) = try await rig.service.subscribe(to: NewSubscription(feedURL: addresses[1]))
        else { return unexpected() }
        #expect(try rig.store.subscriptions().map(\.feedURL) == [addresses[1]])
        try rig.service.setOffline(true)
        guard case .noFeed = try await rig.service.subscribe(to: NewSubscription(feedURL: addresses[0])) else {
            return unexpected()
        }
        #expect(try rig.store.subscriptions().map(\.feedURL) == [addresses[1]] && rig.store.queueCount() == 0)
        try rig.service.setOffline(false)
        guard case .subscribed = try await rig.service.subscribe(to: NewSubscription(feedURL: addresses[2])) else {
            return unexpected()
        }
    }

    @Test(
        "The password in a page's address is sent for the feed of the page, at the same origin only",
        arguments: ["/feed", "the whole address", "another origin", "no link"])
    func passwordOfPage(_ link: String) async throws {
        let rig = try ServiceRig(addresses: ["127.0.0.1", "127.0.0.2"])
        let links = [
            "the whole address": rig.origin.url("/feed"), "another origin": rig.origin.url("/feed", on: "127.0.0.2"),
        ]
        let element = "<link rel='alternate' type='application/rss+xml' href='\(links[link] ?? link)'>"
        let page = "<html><head>\(link == "no link" ? "" : element)</head></html>"
        for (path, body) in [("/", page), ("/feed", Self.feed)] {
            rig.origin.route(path) { request in
                request["Authorization"] == "Basic am9lOnNlY3JldA==" ? .response(body: body) : .response(401)
            }
        }
        let address = rig.origin.url("/").replacing("//", with: "//joe:secret@")
        let result = try await rig.service.subscribe(to: NewSubscription(feedURL: address))
        let isSent = rig.origin.requests(to: "/feed").map { $0["Authorization"] != nil }
        #expect(isSent == (link == "another origin" ? [false, true] : [true]))
        guard case .subscribed(let added) = result else { return unexpected(result) }
        #expect(try rig.store.subscription(added.id)?.feedURL == address + "feed")
        #expect(added.otherAddress == rig.origin.url("/feed"))
    }

    @Test("Each request of a search for feeds is a line of the log, even if it failed")
    func logged() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/", .response(fields: ["Content-Type": "text/html"], body: "<html><p>No feed.</html>"))
        _ = try await rig.service.subscribe(to: NewSubscription(feedURL: rig.origin.url("/")))
        let lines = try rig.logged()
        #expect(lines.count == rig.origin.requests.count && lines.count > 1)
        #expect(lines.first == ["add", "useProtocolCachePolicy", "network", "200"])
        let dead = NewSubscription(feedURL: "http://127.0.0.1:1/feed")
        _ = try? await rig.service.subscribe(to: dead)
        #expect(try rig.logged().last == ["add", "useProtocolCachePolicy", "none", "connection"])
    }

    @Test("A feed that is already subscribed is not fetched again")
    func known() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed", .response(body: Self.feed))
        let address = NewSubscription(feedURL: rig.origin.url("/feed"))
        guard case .subscribed(let added) = try await rig.service.subscribe(to: address),
            case .known(added.id) = try await rig.service.subscribe(to: address)
        else { return unexpected() }
        #expect(rig.origin.requests.count == 1)
    }

    @Test("An address that redirects permanently to a subscribed feed subscribes to nothing")
    func moved() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed", .response(body: Self.feed))
        rig.origin.route("/old", .response(301, fields: ["Location": "/feed"]))
        guard
            case .subscribed(let added) = try await rig.service.subscribe(
                to: NewSubscription(feedURL: rig.origin.url("/feed"))),
            case .known(added.id) = try await rig.service.subscribe(
                to: NewSubscription(feedURL: rig.origin.url("/old")))
        else { return unexpected() }
        #expect(try rig.store.subscriptions().count == 1)
    }

    @Test("An address without a scheme is tried with https, then with http")
    func withoutScheme() async throws {
        let rig = try ServiceRig { $0.connectTimeout = 1 }
        rig.origin.route("/feed", .response(body: Self.feed))
        let address = String(rig.origin.url("/feed").dropFirst("http://".count))
        let result = try await rig.service.subscribe(to: NewSubscription(feedURL: address))
        guard case .subscribed(let added) = result else { return unexpected(result) }
        #expect(try rig.store.subscription(added.id)?.feedURL == rig.origin.url("/feed"))
        #expect(added.line == "Gazette: 1 article (\(rig.origin.url("/feed")))")
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
        guard case .subscribed(let added) = try await rig.service.subscribe(to: page, choosing: { $0[1] }) else {
            return unexpected()
        }
        #expect(added.articles == 1)
        #expect(try rig.store.subscription(added.id)?.feedURL == rig.origin.url("/b"))
    }

    @Test("After an error response no other feed of the site is tried", arguments: [403, 404, 410, 429, 500, 503])
    func refused(_ status: Int) async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed", .response(body: Self.feed))
        rig.origin.route("/news.xml", .response(status, body: "<html>no</html>"))
        let result = try await rig.service.subscribe(to: NewSubscription(feedURL: rig.origin.url("/news.xml")))
        guard case .noFeed(let reason) = result else { return unexpected(result) }
        #expect(reason.contains("\(status)"))
        #expect(rig.origin.requests.count == 1)
        #expect(try rig.store.subscriptions().isEmpty)
    }

    @Test("For a page without feeds, the usual addresses of its site are tried, and the result names the address")
    func commonLocation() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/", .response(fields: ["Content-Type": "text/html"], body: "<html><p>Hello</html>"))
        rig.origin.route("/feed.xml", .response(body: Self.feed))
        let result = try await rig.service.subscribe(to: NewSubscription(feedURL: rig.origin.url("/")))
        guard case .subscribed(let added) = result else { return unexpected(result) }
        #expect(added.line == "Gazette: 1 article (\(rig.origin.url("/feed.xml")))")
        #expect(added.quotedLine == "“Gazette”: 1 article (\(rig.origin.url("/feed.xml")))")
    }

    @Test(
        "A server that asks for a pause gets no requests for guessed addresses",
        arguments: [("/", ["/"]), ("/feed", ["/", "/feed"])])
    func pause(_ path: String, _ asked: [String]) async throws {
        let rig = try ServiceRig()
        rig.origin.route("/", .response(fields: ["Content-Type": "text/html"], body: "<html><p>Hello</html>"))
        rig.origin.route(
            path,
            .response(path == "/" ? 200 : 503, fields: ["Content-Type": "text/html", "Retry-After": "600"], body: "x"))
        rig.origin.route("/feed.xml", .response(body: Self.feed))
        let result = try await rig.service.subscribe(to: NewSubscription(feedURL: rig.origin.url("/")))
        guard case .noFeed("the page names no feed") = result else { return unexpected(result) }
        #expect(rig.origin.requests.map(\.path) == asked)
    }

    @Test("If the only link of a page is not a feed, the usual addresses are tried")
    func deadLink() async throws {
        let rig = try ServiceRig()
        rig.origin.route(
            "/", .response(fields: ["Content-Type": "text/html"], body: "<html><a href='/x/atom'>Atom</a></html>"))
        rig.origin.route("/feed", .response(body: Self.feed))
        let result = try await rig.service.subscribe(to: NewSubscription(feedURL: rig.origin.url("/")))
        guard case .subscribed(let added) = result else { return unexpected(result) }
        #expect(added.otherAddress == rig.origin.url("/feed"))
        #expect(rig.origin.requests.map(\.path) == ["/", "/x/atom", "/feed"])
    }

    @Test("A feed that is subscribed again counts the articles that are still in the library")
    func again() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed", .response(body: Self.feed))
        let address = NewSubscription(feedURL: rig.origin.url("/feed"))
        guard case .subscribed(let added) = try await rig.service.subscribe(to: address) else { return unexpected() }
        try rig.store.remove(added.id, at: rig.now)
        guard case .subscribed(let again) = try await rig.service.subscribe(to: address) else { return unexpected() }
        #expect(again.articles == 1)
    }

    @Test("A file is added at once, unless it is missing or not a feed")
    func file() async throws {
        let rig = try ServiceRig()
        let file = rig.folder.appendingPathComponent("my feed.xml")
        let address = "file://" + file.path.replacing(" ", with: "%20")
        await #expect(throws: (any Error).self) {
            try await rig.service.subscribe(to: NewSubscription(feedURL: address))
        }
        try rig.write("<html>", to: file)
        guard case .noFeed = try await rig.service.subscribe(to: NewSubscription(feedURL: address)) else {
            return unexpected()
        }
        #expect(try rig.store.subscriptions().isEmpty)
        try rig.write(Self.feed, to: file)
        try rig.service.setOffline(true)
        let result = try await rig.service.subscribe(to: NewSubscription(feedURL: address))
        guard case .subscribed(let added) = result else { return unexpected(result) }
        #expect(added.line == "Gazette: 1 article")
    }

    @Test("Relative links of a file's articles stay relative: they lead to the article's site, not to other files")
    func linksOfFile() async throws {
        let rig = try ServiceRig()
        let file = rig.folder.appendingPathComponent("feed.xml")
        let html = "&lt;a href='/2'&gt;Two&lt;/a&gt; &lt;img src='//cdn.example/a.png'&gt;"
        try rig.write(
            """
            <rss version="2.0"><channel><title>Gazette</title><item><title>One</title>
            <link>https://news.example/1</link><description>\(html)</description></item></channel></rss>
            """, to: file)
        let result = try await rig.service.subscribe(to: NewSubscription(feedURL: "file://" + file.path))
        guard case .subscribed(let added) = result else { return unexpected(result) }
        let listing = ArticleListing(.feed(added.id), midnight: rig.now)
        let row = try #require(try rig.store.page(of: listing, at: .start, limit: 10).rows.first)
        let item = try #require(try rig.store.article(row.id)?.item)
        #expect(item.url == "https://news.example/1")
        #expect(item.contentHTML == "<a href='/2'>Two</a> <img src='//cdn.example/a.png'>")
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

    @Test("Offline with a full queue the feed is stored, and does not count as queued")
    func fullQueue() async throws {
        let rig = try ServiceRig()
        try rig.service.setOffline(true)
        try rig.fillQueue()
        let result = try await rig.service.subscribe(to: NewSubscription(feedURL: rig.origin.url("/feed")))
        guard case .notQueued(let id, reason: nil) = result else { return unexpected(result) }
        #expect(try rig.store.subscription(id)?.feedURL == rig.origin.url("/feed"))
        #expect(try rig.store.queueCount() == ArticleStore.queueLimit)
    }

    private func unexpected(_ result: SubscribeResult? = nil, _ location: SourceLocation = #_sourceLocation) {
        Issue.record("\(String(describing: result))", sourceLocation: location)
    }
}
