import ArticleStorage
import FeedModel
import FeedRefresh
import Foundation
import HTTPCache
import HTTPTransport
import ScriptedOrigin
import Synchronization
import TestFolders
import Testing

@Suite struct HotspotQueueTests {
    private func login(_ status: Int) -> Reply {
        .response(
            status, fields: ["Content-Type": "text/html"],
            body: "<!doctype html><html><body><form method='post'><input type='password' name='p'></form></body></html>"
        )
    }

    private let feed = "<rss version='2.0'><channel><title>Harbour</title></channel></rss>"

    @Test(
        "A refresh of all feeds that meets only a hotspot stays in the queue until a feed arrives",
        arguments: [200, 511])
    func refreshOfAllFeeds(_ status: Int) async throws {
        let rig = try ServiceRig()
        for number in 1...3 {
            rig.origin.route("/\(number)", login(status))
            _ = try rig.subscribe("/\(number)")
        }
        #expect(try rig.service.fetchOnceConnected(.everything))
        try await rig.service.fetchQueued()
        #expect(try rig.store.queue().map(\.attempts) == [1])
        // The person presses R, too.
        #expect(try await rig.service.refresh(reason: .everything).networkWantsLogin)
        #expect(try rig.store.queue().map(\.fetch) == [.everything])
        for number in 1...3 { rig.origin.route("/\(number)", .response(body: feed)) }
        rig.pass(seconds: 3_601)
        try await rig.service.fetchQueued()
        #expect(try rig.store.queueCount() == 0)
        #expect(try rig.store.subscriptions().allSatisfy { $0.health.problem == nil })
    }

    @Test(
        "A queued page that meets a login page over plain HTTP or a failing server is reported, and fetched later",
        arguments: [200, 511, 500, 503, 429])
    func page(_ status: Int) async throws {
        let rig = try ServiceRig()
        let isLogin = status == 200 || status == 511
        rig.origin.route("/ferry", isLogin ? login(status) : .response(status))
        let (article, _) = try rig.service.store(address: rig.origin.url("/ferry"))
        #expect(try rig.service.fetchOnceConnected(.page(article)))
        let reported = Mutex<[LinkedPage]>([])
        try await rig.service.fetchQueued { event in
            if case .page(_, let page) = event { reported.withLock { $0.append(page) } }
        }
        let pages = reported.withLock { $0 }
        #expect(pages.count == 1)
        #expect(isLogin ? pages == [.wantsLogin] : pages.first?.words?.contains("\(status)") == true)
        #expect(try rig.store.queue().map(\.fetch) == [.page(article)])
        let text = String(repeating: "<p>The night ferry leaves the harbour at ten, and nobody minds.</p>", count: 8)
        rig.origin.route(
            "/ferry",
            .response(
                fields: ["Content-Type": "text/html"],
                body: "<html><body><article><h1>Ferry</h1>\(text)</article></body></html>"))
        rig.pass(seconds: 3_601)
        try await rig.service.fetchQueued()
        #expect(try rig.store.queueCount() == 0)
        #expect(try rig.store.pageText(for: article)?.html.contains("night ferry") == true)
    }

    /// Presents a certificate that is not trusted in place of every server's.
    private struct Interceptor: Transport {
        func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            throw TransportError(.untrusted, "SSL certificate problem: self-signed certificate")
        }
    }

    @Test("A queued page stays in the queue while a hotspot presents its own certificate")
    func certificate() async throws {
        let folder = try TemporaryFolder()
        let store = try ArticleStore(path: folder.path + "/library.sqlite")
        let service = FeedService(
            store: store,
            cache: try ResponseCache(ResponseCache.Configuration(path: folder.path + "/cache.sqlite")),
            transport: Interceptor(), settings: FeedServiceSettings(userAgent: "lede-test"), owner: "hotspot")
        let (article, _) = try service.store(address: "https://harbour.example/ferry")
        #expect(try service.fetchOnceConnected(.page(article)))
        try await service.fetchQueued()
        #expect(try store.queue().map(\.attempts) == [1])
    }
}
