import HTTPTransport
import HTTPTypes
import Testing

@testable import HTTPCache

@Suite("Stale responses: RFC 5861, RFC 9111 §4.2.4")
struct StaleResponseTests {
    @Test("RFC 5861 §3: stale-while-revalidate replies at once and sends one request")
    func staleWhileRevalidate() async throws {
        let bench = Workbench(
            .ok([("Cache-Control", "max-age=5, stale-while-revalidate=60"), ("ETag", "\"1\"")], "old"),
            .ok([("Cache-Control", "max-age=5"), ("ETag", "\"2\"")], "new"))
        try await bench.get()
        bench.clock.advance(10)
        let stale = try await bench.get()
        #expect(try await stale.text == "old" && stale.freshness.isStale && stale.source == .cache)
        await bench.client.finishBackgroundWork()
        #expect(bench.transport.count == 2)
        #expect(try await bench.get().text == "new")
    }

    @Test("RFC 5861 §3: a background HEAD does not answer a GET")
    func backgroundHead() async throws {
        let gate = AsyncStream.makeStream(of: Void.self)
        let fields = [("Cache-Control", "max-age=5, stale-while-revalidate=60"), ("ETag", "\"1\"")]
        let bench = Workbench(
            ScriptedTransport { (request, number) throws(TransportError) in
                if request.head.method == .head { for await _ in gate.stream { break } }
                return number == 1 ? Scripted.ok(fields, "whole").response : Scripted.status(304, fields).response
            })
        try await bench.get()
        bench.clock.advance(10)
        #expect(try await bench.get(method: .head).source == .cache)
        let reply = try await bench.getDuringBackgroundWork(opening: gate.continuation, .reloadRevalidatingCacheData)
        #expect(try await reply.text == "whole" && reply.source == .revalidated)
    }

    @Test("RFC 5861 §3: the background revalidation of a range does not answer a GET for the complete response")
    func backgroundRange() async throws {
        let gate = AsyncStream.makeStream(of: Void.self)
        let fields = [("Cache-Control", "max-age=5, stale-while-revalidate=60"), ("ETag", "\"1\"")]
        let bench = Workbench(
            ScriptedTransport { (request, _) throws(TransportError) in
                switch request["Range"] {
                case "bytes=0-4":
                    return Scripted.status(206, fields + [("Content-Range", "bytes 0-4/10")], "01234").response
                case "bytes=5-":
                    return Scripted.status(206, fields + [("Content-Range", "bytes 5-9/10")], "56789").response
                default:
                    for await _ in gate.stream { break }
                    return Scripted.status(304, fields).response
                }
            })
        try await bench.get("http://h.test/a", [.range: "bytes=0-4"])
        bench.clock.advance(10)
        #expect(try await bench.get("http://h.test/a", [.range: "bytes=0-2"]).text == "012")
        let reply = try await bench.getDuringBackgroundWork(opening: gate.continuation, .useProtocolCachePolicy)
        #expect(try await reply.text == "0123456789" && reply.head.status == .ok)
    }

    @Test("RFC 5861 §3: a caller's own conditions do not replace the cache's in the background")
    func backgroundConditions() async throws {
        let control = ("Cache-Control", "max-age=5, stale-while-revalidate=60")
        let bench = Workbench(
            ScriptedTransport { (request, number) throws(TransportError) in
                if number == 1 { return Scripted.ok([control, ("ETag", "\"1\"")], "old").response }
                let isCurrent = request["If-None-Match"] == "\"2\""
                if isCurrent { return Scripted.status(304, [("ETag", "\"2\"")]).response }
                return Scripted.ok([control, ("ETag", "\"2\"")], "new").response
            })
        try await bench.get()
        bench.clock.advance(10)
        #expect(try await bench.get("http://h.test/a", [.ifNoneMatch: "\"2\""]).text == "old")
        await bench.client.finishBackgroundWork()
        #expect(try await bench.get(policy: .returnCacheDataDontLoad).text == "new")
        #expect(bench.transport.requests[1]["If-None-Match"] == "\"1\"")
    }

    @Test("RFC 5861 §3: after the window the caller waits")
    func afterTheWindow() async throws {
        let bench = Workbench(
            .cacheControl("max-age=5, stale-while-revalidate=60", "old"), .cacheControl("max-age=5", "new"))
        try await bench.get()
        bench.clock.advance(100)
        #expect(try await bench.get().text == "new")
    }

