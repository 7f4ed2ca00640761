import ArticleStorage
import FeedModel
import Foundation
import ScriptedOrigin
import Synchronization
import Testing

@testable import FeedRefresh

@Suite struct LinkedPageTests {
    private static func page(_ sentence: String) -> String {
        let paragraph =
            "<p>\(sentence) The night ferry leaves the harbour at ten, and nobody on board minds the rain.</p>"
        return """
            <!DOCTYPE html><html><head><title>Ferry</title></head><body><nav><a href="/">Home</a></nav>
            <article>\(String(repeating: paragraph, count: 6))</article></body></html>
            """
    }

    private func article(in rig: ServiceRig, title: String = "Ferry") async throws -> ArticleID {
        let feed =
            "<rss version='2.0'><channel><title>Harbour</title><item><guid>1</guid><title>\(title)</title>"
            + "<link>\(rig.origin.url("/ferry"))</link></item></channel></rss>"
        rig.origin.route("/feed", .response(body: feed))
        let id = try rig.subscribe()
        _ = try await rig.service.refresh(reason: .everything)
        return try #require(try rig.rows(id).first?.id)
    }

    @Test("A page's main text is fetched once and opens offline from then on, even without the cache")
    func staysReadable() async throws {
        let rig = try ServiceRig()
        let id = try await article(in: rig)
        rig.origin.route("/ferry", .response(fields: ["Content-Type": "text/html"], body: Self.page("Calm sea.")))
        #expect(try await rig.service.page(of: id, readable: {}) == .readable)
        let text = try #require(try rig.store.pageText(for: id))
        #expect(text.html.contains("Calm sea.") && !text.html.contains("Home"))
        try rig.service.setOffline(true)
        let asked = rig.origin.requests.count
        let reported = Mutex(0)
        let elsewhere = try rig.anotherService(cache: "new.sqlite")
        #expect(try await elsewhere.page(of: id, readable: { reported.withLock { $0 += 1 } }) == .readable)
        #expect(reported.withLock { $0 } == 1 && rig.origin.requests.count == asked)
    }

