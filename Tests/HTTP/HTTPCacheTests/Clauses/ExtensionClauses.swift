import HTTPTransport
import HTTPTypes
import ScriptedOrigin
import Synchronization
import Testing

@testable import HTTPCache

@Suite("RFC 5861 Stale content")
struct StaleContentClauses {
    @Test(
        "§3: within its window the stale response is served at once, and one request goes to the origin in the background"
    )

    func whileRevalidate() async throws {
        let talk = try Conversation()
        try await talk.ask(.ok(("Cache-Control", "max-age=1, stale-while-revalidate=3600"), ("ETag", "\"abc\"")))
        talk.clock.advance(3)
        let stale = try await talk.ask(.ok(("Cache-Control", "max-age=60"), ("ETag", "\"def\""), body: "new"))
        #expect(
            stale.body == "body" && stale["ETag"] == "\"abc\"" && stale.reply.freshness.isStale && stale["Age"] == "3")
        await talk.client.finishBackgroundWork()
        #expect(talk.count == 2)
        let again = try await talk.ask()
        #expect(again.isReused && again.body == "new" && again["ETag"] == "\"def\"")
    }

    @Test("§3: a streamed request also renews the stored response")
    func whileStreaming() async throws {
        let talk = try Conversation()
        let stale: (String, String) = ("Cache-Control", "max-age=1, stale-while-revalidate=3600")
        try await talk.ask(.ok(stale, ("ETag", "\"abc\"")))
        talk.clock.advance(3)
        let new = Conversation.Response.ok(stale, ("ETag", "\"def\""), body: "new")
        #expect(try await talk.ask(new) { $0.streamsBody = true }.body == "body")
        await talk.client.finishBackgroundWork()
        let again = try await talk.ask(new) { $0.streamsBody = true }
        #expect(again.isReused && again.body == "new" && talk.count == 2)
    }

    @Test("§3: a request for a part renews the complete stored response")
    func partWhileRevalidating() async throws {
        let talk = try Conversation()
        let stale: (String, String) = ("Cache-Control", "max-age=1, stale-while-revalidate=3600")
        try await talk.ask(.ok(stale, ("ETag", "\"1\""), body: "0123456789"))
        talk.clock.advance(3)
        let new = Conversation.Response.ok(("Cache-Control", "max-age=60"), ("ETag", "\"2\""), body: "new")
        let part = try await talk.ask(new, ("Range", "bytes=0-3"), ("If-Range", "\"1\""))
        #expect(part.status == 206 && part.body == "0123")
        await talk.client.finishBackgroundWork()
        let sent = talk.requests.last
        #expect(sent?["Range"] == nil && sent?["If-Range"] == nil && sent?["If-None-Match"] == "\"1\"")
        let again = try await talk.ask()
        #expect(again.isReused && again.body == "new")
    }

    @Test(
        "§3: after the window, or if a directive forbids it, the cache asks the origin first",
        arguments: [
            ("max-age=1, stale-while-revalidate=4", "", 6.0),
            ("max-age=1, stale-while-revalidate=60, must-revalidate", "", 3),
            ("max-age=1, stale-while-revalidate=60, no-cache", "", 3),
            ("max-age=1, stale-while-revalidate=60", "no-cache", 3),
            ("max-age=1, stale-while-revalidate=60", "max-age=0", 3), ("max-age=1, stale-while-revalidate=odd", "", 3),
            ("max-age=1, stale-while-revalidate", "", 3),
        ])
    func notWhileRevalidate(_ response: String, _ request: String, _ elapsed: Double) async throws {
        let talk = try Conversation()
        try await talk.ask(.cacheControl(response))
        talk.clock.advance(elapsed)
        #expect(try await talk.ask(.ok(body: "new"), ("Cache-Control", request)).body == "new")
    }

    @Test(
        "§4: stale-if-error, in a response or request, covers 500, 502, 503, 504 and an unreachable origin for its time",
        arguments: [
            ("max-age=0, stale-if-error=3600", "", 500, true), ("max-age=0, stale-if-error=3600", "", 502, true),
            ("max-age=0, stale-if-error=3600", "", 503, true), ("max-age=0, stale-if-error=3600", "", 504, true),
            ("max-age=0, stale-if-error=3600", "", 0, true), ("max-age=0, stale-if-error=3600", "", 501, false),
            ("max-age=0, stale-if-error=3600", "", 404, false), ("max-age=0, stale-if-error=1", "", 500, false),
            ("max-age=0", "stale-if-error=3600", 500, true), ("max-age=0", "stale-if-error=1", 500, false),
            ("max-age=0", "", 500, false), ("max-age=0, stale-if-error=3600, must-revalidate", "", 500, false),
            ("stale-if-error=3600, no-cache", "", 500, false),
        ])
    func ifError(_ response: String, _ request: String, _ status: Int, _ isCovered: Bool) async throws {
        let talk = try Conversation()
        try await talk.ask(.cacheControl(response, body: "old"))
        talk.clock.advance(3)
        let outcome = try await talk.ask(
            status == 0 ? .none : .status(status, body: "error"), ("Cache-Control", request))
        #expect((outcome.body == "old") == isCovered && (outcome.status == 200) == isCovered)
        #expect((outcome.reply.source == .cache) == isCovered)
    }
}

