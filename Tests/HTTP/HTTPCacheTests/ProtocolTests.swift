import HTTPTypes
import Testing

@testable import HTTPCache

@Suite("Requests and stored responses: RFC 9111 §4 and §5.2.1")
struct ProtocolTests {
    @Test(
        "§5.2.1: the cache obeys directives of requests",
        arguments: [
            ("max-age=60", "max-age=5", 10.0, false), ("max-age=60", "max-age=50", 10, true),
            ("max-age=60", "max-age=0", 0, false),
            ("max-age=60", "min-fresh=55", 10, false), ("max-age=60", "min-fresh=40", 10, true),
            ("max-age=60", "max-stale=50", 100, true), ("max-age=60", "max-stale=30", 100, false),
            ("max-age=60", "max-stale", 900, true),
            ("max-age=60, must-revalidate", "max-stale", 100, false), ("max-age=60", "no-cache", 0, false),
            ("max-age=60", "no-store", 0, false), ("max-age=60, no-cache", "max-age=60", 0, false),
        ])
    func requestDirectives(_ response: String, _ request: String, _ elapsed: Double, _ isServed: Bool) async throws {
        let bench = Workbench(.cacheControl(response))
        try await bench.get()
        bench.clock.advance(elapsed)
        try await bench.get("http://h.test/a", [.cacheControl: request])
        #expect((bench.transport.count == 1) == isServed)
    }

    @Test("§5.2.1.7: only-if-cached gets a suitable stored response or 504")
    func onlyIfCached() async throws {
        let bench = Workbench(.cacheControl("max-age=60"))
        #expect(
            try await bench.get("http://h.test/a", [.cacheControl: "only-if-cached"]).head.status == .gatewayTimeout)
        try await bench.get()
        #expect(try await bench.get("http://h.test/a", [.cacheControl: "only-if-cached"]).head.status == .ok)
        #expect(bench.transport.count == 1)
    }

    @Test("§5.1: every hit carries its age, counted from the received age")
    func age() async throws {
        let bench = Workbench(.ok([("Cache-Control", "max-age=600"), ("Age", "30")]))
        try await bench.get()
        bench.clock.advance(12)
        let reply = try await bench.get()
        #expect(reply.head.headerFields[values: .age] == ["42"])
        #expect(reply.freshness == .init(age: 42, lifetime: 600))
        #expect(reply.cacheStatus == "HTTPCache; hit; ttl=558")
    }

    @Test("§3.2, §4.3.4: a 304 gives the stored response new fields and a new lifetime")
    func refreshed() async throws {
        let bench = Workbench(
            .ok([("Cache-Control", "max-age=5"), ("ETag", "\"1\""), ("A", "1"), ("B", "1")], "kept"),
            .status(304, [("Cache-Control", "max-age=50"), ("ETag", "\"1\""), ("A", "2")]))
        try await bench.get()
        bench.clock.advance(10)
        let confirmed = try await bench.get()
        #expect(confirmed.head.status == .ok && confirmed.source == .revalidated)
        #expect(try await confirmed.text == "kept")
        bench.clock.advance(40)
        let hit = try await bench.get()
        #expect(hit.source == .cache && hit.head.headerFields[HTTPField.Name("A")!] == "2")
        #expect(hit.head.headerFields[HTTPField.Name("B")!] == "1")
        #expect(confirmed.cacheStatus == "HTTPCache; fwd=stale; fwd-status=304; ttl=50; stored")
        #expect(bench.transport.count == 2)
    }

    @Test("§4.3.4: a 304 about another response confirms nothing; the request is repeated without conditions")
    func wrongTag() async throws {
        let bench = Workbench(
            .ok([("Cache-Control", "max-age=5"), ("ETag", "\"1\"")], "old"),
            .status(304, [("ETag", "\"9\"")]), .ok([("ETag", "\"9\"")], "new"))
        try await bench.get()
        bench.clock.advance(10)
        #expect(try await bench.get().text == "new")
        #expect(bench.transport.requests[2]["If-None-Match"] == nil)
    }

    @Test("§4.3.3: a 200 replaces the stored response")
    func replaced() async throws {
        let bench = Workbench(
            .ok([("Cache-Control", "max-age=5"), ("ETag", "\"1\"")], "old"),
            .ok([("Cache-Control", "max-age=5"), ("ETag", "\"2\"")], "new"))
        try await bench.get()
        bench.clock.advance(10)
        #expect(try await bench.get().source == .network)
        #expect(try await bench.get().text == "new")
        #expect(bench.client.cache.entries().count == 1)
    }

    @Test("§4.3.2: a 304 to the caller's own conditions reaches the caller, from the cache or the origin")
    func callersConditions() async throws {
        let bench = Workbench(
            .ok([("Cache-Control", "max-age=5"), ("ETag", "\"1\"")]),
            .status(304, [("ETag", "\"1\""), ("Cache-Control", "max-age=50")]))
        try await bench.get()
        let fromCache = try await bench.get("http://h.test/a", [.ifNoneMatch: "\"1\""])
        #expect(fromCache.head.status == .notModified && fromCache.source == .cache)
        #expect(fromCache.head.headerFields[.eTag] == "\"1\"")
        bench.clock.advance(10)
        let fromOrigin = try await bench.get("http://h.test/a", [.ifNoneMatch: "\"1\""])
        #expect(fromOrigin.head.status == .notModified && fromOrigin.source == .network)
        // The 304 has freshened the stored response too.
        #expect(try await bench.get().source == .cache)
    }

    @Test("Without a stored response the caller's own conditions reach the origin unchanged")
    func forwardedConditions() async throws {
        let bench = Workbench(.status(304))
        #expect(try await bench.get("http://h.test/a", [.ifNoneMatch: "abc"]).head.status == .notModified)
        #expect(bench.transport.requests[0]["If-None-Match"] == "abc")
    }

    @Test("§4.2.2: the settings and each request can allow heuristic freshness")
    func heuristics() async throws {
        for (setting, choice, isServed) in [
            (true, nil, true), (false, nil, false), (true, false, false), (false, true, true),
        ] {
            let bench = Workbench(.ok([("Last-Modified", "Thu, 01 Jan 2026 00:00:00 GMT")])) { $0.heuristics = setting }
            try await bench.get { $0.heuristics = choice }
            bench.clock.advance(60)
            try await bench.get { $0.heuristics = choice }
            #expect((bench.transport.count == 1) == isServed)
        }
    }
}