    @Test("The stored text is delivered at once, and newer text replaces it")
    func revalidates() async throws {
        let rig = try ServiceRig()
        let id = try await article(in: rig)
        rig.origin.route(
            "/ferry",
            inOrder: [
                .response(fields: ["Cache-Control": "no-cache"], body: Self.page("Calm sea.")),
                .response(body: Self.page("High waves.")),
            ])
        _ = try await rig.service.page(of: id, readable: {})
        let reported = Mutex(0)
        #expect(try await rig.service.page(of: id, readable: { reported.withLock { $0 += 1 } }) == .readable)
        #expect(reported.withLock { $0 } == 2)
        #expect(try rig.store.pageText(for: id)?.html.contains("High waves.") == true)
        #expect(
            try rig.logged().suffix(2) == [
                ["page", "returnCacheDataElseLoad", "cache", "200"],
                ["page", "useProtocolCachePolicy", "network", "200"],
            ])
    }

    @Test("A stored page that cannot be decoded is fetched again, instead of being revalidated again and again")
    func undecodable() async throws {
        let rig = try ServiceRig()
        let id = try await article(in: rig)
        rig.origin.route("/ferry", .response(fields: ["Content-Encoding": "zstd", "ETag": "\"1\""], body: "damaged"))
        #expect(try await rig.service.page(of: id, readable: {}) != .readable)
        rig.origin.route("/ferry") { .validated($0, etag: "\"1\"", body: Self.page("Calm sea.")) }
        #expect(try await rig.service.page(of: id, readable: {}) == .readable)
    }

    @Test("A stored redirect that leads to no text is requested again")
    func storedRedirect() async throws {
        let rig = try ServiceRig()
        let id = try await article(in: rig)
        let lasting: KeyValuePairs = ["Location": "/welcome", "Cache-Control": "max-age=31536000"]
        rig.origin.route(
            "/ferry", inOrder: [.response(301, fields: lasting), .response(body: Self.page("Calm sea."))])
        rig.origin.route("/welcome", .response(fields: ["Content-Type": "text/html"], body: "<p>Hi"))
        #expect(try await rig.service.page(of: id, readable: {}) != .readable)
        #expect(try await rig.service.page(of: id, readable: {}) == .readable)
    }

    @Test("Packing, too, requests again a stored redirect that leads to no text")
    func storedRedirectOfPackedPage() async throws {
        let rig = try ServiceRig()
        let id = try await article(in: rig)
        let lasting: KeyValuePairs = ["Location": "/welcome", "Cache-Control": "max-age=31536000"]
        let page = Reply.response(body: Self.page("Calm sea."))
        rig.origin.route("/ferry", inOrder: [page, .response(301, fields: lasting), page])
        rig.origin.route("/welcome", .response(fields: ["Content-Type": "text/html"], body: "<p>Hi"))
        for _ in 1...2 { #expect(try await rig.service.page(of: id, readable: {}) == .readable) }
        let packed = PageToPack(
            url: rig.origin.url("/ferry"), for: [id], owners: Array(try rig.store.pageOwners([id]).values),
            limit: 1 << 20, bytesAhead: nil)
        for isPacked in [false, true] {
            if case .text = try await rig.service.packPage(packed).outcome {
                #expect(isPacked)
            } else {
                #expect(!isPacked, "the redirect was followed again")
            }
        }
    }

    @Test("A page that may come from a hotspot does not replace a proven text", arguments: [true, false])
    func replacesNoProvenText(_ isProven: Bool) async throws {
        let rig = try ServiceRig()
        let id = try await article(in: rig)
        let url = rig.origin.url("/ferry")
        try rig.store.setPageText(PageText(html: "<p>Calm sea.</p>", url: url, isProven: isProven), for: [id])
        rig.origin.route("/ferry", .response(body: Self.page("Welcome aboard.")))
        #expect(try await rig.service.page(of: id, readable: {}) == .readable)
        let text = try #require(try rig.store.pageText(for: id))
        #expect(text.html.contains("Calm sea.") == isProven && text.isProven == isProven)
    }

    @Test("A hotspot's page from another host is replaced once the requested host answers itself")
    func redirectedByHotspot() async throws {
        let rig = try ServiceRig(addresses: ["127.0.0.1", "127.0.0.2"])
        let id = try await article(in: rig)
        let portal = rig.origin.url("/welcome", on: "127.0.0.2")
        rig.origin.route("/welcome", .response(body: Self.page("Welcome aboard.")))
        rig.origin.route(
            "/ferry",
            inOrder: [
                .response(302, fields: ["Location": portal]), .response(body: Self.page("Calm sea.")),
                .response(302, fields: ["Location": portal]),
            ])
        for sentence in ["Welcome aboard.", "Calm sea.", "Calm sea."] {
            #expect(try await rig.service.page(of: id, readable: {}) == .readable)
            #expect(try rig.store.pageText(for: id)?.html.contains(sentence) == true, "\(sentence)")
        }
    }

    @Test("Offline, a page that was never fetched is reported as missing, and no request is sent")
    func neverFetched() async throws {
        let rig = try ServiceRig()
        let id = try await article(in: rig)
        try rig.service.setOffline(true)
        #expect(try await rig.service.page(of: id, readable: {}) == .notAvailableOffline)
        #expect(rig.origin.requests.count == 1)
        #expect(try rig.logged().last == ["page", "returnCacheDataDontLoad", "none", "notInCache"])
    }

    @Test(
        "A page that is not HTML, too long or empty is reported, and no text is stored",
        arguments: [
            (Reply.response(404), LinkedPage.failed("404 Scripted")),
            (
                Reply.response(fields: ["Content-Type": "Application/PDF; x=1"], body: "%PDF-1.7"),
                LinkedPage.noPage(mediaType: "application/pdf")
            ),
            (Reply.response(body: "<html><body><nav>Home</nav></body></html>"), LinkedPage.noMainText),
        ])
    func noPage(_ reply: Reply, _ expected: LinkedPage) async throws {
        let rig = try ServiceRig()
        let id = try await article(in: rig)
        rig.origin.route("/ferry", reply)
        let outcome = try await rig.service.page(of: id, readable: {})
        #expect(outcome == expected)
        #expect(try rig.store.pageText(for: id) == nil)
    }

    @Test(
        "A page of plain text is stored with its line breaks; a few words, as a hotspot may send, are not stored",
        arguments: [
            ("text/plain; charset=utf-8", "Fog,\nand 1 < 2.\n\n", "<p>Fog,<br>\nand 1 &lt; 2.</p>"),
            ("text/markdown", "# Fog\n\n", "<h1>Fog</h1>"), ("text/plain", nil, nil),
        ] as [(String, String?, String?)])
    func plainText(_ type: String, _ beginning: String?, _ expected: String?) async throws {
        let rig = try ServiceRig()
        let id = try await article(in: rig)
        let sentence = "The night ferry leaves the harbour at ten, and nobody on board minds the rain."
        let body = beginning.map { $0 + sentence } ?? "Log in first"
        rig.origin.route("/ferry", .response(fields: ["Content-Type": type], body: body))
        let outcome = try await rig.service.page(of: id, readable: {})
        #expect(outcome == (expected == nil ? LinkedPage.noMainText : .readable))
        let text = try rig.store.pageText(for: id)?.html
        #expect(text?.contains(expected ?? "") == (expected == nil ? nil : true), "\(text ?? "")")
    }

    private static let stub = "<html><head><link rel=amphtml href=/amp></head><body><div id=app></div></body></html>"

    @Test("A page without text names another one, which is fetched once and stays readable offline")
    func alternative() async throws {
        let rig = try ServiceRig()
        let id = try await article(in: rig)
        let fields: KeyValuePairs = ["Content-Type": "text/html", "Cache-Control": "max-age=3600"]
        rig.origin.route("/ferry", .response(fields: fields, body: Self.stub))
        let amp = Self.page("Calm sea.").replacing("<head>", with: "<head><link rel=amphtml href=/amp2>")
        rig.origin.route("/amp", .response(fields: fields, body: amp))
        let reported = Mutex(0)
        let asked = rig.origin.requests.count
        #expect(try await rig.service.page(of: id, readable: { reported.withLock { $0 += 1 } }) == .readable)
        #expect(reported.withLock { $0 } == 1)
        #expect(try rig.store.pageText(for: id)?.html.contains("Calm sea.") == true)
        #expect(rig.origin.requests.dropFirst(asked).map(\.target) == ["/ferry", "/amp"])
        #expect(try rig.logged().last == ["page", "useProtocolCachePolicy", "network", "200"])
        #expect(try await rig.service.page(of: id, readable: {}) == .readable)
        #expect(rig.origin.requests.count == asked + 2)
    }

    @Test(
        "A certificate vouches for an alternative only if one vouches for the stub, too",
        arguments: [
            (true, "https://a.example/amp", "https://a.example/amp", true),
            (true, "https://cdn.example/amp", "https://cdn.example/amp/1", true),
            (true, "http://a.example/amp", "http://a.example/amp", false),
            (true, "https://a.example/amp", "http://portal.example/", false),
            (true, "http://www.bücher.example/amp", "https://xn--bcher-kva.example/amp", true),
            (false, "https://portal.example/amp", "https://portal.example/amp", false),
        ])
    func provenAlternative(_ isVerified: Bool, _ alternative: String, _ answered: String, _ expected: Bool) {
        let stub = PageStub(
            url: "https://a.example/", text: nil, metadata: nil, textLength: 0, alternative: alternative,
            isVerified: isVerified)
        #expect(stub.isVerified(answered: answered) == expected)
    }

    @Test(
        "The text of an alternative over plain HTTP is proven by the title of its own page",
        arguments: [("Ferry delayed by fog in the harbour – Harbour", true), ("Guest network", false)])
    func titledAlternative(_ title: String, _ isProven: Bool) async throws {
        let rig = try ServiceRig()
        let id = try await article(in: rig, title: "Ferry delayed by fog in the harbour")
        rig.origin.route("/ferry", .response(fields: ["Content-Type": "text/html"], body: Self.stub))
        let page = Self.page("Calm sea.").replacing("<title>Ferry</title>", with: "<title>\(title)</title>")
        rig.origin.route("/amp", .response(fields: ["Content-Type": "text/html"], body: page))
        #expect(try await rig.service.page(of: id, readable: {}) == .readable)
        #expect(try rig.store.pageText(for: id)?.isProven == isProven)
    }

    @Test(
        "A page without text whose alternative has none either is reported as such",
        arguments: [
            Reply.response(404), .response(body: stub), .raw(""),
            .response(body: "<form method=post><input type=password></form><p>Please log in first, then read on.</p>"),
        ])
    func emptyAlternative(_ reply: Reply) async throws {
        let rig = try ServiceRig()
        let id = try await article(in: rig)
        rig.origin.route("/ferry", .response(body: Self.stub))
        rig.origin.route("/amp", reply)
        let asked = rig.origin.requests.count
        #expect(try await rig.service.page(of: id, readable: {}) == .noMainText)
        #expect(try rig.store.pageText(for: id) == nil && rig.origin.requests.count <= asked + 3)
    }

    @Test(
        "A login page is reported and does not replace the text, and the next try requests the page again")
    func loginPage() async throws {
        let rig = try ServiceRig()
        let id = try await article(in: rig)
        let login = Reply.response(
            fields: ["Cache-Control": "max-age=3600"],
            body: "<html><title>Guest network</title><body><form method='post'><input type='password' name='p'></form>"
                + String(
                    repeating: "<p>Thank you for being our guest; the terms of use of this network follow.</p>",
                    count: 9)
                + "</body></html>")
        rig.origin.route("/ferry", inOrder: [login, .response(body: Self.page("Calm sea."))])
        #expect(try await rig.service.page(of: id, readable: {}) == .wantsLogin)
        #expect(try rig.store.pageText(for: id) == nil)
        #expect(try await rig.service.page(of: id, readable: {}) == .readable)
        #expect(try rig.store.pageText(for: id)?.html.contains("Calm sea.") == true)
        rig.origin.route("/ferry", login)
        #expect(try await rig.service.page(of: id, readable: {}) == .readable)
        #expect(try rig.store.pageText(for: id)?.html.contains("Calm sea.") == true)
    }

    @Test("An endless page ends at the limit")
    func endless() async throws {
        let rig = try ServiceRig()
        let id = try await article(in: rig)
        rig.origin.route("/ferry", .endless(fields: ["Content-Type": "text/html"]))
        guard case .failed = try await rig.service.page(of: id, readable: {}) else {
            Issue.record("an endless page was stored")
            return
        }
        #expect(try rig.store.pageText(for: id) == nil)
    }
}
