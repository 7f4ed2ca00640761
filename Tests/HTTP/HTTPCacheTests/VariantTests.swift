import HTTPTransport
import HTTPTypes
import Testing

@testable import HTTPCache

@Suite("Variants: RFC 9111 §4.1")
struct VariantTests {
    @Test("§4.1: the cache stores several variants, and a miss sends the tags of all")
    func variants() async throws {
        let foo = HTTPField.Name("Foo")!
        let bench = Workbench(
            ScriptedTransport { (request, _) throws(TransportError) in
                let value = request["Foo"] ?? "-"
                return Scripted.ok([("Cache-Control", "max-age=60"), ("Vary", "Foo"), ("ETag", "\"\(value)\"")], value)
                    .response
            })
        for value in ["1", "2", "1", "2"] {
            #expect(try await bench.get("http://h.test/a", [foo: value]).text == value)
        }
        #expect(bench.transport.count == 2)
        try await bench.get("http://h.test/a", [foo: "3"])
        #expect(bench.transport.requests[2]["If-None-Match"] == "\"1\", \"2\"")
        #expect(bench.client.cache.entries().count == 3)
    }

    @Test(
        "§4: the match with the latest Date is used, even if only an older one is in memory",
        arguments: [false, true])
    func mostRecentOnDisk(_ isPrepared: Bool) throws {
        let folder = try Folder()
        func request(_ a: String, _ b: String) -> CacheRequest {
            CacheRequest(url: "http://h.test/a", fields: [HTTPField.Name("A")!: a, HTTPField.Name("B")!: b])
        }
        func store(_ cache: ResponseCache, _ vary: String, _ day: Int, for request: CacheRequest) {
            let date = "Sun, 0\(day) Nov 2026 00:00:00 GMT"
            let head = HTTPResponse(status: .ok, headerFields: [.vary: vary, .date: date])
            cache.store(CachedResponse(head: head, body: Array("\(day)".utf8)), for: request)
            cache.flush()
        }
        func text(_ cache: ResponseCache, _ request: CacheRequest) -> String? {
            cache.cachedResponse(for: request).map { String(decoding: $0.body, as: UTF8.self) }
        }
        store(try folder.cache(), "A", 2, for: request("1", "2"))
        // Stored while the memory is empty.
        let second = try folder.cache(memory: 1 << 20)
        store(second, "B", 1, for: request("2", "1"))
        #expect(text(second, request("1", "1")) == "2")
        store(try folder.cache(), "B", 3, for: request("2", "1"))
        let third = try folder.cache(memory: 1 << 20)
        if isPrepared { third.prepare(for: ["http://h.test/a"]) }
        #expect(text(third, request("1", "2")) == "2")
        #expect(text(third, request("1", "1")) == "3")
    }

    @Test("An address has at most 32 variants: the one received first makes room for another")
    func variantLimit() {
        let foo = HTTPField.Name("Foo")!
        let all = ([3, 1, 2] + Array(4...32)).map { number in
            stored([.vary: "Foo"], selecting: [foo: "\(number)"], at: Double(number))
        }
        let full = VariantSelection(all, [foo: "new"])
        #expect(full.surplus.map(\.responseTime) == [1])
        #expect(VariantSelection(Array(all.dropLast()), [foo: "new"]).surplus.isEmpty)
    }

    @Test("§4.1: a response that the app stores replaces the variant of its request only")
    func storedByApp() {
        let cache = ResponseCache()
        let head = HTTPResponse(status: .ok, headerFields: [.cacheControl: "max-age=60", .vary: "Accept-Language"])
        func request(_ language: String) -> CacheRequest {
            CacheRequest(url: "http://h.test/a", fields: [.acceptLanguage: language])
        }
        for (language, text) in [("en", "old"), ("de", "alt"), ("en", "new")] {
            cache.store(CachedResponse(head: head, body: Array(text.utf8)), for: request(language))
        }
        let texts = ["en", "de", "fr"].map { language in
            cache.cachedResponse(for: request(language)).map { String(decoding: $0.body, as: UTF8.self) }
        }
        #expect(texts == ["new", "alt", nil] && cache.entries().count == 2)
    }

