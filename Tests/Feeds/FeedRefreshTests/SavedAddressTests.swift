import ArticleStorage
import FeedModel
import FeedRefresh
import Foundation
import ScriptedOrigin
import Testing

@Suite struct SavedAddressTests {
    private static let page = """
        <!DOCTYPE html><html lang="en"><head><title>The night ferry</title>
        <meta name="author" content="A. Mate"><meta property="article:published_time" content="2020-05-04T10:00:00Z">
        </head><body><article>\(String(repeating: "<p>The ferry leaves the harbour at ten, and nobody on board minds.</p>", count: 8))
        </article></body></html>
        """

    private func rows(_ rig: ServiceRig) throws -> [ArticleSummary] {
        try rig.store.page(of: ArticleListing(.all, midnight: rig.now), at: .start, limit: 10).rows
    }

    @Test("A saved address becomes an unread article of the feed Saved, with its page's title, author, date and text")
    func saves() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/ferry", .response(fields: ["Content-Type": "text/html"], body: Self.page))
        let saved = try await rig.service.save(rig.origin.url("/ferry"))
        #expect(saved.isNew && saved.page == .readable)
        let article = try #require(try rig.store.article(saved.article))
        #expect(article.item.title == "The night ferry" && article.item.url == rig.origin.url("/ferry"))
        #expect(article.item.authors.map(\.name) == ["A. Mate"] && !article.isRead)
        #expect(article.item.published == Date(timeIntervalSince1970: 1_588_586_400))
        #expect(try rig.store.pageText(for: saved.article)?.html.contains("leaves the harbour") == true)
        // The list sorts the article by the time of saving.
        #expect(try rows(rig).map(\.title) == ["The night ferry"] && rows(rig)[0].date == rig.now)
        let feeds = try rig.store.subscriptions()
        #expect(feeds.map(\.title) == ["Saved"] && feeds[0].unreadCount == 1)
    }

    @Test("An address without a scheme is saved with http if its server has no https")
    func withoutScheme() async throws {
        let rig = try ServiceRig { $0.connectTimeout = 1 }
        rig.origin.route("/ferry", .response(fields: ["Content-Type": "text/html"], body: Self.page))
        let saved = try await rig.service.save(String(rig.origin.url("/ferry").dropFirst("http://".count)))
        #expect(saved.page == .readable)
        #expect(try rig.store.article(saved.article)?.item.url == rig.origin.url("/ferry"))
    }

    @Test("Saving an address again makes it unread and does not store a second article")
    func savesAgain() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/ferry", .response(fields: ["Content-Type": "text/html"], body: Self.page))
        let id = try await rig.service.save(rig.origin.url("/ferry")).article
        _ = try rig.store.set(.read(true), on: [id])
        let again = try await rig.service.save(rig.origin.url("/ferry"))
        #expect(!again.isNew && again.article == id)
        #expect(try rows(rig).map(\.isRead) == [false])
    }

    @Test("An address that is saved while the queue is full does not count as queued")
    func fullQueue() async throws {
        let rig = try ServiceRig()
        try rig.service.setOffline(true)
        try rig.fillQueue()
        let saved = try await rig.service.save("https://a.example/last")
        #expect(saved.page == nil && !saved.isQueued)
        #expect(try rig.store.queueCount() == ArticleStore.queueLimit)
        let again = try await rig.service.save("https://a.example/0")
        #expect(again.page == nil && again.isQueued)
    }

    @Test("Offline, the address is stored and its page is queued, then fetched when lede is online")
    func offline() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/ferry", .response(fields: ["Content-Type": "text/html"], body: Self.page))
        try rig.service.setOffline(true)
        let saved = try await rig.service.save(rig.origin.url("/ferry"))
        #expect(saved.page == nil && rig.origin.requests.isEmpty)
        #expect(try rig.store.queue().map(\.fetch) == [.page(saved.article)])
        #expect(try rows(rig).map(\.title) == [rig.origin.url("/ferry")])
        try rig.service.setOffline(false)
        try await rig.service.fetchQueued()
        #expect(try rows(rig).map(\.title) == ["The night ferry"])
    }

    @Test("Offline too, an address without a scheme is fetched by http if its server has no https")
    func offlineWithoutScheme() async throws {
        let rig = try ServiceRig { $0.connectTimeout = 1 }
        rig.origin.route("/ferry", .response(fields: ["Content-Type": "text/html"], body: Self.page))
        try rig.service.setOffline(true)
        let saved = try await rig.service.save(String(rig.origin.url("/ferry").dropFirst("http://".count)))
        #expect(try rig.store.article(saved.article)?.item.url?.hasPrefix("https://") == true)
        try rig.service.setOffline(false)
        try await rig.service.fetchQueued()
        #expect(try rig.store.article(saved.article)?.item.url == rig.origin.url("/ferry"))
        #expect(try rows(rig).map(\.title) == ["The night ferry"])
        // With and without its scheme, the address counts as the same one when it is saved again.
        #expect(try await rig.service.save(rig.origin.url("/ferry")).article == saved.article)
        let typed = String(rig.origin.url("/ferry").dropFirst("http://".count))
        #expect(try rig.service.store(address: typed).id == saved.article)
    }

    @Test("The page of a save that is cancelled is queued")
    func cancelled() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/ferry", Reply.response(body: Self.page).after(Gate()))
        let saving = Task { try await rig.service.save(rig.origin.url("/ferry")) }
        try await rig.origin.waitForRequests(1)
        saving.cancel()
        let saved = try await saving.value
        #expect(saved.isNew && saved.page == nil && saved.reason == "interrupted")
        #expect(try rig.store.queue().map(\.fetch) == [.page(saved.article)])
    }

    @Test("An address that was typed with https is never fetched by http")
    func https() async throws {
        let rig = try ServiceRig { $0.connectTimeout = 1 }
        rig.origin.route("/ferry", .response(fields: ["Content-Type": "text/html"], body: Self.page))
        let https = rig.origin.url("/ferry").replacing("http://", with: "https://")
        let saved = try await rig.service.save(https)
        try await rig.service.findScheme(ofSaved: saved.article, typed: https)
        #expect(try rig.store.article(saved.article)?.item.url == https && rig.origin.requests.isEmpty)
    }

    @Test("A page that cannot be read stays saved under its address")
    func unreadable() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/gone", .response(404))
        let saved = try await rig.service.save(rig.origin.url("/gone"))
        #expect(saved.page == .failed("404 Scripted"))
        #expect(try rows(rig).map(\.title) == [rig.origin.url("/gone")])
    }

    @Test(
        "Only web addresses are saved",
        arguments: ["javascript:alert(1)", "file:///etc/passwd", "mailto:a@b.example", "https://a b", ""])
    func refused(_ address: String) async throws {
        let rig = try ServiceRig()
        await #expect(throws: UnsavableAddress.self) { _ = try await rig.service.save(address) }
        #expect(try rig.store.subscriptions().isEmpty)
    }

    @Test("The feed Saved is never fetched, tidied, hidden by a rule or exported")
    func isNoFeed() async throws {
        let rig = try ServiceRig(retention: RetentionPolicy(maximumCount: 1))
        for name in ["/a", "/b", "/c"] {
            rig.origin.route(name, .response(fields: ["Content-Type": "text/html"], body: Self.page))
            let id = try await rig.service.save(rig.origin.url(name)).article
            _ = try rig.store.set(.read(true), on: [id])
        }
        let asked = rig.origin.requests.count
        let report = try await rig.service.refresh(reason: .everything)
        let feed = try #require(try rig.store.subscriptions().first)
        _ = try await rig.service.open(feed.id) { _ in }
        #expect(report.progress.total == 0 && report.failures.isEmpty && rig.origin.requests.count == asked)
        #expect(try rows(rig).count == 3)
        #expect(try rig.store.subscriptionList().outlines.isEmpty)
        #expect(try rig.store.subscription(feed.id)?.health.problem == nil)
    }
}

extension FeedService {
    /// Stores an address and fetches its page, as `lede save` does for one address.
    func save(_ address: String) async throws -> SavedAddress {
        let (id, isNew) = try store(address: address)
        return try await fetchPage(ofSaved: id, isNew: isNew, typed: address)
    }
}