@Suite("RFC 8246 Immutable responses")
struct ImmutableClauses {
    @Test("§2: a fresh response sends no conditional request, not even for a reload; a stale one does")
    func immutable() async throws {
        let talk = try Conversation()
        try await talk.ask(.ok(("Cache-Control", "max-age=60, immutable"), ("ETag", "\"1\"")))
        #expect(try await talk.ask(.ok(), policy: .reloadRevalidatingCacheData).isReused)
        talk.clock.advance(61)
        let stale = try await talk.ask(.status(304, ("ETag", "\"1\"")), policy: .reloadRevalidatingCacheData)
        #expect(stale.sent[0]["If-None-Match"] == "\"1\"" && stale.sent[0]["Cache-Control"] == "max-age=0")
    }

    @Test(
        "§2: without it a reload sends a request; one past all caches always does; in a request it has no meaning"
    )

    func others() async throws {
        let talk = try Conversation()
        let answer = Conversation.Response.ok(("Cache-Control", "max-age=60"), ("ETag", "\"1\""))
        try await talk.ask(answer)
        #expect(try await !talk.ask(answer, policy: .reloadRevalidatingCacheData).isReused)
        #expect(
            try await !talk.ask(answer, ("Cache-Control", "immutable"), policy: .reloadRevalidatingCacheData).isReused)
        try await talk.ask(.ok(("Cache-Control", "max-age=60, immutable")), path: "/i")
        #expect(try await !talk.ask(answer, path: "/i", policy: .reloadIgnoringLocalAndRemoteCacheData).isReused)
    }

    @Test(
        "§2: a reload validates an immutable response if a directive demands it: no-cache (RFC 9111 §5.2.2.4), or the caller's",
        arguments: [
            ("no-cache", "", false), ("", "no-cache", false), ("", "no-store", false), ("", "max-age=1", false),
            ("must-revalidate", "", true), ("", "max-age=60", true), ("", "max-stale", true),
        ])
    func demanded(_ response: String, _ request: String, _ isReused: Bool) async throws {
        let talk = try Conversation()
        let answer = Conversation.Response.ok(
            ("Cache-Control", "max-age=60, immutable, \(response)"), ("ETag", "\"1\""))
        try await talk.ask(answer)
        talk.clock.advance(5)
        let again = try await talk.ask(answer, ("Cache-Control", request), policy: .reloadRevalidatingCacheData)
        #expect(again.isReused == isReused)
    }

    @Test("§2: immutable gives no lifetime")
    func noLifetime() async throws {
        let talk = try Conversation()
        try await talk.ask(.cacheControl("immutable"))
        #expect(try await !talk.ask().isReused)
    }
}