    @Test(
        "RFC 5861 §4: stale-if-error covers failures and 5xx within its window",
        arguments: [
            ("max-age=5, stale-if-error=60", "", Scripted.unreachable, true),
            ("max-age=5, stale-if-error=60", "", Scripted(error: TransportError(.tooSlow, "late")), true),
            ("max-age=5, stale-if-error=60", "", Scripted(error: TransportError(.malformed, "invalid")), true),
            ("max-age=5, stale-if-error=60", "", .status(500), true),
            ("max-age=5, stale-if-error=1", "", .status(500), false),
            ("max-age=5", "stale-if-error=60", .status(503), true),
            ("max-age=5", "stale-if-error=1", .status(503), false), ("max-age=5", "", .status(500), false),
            ("max-age=5, stale-if-error=60", "", .status(404), false),
            ("max-age=5, stale-if-error=60, must-revalidate", "", .status(500), false),
            ("max-age=5, stale-if-error=60, no-cache", "", .status(500), false),
        ])
    func staleIfError(_ response: String, _ request: String, _ failure: Scripted, _ isServed: Bool) async throws {
        let bench = Workbench(.cacheControl(response, "old"), failure)
        try await bench.get()
        bench.clock.advance(10)
        var fields = HTTPFields()
        if !request.isEmpty { fields[.cacheControl] = request }
        let reply = try await bench.get("http://h.test/a", fields)
        #expect((reply.head.status == .ok) == isServed)
        #expect((reply.source == .cache) == isServed)
    }

    @Test("§5.2.2.2: must-revalidate without a reachable origin gives 504, never the stale response")
    func mustRevalidate() async throws {
        let bench = Workbench(.cacheControl("max-age=5, must-revalidate"), .unreachable) {
            $0.servesStaleWhenDisconnected = true
        }
        try await bench.get()
        bench.clock.advance(10)
        #expect(try await bench.get().head.status == .gatewayTimeout)
    }

    @Test("§4.2.4: a disconnected cache serves stale responses only if the settings and the response allow it")
    func disconnected() async throws {
        for (isAllowed, control, isServed) in [
            (true, "max-age=5", true), (false, "max-age=5", false), (true, "max-age=5, proxy-revalidate", false),
            (true, "max-age=5, s-maxage=5", false), (true, "max-age=5, stale-if-error=1", false),
        ] {
            let bench = Workbench(.cacheControl(control), .unreachable) { $0.servesStaleWhenDisconnected = isAllowed }
            try await bench.get()
            bench.clock.advance(10)
            let reply = try? await bench.get()
            #expect((reply?.source == .cache) == isServed)
        }
    }

    @Test(
        "§4.2.4: a cache whose origin sends an invalid response, or a late one, is not disconnected",
        arguments: [TransportError.Cause.malformed, .tooSlow])
    func connected(_ cause: TransportError.Cause) async throws {
        let error = TransportError(cause, "failed")
        let bench = Workbench(.cacheControl("max-age=5"), Scripted(error: error)) {
            $0.servesStaleWhenDisconnected = true
        }
        try await bench.get()
        bench.clock.advance(10)
        await #expect(throws: CacheError.transport(error)) { try await bench.get() }
    }

    @Test(
        "§4.1: a response that only the origin can select never replaces a failed one",
        arguments: [Scripted.unreachable, .status(503)], [true, false])
    func undecided(_ failure: Scripted, _ isDisconnectedServed: Bool) async throws {
        let control = isDisconnectedServed ? "max-age=5" : "max-age=5, stale-if-error=60"
        let bench = Workbench(.ok([("Cache-Control", control), ("Vary", "*")], "old"), failure) {
            $0.servesStaleWhenDisconnected = isDisconnectedServed
        }
        try await bench.get()
        bench.clock.advance(10)
        let reply = try? await bench.get()
        #expect(reply?.source != .cache)
    }

    @Test("A stale response never hides an untrusted origin")
    func untrusted() async throws {
        let bench = Workbench(
            .cacheControl("max-age=5, stale-if-error=60"), Scripted(error: TransportError(.untrusted, "expired")))
        try await bench.get()
        bench.clock.advance(10)
        await #expect(throws: CacheError.transport(TransportError(.untrusted, "expired"))) { try await bench.get() }
    }
}

extension Workbench {
    /// Returns the reply to a GET that is made while a background revalidation waits at its gate; then the gate opens.
    fileprivate func getDuringBackgroundWork(
        opening gate: AsyncStream<Void>.Continuation, _ policy: CachePolicy
    ) async throws -> CachedReply {
        while transport.count < 2 { await Task.yield() }
        let get = Task { try await self.get(policy: policy) }
        let key = CacheKey(HTTPAddress("http://h.test/a")!)
        // The GET waits for the background request, or has sent its own.
        while transport.count < 3, client.flights.waiting(key) < 2 { await Task.yield() }
        gate.finish()
        return try await get.value
    }
}
