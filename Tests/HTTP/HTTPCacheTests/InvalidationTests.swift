import HTTPTransport
import HTTPTypes
import Testing

@testable import HTTPCache

@Suite("Invalidation, HEAD and POST: RFC 9111 §4.4 and §4.3.5")
struct InvalidationTests {
    @Test("§4: a newer response that must not be stored removes the older one")
    func outdated() async throws {
        let bench = Workbench(.cacheControl("max-age=60", "old"), .cacheControl("no-store", "new"))
        try await bench.get()
        try await bench.get(policy: .reloadIgnoringLocalCacheData)
        #expect(bench.client.storedReply(for: CacheRequest(url: "http://h.test/a")) == nil)
    }

    @Test(
        "§4.4: a successful unsafe or unknown method invalidates; a failed one does not",
        arguments: ["POST", "PUT", "DELETE", "PATCH", "M-SEARCH", "BREW"])
    func invalidation(_ method: String) async throws {
        for (status, isGone) in [(200, true), (302, true), (404, false), (500, false)] {
            let bench = Workbench(.cacheControl("max-age=60"), .status(status), .cacheControl("max-age=60"))
            try await bench.get()
            try await bench.get(method: HTTPRequest.Method(method)!) { $0.followsRedirects = false }
            try await bench.get()
            #expect((bench.transport.count == 3) == isGone)
        }
    }

    @Test("§4.4: Location and Content-Location are invalidated too, on the same origin only")
    func invalidatedLocations() async throws {
        let bench = Workbench(
            ScriptedTransport { (request, _) throws(TransportError) in
                request.head.method == .post
                    ? Scripted.status(201, [("Location", "b"), ("Content-Location", "http://h.test/c")]).response
                    : Scripted.cacheControl("max-age=60").response
            })
        let urls = ["http://h.test/a", "http://h.test/b", "http://h.test/c", "http://h.test/d"]
        for url in urls { try await bench.get(url) }
        try await bench.get(method: .post)
        let left = urls.filter { bench.client.storedReply(for: CacheRequest(url: $0)) != nil }
        #expect(left == ["http://h.test/d"])
        let foreign = Workbench(.cacheControl("max-age=60"), .status(201, [("Location", "http://h.test/a")]))
        try await foreign.get()
        try await foreign.get("http://other.test/", method: .post) { $0.followsRedirects = false }
        #expect(foreign.client.storedReply(for: CacheRequest(url: "http://h.test/a")) != nil)
    }

    @Test("§4.4: an address that the server names without the request's user information is invalidated with it")
    func userInformation() async throws {
        let bench = Workbench(
            ScriptedTransport { (request, _) throws(TransportError) in
                request.head.method == .post
                    ? Scripted.status(201, [("Location", "http://h.test/items/1")]).response
                    : Scripted.cacheControl("max-age=60").response
            })
        let urls = [
            "http://u:p@h.test/items/1", "http://h.test/items/1", "http://v:p@h.test/items/1", "http://h.test/items",
        ]
        for url in urls { try await bench.get(url) }
        try await bench.get("http://u:p@h.test/items", method: .post)
        let left = urls.filter { bench.client.storedReply(for: CacheRequest(url: $0)) != nil }
        #expect(left == ["http://v:p@h.test/items/1"])
    }

    @Test("§4.3.5: GET answers HEAD; HEAD freshens the stored response or shows that it changed")
    func head() async throws {
        let bench = Workbench(
            .ok([("Cache-Control", "max-age=5"), ("ETag", "\"1\""), ("A", "1")]),
            .status(200, [("Cache-Control", "max-age=500"), ("ETag", "\"1\""), ("A", "2")]),
            .status(200, [("ETag", "\"2\"")]))
        try await bench.get()
        let fromCache = try await bench.get(method: .head)
        #expect(fromCache.source == .cache)
        #expect(try await fromCache.body() == [])
        bench.clock.advance(10)
        try await bench.get(method: .head)
        #expect(bench.transport.requests[1].head.method == .head)
        let freshened = try await bench.get()
        #expect(freshened.source == .cache && freshened.head.headerFields[HTTPField.Name("A")!] == "2")
        try await bench.get(policy: .reloadIgnoringLocalCacheData, method: .head)
        let changed = bench.client.storedReply(for: CacheRequest(url: "http://h.test/a"))
        #expect(changed?.freshness.isStale == true && changed?.cacheStatus.contains("ttl") == false)
        #expect(try await changed?.text == "body")
    }

    @Test("RFC 9110 §9.3.3: a POST's response that equals a GET's is stored for GET")
    func postForGet() async throws {
        for (url, named) in [("http://h.test/a", "/a"), ("http://u:p@h.test/a", "http://h.test/a")] {
            let bench = Workbench(.ok([("Cache-Control", "max-age=60"), ("Content-Location", named)], "posted"))
            try await bench.get(url, method: .post)
            #expect(try await bench.get(url).text == "posted")
            #expect(bench.transport.count == 1)
        }
    }

    @Test("A request that stores no new response does not store a POST's response for GET either")
    func postNotStored() async throws {
        let bench = Workbench(.ok([("Cache-Control", "max-age=60"), ("Content-Location", "/a")], "posted"))
        #expect(try await bench.get(method: .post) { $0.storesNewResponses = false }.text == "posted")
        #expect(bench.client.cache.entries().isEmpty)
    }

    @Test("The cache stores a POST only if its body is part of the key")
    func post() async throws {
        let bench = Workbench(
            ScriptedTransport { (request, _) throws(TransportError) in
                Scripted.cacheControl("max-age=60", String(decoding: request.body ?? [], as: UTF8.self)).response
            })
        for body in ["x", "y", "x", "y"] {
            let reply = try await bench.get(method: .post) {
                $0.keyedByBody = true; $0.body = Array(body.utf8)
            }
            #expect(try await reply.text == body)
        }
        #expect(bench.transport.count == 2)
        try await bench.get(method: .post) { $0.body = Array("x".utf8) }
        #expect(bench.transport.count == 3)
    }
}