    @Test(
        "§3: the app cannot store what may not answer a later GET",
        arguments: [
            (HTTPRequest.Method.get, 103), (.get, 206), (.get, 226), (.get, 304), (.get, 416), (.get, 429),
            (.post, 200), (.head, 200), (.put, 200),
        ])
    func unstorable(_ method: HTTPRequest.Method, _ status: Int) {
        let cache = ResponseCache()
        let head = HTTPResponse(
            status: .init(code: status), headerFields: [.cacheControl: "max-age=60", .contentRange: "bytes 0-3/9"])
        var request = CacheRequest(url: "http://h.test/a", method: method)
        cache.store(CachedResponse(head: head, body: Array("part".utf8)), for: request)
        #expect(cache.entries().isEmpty)
        request.method = .post
        request.keyedByBody = true
        cache.store(CachedResponse(head: HTTPResponse(status: .ok), body: []), for: request)
        #expect(cache.entries().count == 1)
    }

    @Test("§4.3.4: a 304 may select another variant")
    func otherVariant() async throws {
        let foo = HTTPField.Name("Foo")!
        let bench = Workbench(
            .ok([("Cache-Control", "max-age=60"), ("Vary", "Foo"), ("ETag", "\"1\"")], "one"),
            .status(304, [("ETag", "\"1\""), ("Vary", "Foo")]))
        try await bench.get("http://h.test/a", [foo: "1"])
        let reply = try await bench.get("http://h.test/a", [foo: "2"])
        #expect(try await reply.text == "one" && reply.source == .revalidated)
        #expect(try await bench.get("http://h.test/a", [foo: "1"]).source == .cache)
    }

    @Test("§4.1: `Vary: *` requires validation, except under the policies that accept any stored response")
    func varyStar() async throws {
        let bench = Workbench(.ok([("Cache-Control", "max-age=60"), ("Vary", "*"), ("ETag", "\"1\"")]))
        try await bench.get()
        try await bench.get()
        #expect(bench.transport.requests[1]["If-None-Match"] == "\"1\"")
        #expect(try await bench.get(policy: .returnCacheDataElseLoad).source == .cache)
    }

    @Test("A POST with the same bytes of another type, in another coding or for another host is another request")
    func postOfAnotherType() async throws {
        let bench = Workbench(
            ScriptedTransport { (request, _) throws(TransportError) in
                let fields = request.head.headerFields
                let text = [HTTPField.Name.hostName, .contentType, .contentEncoding].map { fields[$0] ?? "-" }
                return Scripted.cacheControl("max-age=60", text.joined(separator: " ")).response
            })
        let requests: [(HTTPFields, String)] = [
            ([:], "- - -"), ([.contentType: "text/a"], "- text/a -"), ([.contentType: "text/b"], "- text/b -"),
            ([.contentEncoding: "gzip"], "- - gzip"), ([.hostName: "a.test"], "a.test - -"),
            ([.hostName: "b.test"], "b.test - -"), ([.hostName: "b.test", .contentType: "text/a"], "b.test text/a -"),
        ]
        for (fields, text) in requests + requests {
            let reply = try await bench.get("http://h.test/a", fields, method: .post) {
                $0.keyedByBody = true; $0.body = Array("x".utf8)
            }
            #expect(try await reply.text == text)
        }
        #expect(bench.transport.count == requests.count)
        #expect(bench.client.cache.entries().allSatisfy { $0.method == "POST" && $0.url == "http://h.test/a" })
        // A POST without `keyedByBody` invalidates all of them.
        try await bench.get("http://h.test/a", method: .post)
        #expect(bench.client.cache.entries().isEmpty)
    }
}
