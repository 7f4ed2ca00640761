import HTTPTransport
import HTTPTypes
import Testing

@testable import HTTPCache

@Suite("The six policies")
struct PolicyTests {
    /// The stored response when the request is made.
    enum Stored: Sendable, CaseIterable {
        case fresh, stale, nothing
    }

    /// The expected behaviour.
    enum Event: Sendable, Equatable {
        /// Served from the store; nothing is sent.
        case served
        /// The request was sent with the stored validators; the 304 leads to the stored body.
        case confirmed
        /// The request was sent without conditions.
        case fetched
        case notInCache
    }

    @Test(
        "Every policy acts as the table says",
        arguments: [
            (CachePolicy.useProtocolCachePolicy, Stored.fresh, Event.served),
            (.useProtocolCachePolicy, .stale, .confirmed),
            (.useProtocolCachePolicy, .nothing, .fetched),
            (.reloadIgnoringLocalCacheData, .fresh, .fetched),
            (.reloadIgnoringLocalCacheData, .stale, .fetched),
            (.reloadIgnoringLocalCacheData, .nothing, .fetched),
            (.reloadIgnoringLocalAndRemoteCacheData, .fresh, .fetched),
            (.reloadIgnoringLocalAndRemoteCacheData, .stale, .fetched),
            (.reloadIgnoringLocalAndRemoteCacheData, .nothing, .fetched),
            (.returnCacheDataElseLoad, .fresh, .served),
            (.returnCacheDataElseLoad, .stale, .served),
            (.returnCacheDataElseLoad, .nothing, .fetched),
            (.returnCacheDataDontLoad, .fresh, .served),
            (.returnCacheDataDontLoad, .stale, .served),
            (.returnCacheDataDontLoad, .nothing, .notInCache),
            (.reloadRevalidatingCacheData, .fresh, .confirmed),
            (.reloadRevalidatingCacheData, .stale, .confirmed),
            (.reloadRevalidatingCacheData, .nothing, .fetched),
        ])
    func table(_ policy: CachePolicy, _ stored: Stored, _ expected: Event) async throws {
        let bench = Workbench(
            ScriptedTransport { (request, _) throws(TransportError) in
                let fields = [("Cache-Control", "max-age=60"), ("ETag", "\"1\"")]
                return request["If-None-Match"] == "\"1\""
                    ? Scripted.status(304, fields).response : Scripted.ok(fields, "the body").response
            })
        if stored != .nothing {
            try await bench.get()
            bench.clock.advance(stored == .fresh ? 10 : 100)
        }
        let before = bench.transport.count
        do {
            let reply = try await bench.get(policy: policy)
            let isAsked = bench.transport.count > before
            let isConditional = bench.transport.requests.last?["If-None-Match"] != nil
            #expect(try await reply.text == "the body")
            #expect(reply.head.status == .ok)
            #expect(expected == (isAsked ? (isConditional ? .confirmed : .fetched) : .served))
            #expect(reply.source == (isAsked ? (isConditional ? .revalidated : .network) : .cache))
            #expect(reply.freshness.isStale == (expected == .served && stored == .stale))
        } catch let error as CacheError {
            #expect(error == .notInCache(url: "http://h.test/a") && expected == .notInCache)
            #expect(bench.transport.count == before)
        }
    }