@Suite("RFC 9211 Cache-Status")
struct CacheStatusClauses {
    @Test(
        "§2.1–§2.7: the field reports hit or the reason to forward, the status, the remaining lifetime and storage"
    )
    func values() async throws {
        let talk = try Conversation()
        let foo: (String, String) = ("Foo", "1")
        func status(
            _ answer: Conversation.Response, _ field: (String, String) = foo, method: String = "GET",
            policy: CachePolicy = .useProtocolCachePolicy
        )
            async throws -> String
        {
            try await talk.ask(answer, field, method: method, policy: policy).reply.cacheStatus
        }
        let answer = Conversation.Response.ok(("Cache-Control", "max-age=60"), ("ETag", "\"1\""), ("Vary", "Foo"))
        #expect(try await status(answer) == "HTTPCache; fwd=uri-miss; fwd-status=200; stored")
        talk.clock.advance(20)
        #expect(try await status(answer) == "HTTPCache; hit; ttl=40")
        #expect(try await status(.status(404), ("Foo", "2")) == "HTTPCache; fwd=vary-miss; fwd-status=404; stored")
        talk.clock.advance(50)
        #expect(
            try await status(.status(304, ("ETag", "\"1\""))) == "HTTPCache; fwd=stale; fwd-status=304; ttl=60; stored")
        talk.clock.advance(70)
        #expect(try await status(.ok(), policy: .returnCacheDataElseLoad) == "HTTPCache; hit; ttl=-10")
        #expect(
            try await status(.cacheControl("no-store"), policy: .reloadIgnoringLocalCacheData)
                == "HTTPCache; fwd=request; fwd-status=200")
        #expect(try await status(.ok(), method: "POST") == "HTTPCache; fwd=method; fwd-status=200")
        // §2.2: no request was forwarded.
        #expect(try await status(.ok(), ("Cache-Control", "only-if-cached")) == "HTTPCache; detail=only-if-cached")
    }

    @Test(
        "§2.2: validating a response that is still usable is reported as request, any other validation as stale",
        arguments: [
            ("no-cache", "", CachePolicy.useProtocolCachePolicy, 0.0, "request; fwd-status=304; ttl=60"),
            ("max-age=0", "", .useProtocolCachePolicy, 0, "request; fwd-status=304; ttl=60"),
            ("", "", .reloadRevalidatingCacheData, 0, "request; fwd-status=304; ttl=60"),
            ("no-cache", "", .useProtocolCachePolicy, 70, "stale; fwd-status=304; ttl=60"),
            ("", ", no-cache", .useProtocolCachePolicy, 0, "stale; fwd-status=304; ttl=60"),
        ])
    func validated(
        _ request: String, _ response: String, _ policy: CachePolicy, _ elapsed: Double, _ expected: String
    ) async throws {
        let talk = try Conversation()
        try await talk.ask(.ok(("Cache-Control", "max-age=60" + response), ("ETag", "\"1\"")))
        talk.clock.advance(elapsed)
        let outcome = try await talk.ask(
            .status(304, ("ETag", "\"1\"")), ("Cache-Control", request), policy: policy)
        #expect(outcome.reply.cacheStatus == "HTTPCache; fwd=\(expected); stored")
    }

    @Test("§2.5: only a response that fits into a tier is reported as stored")
    func unstored() async throws {
        for (capacity, length, isStored) in [(0, 4, false), (0, 0, false), (5000, 8000, false), (5000, 4, true)] {
            let talk = try Conversation(cache: ResponseCache(memoryCapacity: capacity))
            let answer = Conversation.Response.cacheControl("max-age=60", body: String(repeating: "x", count: length))
            let status = try await talk.ask(answer).reply.cacheStatus
            #expect(status == "HTTPCache; fwd=uri-miss; fwd-status=200" + (isStored ? "; stored" : ""))
            #expect(try await talk.ask(answer).isReused == isStored)
            let streamed = try await talk.ask(answer, policy: .reloadIgnoringLocalCacheData) { $0.streamsBody = true }
            #expect(streamed.reply.cacheStatus.hasSuffix("; stored") == isStored)
            let unannounced = try await talk.ask(
                .raw("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n\(answer.body)"),
                policy: .reloadIgnoringLocalCacheData
            ) { $0.streamsBody = true }
            #expect(unannounced.reply.cacheStatus.hasSuffix("; stored") == isStored)
        }
    }

    @Test("§2.5: a streamed reply is reported as stored after its body has been read, and not before")
    func streamed() async throws {
        let bench = Workbench(.cacheControl("max-age=60"))
        let reply = try await bench.get { $0.streamsBody = true }
        #expect(reply.cacheStatus == "HTTPCache; fwd=uri-miss; fwd-status=200")
        #expect(try await reply.text == "body")
        #expect(reply.cacheStatus == "HTTPCache; fwd=uri-miss; fwd-status=200; stored")
    }

    @Test("§2.6: a request that shared a fetch reports it")
    func collapsed() async throws {
        let gate = AsyncStream.makeStream(of: Void.self)
        let bench = Workbench(
            ScriptedTransport { (_, _) throws(TransportError) in
                for await _ in gate.stream { break }
                return Scripted.cacheControl("max-age=60").response
            })
        let tasks = (0..<2).map { _ in Task { try await bench.get().cacheStatus } }
        while bench.client.flights.waiting(CacheKey(HTTPAddress("http://h.test/a")!)) < 2 { await Task.yield() }
        gate.continuation.finish()
        var values: Set<String> = []
        for task in tasks { values.insert(try await task.value) }
        #expect(
            values == [
                "HTTPCache; fwd=uri-miss; fwd-status=200; stored",
                "HTTPCache; fwd=uri-miss; fwd-status=200; stored; collapsed",
            ])
    }

    @Test(
        "§2, RFC 8941 §3.3: the name of a cache is a token or a string",
        arguments: [
            ("cache", "cache"), ("my cache", "\"my cache\""), ("a\"b\\c", "\"a\\\"b\\\\c\""), ("1st", "\"1st\""),
            ("ü", "\"?\""), ("", "\"\""),
        ])
    func name(_ name: String, _ expected: String) {
        #expect(CacheStatus(outcome: .hit).value(name: name) == expected + "; hit")
    }

    @Test("§2: members of caches on the way stay before the member of this cache")
    func upstream() async throws {
        let talk = try Conversation()
        try await talk.ask(.ok(("Cache-Control", "max-age=60"), ("Cache-Status", "cdn; hit; ttl=5")))
        let again = try await talk.ask()
        #expect(
            again.values("Cache-Status") == ["cdn; hit; ttl=5"] && again.reply.cacheStatus == "HTTPCache; hit; ttl=60")
    }
}