    @Test("Policy names are Foundation's, including the alias")
    func names() {
        #expect(CachePolicy(name: "reloadIgnoringCacheData") == .reloadIgnoringLocalCacheData)
        #expect(
            CachePolicy.allCases.count == 6 && CachePolicy(name: "useProtocolCachePolicy") == .useProtocolCachePolicy)
        #expect(CachePolicy(name: "") == nil)
    }

    @Test(
        "Each policy sends the fields that instruct caches on the way",
        arguments: [
            (CachePolicy.reloadIgnoringLocalAndRemoteCacheData, "no-cache", "no-cache"),
            (.reloadRevalidatingCacheData, "max-age=0", nil), (.reloadIgnoringLocalCacheData, nil, nil),
            (.useProtocolCachePolicy, nil, nil),
        ] as [(CachePolicy, String?, String?)])
    func reloadFields(_ policy: CachePolicy, _ cacheControl: String?, _ pragma: String?) async throws {
        let bench = Workbench(.cacheControl("max-age=60"))
        try await bench.get(policy: policy)
        #expect(bench.transport.requests[0]["Cache-Control"] == cacheControl)
        #expect(bench.transport.requests[0]["Pragma"] == pragma)
    }

    @Test(
        "§5.2.1: the directives of a policy are added to the caller's",
        arguments: [
            (CachePolicy.reloadIgnoringLocalAndRemoteCacheData, "no-transform", "no-transform, no-cache"),
            (.reloadIgnoringLocalAndRemoteCacheData, "No-Cache", "No-Cache"),
            (.reloadRevalidatingCacheData, "no-transform", "no-transform, max-age=0"),
            (.reloadRevalidatingCacheData, "max-age=60", "max-age=60"),
            (.reloadIgnoringLocalCacheData, "no-transform", "no-transform"),
        ])
    func addedFields(_ policy: CachePolicy, _ own: String, _ expected: String) async throws {
        let bench = Workbench(.cacheControl("max-age=60"))
        try await bench.get("http://h.test/a", [.cacheControl: own], policy: policy)
        #expect(bench.transport.requests[0]["Cache-Control"] == expected)
    }

    /// The reply to a request with `only-if-cached`.
    enum Local: Sendable {
        case served
        case gatewayTimeout
        case notInCache
        /// The directive does not count: a request is sent.
        case fetched
    }

    @Test(
        "§5.2.1.7: only-if-cached forbids a request, except under the policies that always send one",
        arguments: [
            (CachePolicy.useProtocolCachePolicy, [Stored.fresh: Local.served], Local.gatewayTimeout),
            (.returnCacheDataElseLoad, [.fresh: .served, .stale: .served], .gatewayTimeout),
            (.reloadRevalidatingCacheData, [:], .gatewayTimeout),
            (.returnCacheDataDontLoad, [.fresh: .served, .stale: .served], .notInCache),
            (.reloadIgnoringLocalCacheData, [:], .fetched), (.reloadIgnoringLocalAndRemoteCacheData, [:], .fetched),
        ])
    func onlyIfCached(_ policy: CachePolicy, _ exceptions: [Stored: Local], _ otherwise: Local) async throws {
        for stored in Stored.allCases {
            let bench = Workbench(.ok([("Cache-Control", "max-age=60"), ("ETag", "\"1\"")]))
            if stored != .nothing {
                try await bench.get()
                bench.clock.advance(stored == .fresh ? 10 : 100)
            }
            let before = bench.transport.count
            let expected = exceptions[stored] ?? otherwise
            do {
                let reply = try await bench.get("http://h.test/a", [.cacheControl: "only-if-cached"], policy: policy)
                let isLocal = reply.head.status == .gatewayTimeout ? Local.gatewayTimeout : .served
                #expect(expected == (reply.source == .network ? .fetched : isLocal))
            } catch let error as CacheError {
                #expect(error == .notInCache(url: "http://h.test/a") && expected == .notInCache)
            }
            #expect((bench.transport.count > before) == (expected == .fetched))
        }
    }

    @Test("§5.2.1.7: only-if-cached forbids the request of an unsafe method", arguments: CachePolicy.allCases)
    func onlyIfCachedUnsafe(_ policy: CachePolicy) async throws {
        let bench = Workbench(.status(204))
        let reply = try? await bench.get(
            "http://h.test/a", [.cacheControl: "only-if-cached"], policy: policy, method: .delete)
        #expect(reply?.head.status == (policy == .returnCacheDataDontLoad ? nil : .gatewayTimeout))
        #expect(bench.transport.count == 0)
    }

    @Test("§5.2.1.5: the response to a no-store request is not stored", arguments: CachePolicy.allCases)
    func noStore(_ policy: CachePolicy) async throws {
        let bench = Workbench(.cacheControl("max-age=60"))
        _ = try? await bench.get("http://h.test/a", [.cacheControl: "no-store"], policy: policy)
        #expect(bench.client.cache.entries().isEmpty)
        #expect(bench.transport.count == (policy == .returnCacheDataDontLoad ? 0 : 1))
    }

    @Test("RFC 8246: a fresh immutable response sends no request, a stale one does")
    func immutable() async throws {
        let bench = Workbench(.ok([("Cache-Control", "max-age=60, immutable"), ("ETag", "\"1\"")]))
        try await bench.get()
        #expect(try await bench.get(policy: .reloadRevalidatingCacheData).source == .cache)
        bench.clock.advance(61)
        try await bench.get(policy: .reloadRevalidatingCacheData)
        #expect(bench.transport.count == 2)
    }

    @Test("A stored 200 without a lifetime is not fresh; the policies that accept stale responses use it")
    func bare() async throws {
        let bench = Workbench(.ok())
        try await bench.get()
        #expect(try await bench.get(policy: .returnCacheDataDontLoad).source == .cache)
        try await bench.get()
        #expect(bench.transport.count == 2)
    }

    @Test("A stored response without a validator is revalidated by a new fetch")
    func noValidator() async throws {
        let bench = Workbench(.cacheControl("max-age=60", "one"), .cacheControl("max-age=60", "two"))
        try await bench.get()
        let reply = try await bench.get(policy: .reloadRevalidatingCacheData)
        #expect(try await reply.text == "two" && reply.source == .network)
    }

    @Test("An unsafe method invalidates under every policy", arguments: CachePolicy.allCases)
    func invalidated(_ policy: CachePolicy) async throws {
        let bench = Workbench(.cacheControl("max-age=60", "one"), .status(204), .cacheControl("max-age=60", "two"))
        try await bench.get()
        try await bench.get(method: .delete)
        if policy == .returnCacheDataDontLoad {
            await #expect(throws: CacheError.notInCache(url: "http://h.test/a")) { try await bench.get(policy: policy) }
        } else {
            #expect(try await bench.get(policy: policy).text == "two")
        }
    }
}