@Suite("RFC 9111 §4 Collapsed requests")
struct CollapsingClauses {
    @Test("A waiting request is released once the head shows that the response cannot be shared with it")
    func released() async throws {
        let body = AsyncStream.makeStream(of: Void.self)
        let head = AsyncStream.makeStream(of: Void.self)
        let foo = HTTPField.Name("Foo")!
        for control in ["no-cache", "max-age=0", "max-age=60"] {
            let bench = Workbench(
                ScriptedTransport { (request, number) throws(TransportError) in
                    if number == 1 { for await _ in head.stream { break } }
                    let fields: HTTPFields = [.cacheControl: control, .vary: "Foo"]
                    let slow = number == 1 ? ResponseBody(GatedBody(body.stream)) : ResponseBody(Array("own".utf8))
                    return TransportResponse(head: HTTPResponse(status: .ok, headerFields: fields), body: slow)
                })
            let first = Task { try await bench.get("http://h.test/a", [foo: "1"]).text }
            let key = CacheKey(HTTPAddress("http://h.test/a")!)
            while bench.client.flights.waiting(key) < 1 { await Task.yield() }
            let other = Task { try await bench.get("http://h.test/a", [foo: "2"]).text }
            while bench.client.flights.waiting(key) < 2 { await Task.yield() }
            head.continuation.yield()
            // The body of the first response has not arrived yet.
            #expect(try await other.value == "own")
            body.continuation.yield()
            #expect(try await first.value == "slow")
        }
    }
}

/// A body that arrives when the test sends it.
private final class GatedBody: ResponseBody.Source {
    private let gate: AsyncStream<Void>
    private let isRead = Mutex(false)

    init(_ gate: AsyncStream<Void>) {
        self.gate = gate
    }

    func next() async throws(TransportError) -> [UInt8]? {
        let wasRead = isRead.withLock { isRead in
            defer { isRead = true }
            return isRead
        }
        guard !wasRead else { return nil }
        for await _ in gate { break }
        return Array("slow".utf8)
    }
}
