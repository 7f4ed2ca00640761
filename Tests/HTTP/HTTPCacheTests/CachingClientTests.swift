import HTTPTypes
import Testing

@testable import HTTPCache

@Suite("CachingClient: the hook, limits, digests")
struct CachingClientTests {
    @Test("willCache changes lifetimes, refuses responses and stores user information with a response")
    func willCache() async throws {
        let bench = Workbench(.ok([], "bare"))
        try await bench.get {
            $0.willCache = { proposed in
                proposed.head.headerFields[.cacheControl] = "max-age=60"
                proposed.userInfo["seen"] = "yes"
                return true
            }
        }
        let reply = try await bench.get()
        #expect(reply.source == .cache && reply.userInfo == ["seen": "yes"])
        let refused = Workbench(.cacheControl("max-age=60"))
        try await refused.get { $0.willCache = { _ in false } }
        #expect(refused.client.cache.entries().isEmpty)
    }

    @Test("RFC 9110 §8.6: a body that the app has changed or made is stored with its length")
    func length() async throws {
        let bench = Workbench(.ok([("Content-Length", "4"), ("Cache-Control", "max-age=60")]))
        try await bench.get {
            $0.willCache = { proposed in
                proposed.body = Array("changed".utf8)
                return true
            }
        }
        #expect(try await bench.get().head.headerFields[.contentLength] == "7")
        let own = CachedResponse(
            head: HTTPResponse(status: .ok, headerFields: [.contentLength: "4"]), body: Array("own".utf8))
        bench.client.cache.store(own, for: CacheRequest(url: "http://h.test/a"))
        #expect(try await bench.get(policy: .returnCacheDataDontLoad).head.headerFields[.contentLength] == "3")
    }

    @Test("willCache sees the new head of a 304, without its body")
    func willCacheUpdate() async throws {
        let bench = Workbench(
            .ok([("ETag", "\"1\""), ("Cache-Control", "max-age=900")]),
            .status(304, [("ETag", "\"1\""), ("Cache-Control", "max-age=900")]))
        let bent: CacheRequest.WillCache = { proposed in
            #expect(proposed.isUpdate == proposed.body.isEmpty)
            proposed.head.headerFields[.cacheControl] = "max-age=5"
            return true
        }
        try await bench.get { $0.willCache = bent }
        bench.clock.advance(10)
        #expect(try await bench.get { $0.willCache = bent }.source == .revalidated)
        #expect(try await bench.get().freshness.lifetime == 5)
    }

    @Test("A head that willCache refuses after a 304 is not stored: the next request validates the response again")
    func refusedUpdate() async throws {
        let refusals: [CacheRequest.WillCache] = [
            { _ in false },
            { proposed in
                proposed.storagePolicy = .notAllowed
                return true
            },
        ]
        for refused in refusals {
            let bench = Workbench(
                .ok([("ETag", "\"1\""), ("Cache-Control", "max-age=5")]),
                .status(304, [("ETag", "\"1\""), ("Cache-Control", "max-age=900")]))
            try await bench.get()
            bench.clock.advance(10)
            let reply = try await bench.get { $0.willCache = refused }
            #expect(try await reply.text == "body" && reply.source == .revalidated)
            #expect(reply.cacheStatus == "HTTPCache; fwd=stale; fwd-status=304; ttl=900")
            #expect(try await bench.get(policy: .returnCacheDataDontLoad).freshness.lifetime == 5)
            try await bench.get()
            #expect(bench.transport.count == 3)
        }
    }

    @Test("A caller's own conditions are sent to each address of a redirect chain for which the cache has no response")
    func ownConditions() async throws {
        let redirect = Scripted.status(302, [("Location", "/b")])
        let bench = Workbench(redirect, .ok([("ETag", "\"2\"")]), redirect, .status(304, [("ETag", "\"2\"")]))
        for expected in ["\"1\"", "\"2\""] {
            try await bench.get { $0.ownConditions = { $0 == nil ? [.ifNoneMatch: "\"1\""] : [:] } }
            #expect(bench.transport.requests.suffix(2).map { $0["If-None-Match"] } == ["\"1\"", expected])
        }
    }

    @Test("A 304 to a caller's own conditions reaches the caller, and updates only the response that it confirms")
    func ownNotModified() async throws {
        for (tag, age) in [("\"1\"", "stale"), ("\"2\"", "fresh")] {
            let bench = Workbench(
                .ok([("ETag", "\"2\""), ("X-State", "stale")]), .status(304, [("ETag", tag), ("X-State", "fresh")]))
            try await bench.get()
            let reply = try await bench.get { $0.ownConditions = { _ in [.ifNoneMatch: tag] } }
            #expect(reply.head.status == .notModified)
            let stored = try await bench.get(policy: .returnCacheDataDontLoad)
            #expect(stored.head.headerFields[HTTPField.Name("X-State")!] == age)
        }
    }

    @Test("ownConditions gets no stored response if only the origin can select it")
    func ownConditionsUndecided() async throws {
        let bench = Workbench(.ok([("ETag", "\"2\""), ("Vary", "*")]))
        for _ in 1...2 {
            try await bench.get { $0.ownConditions = { $0 == nil ? [.ifNoneMatch: "\"1\""] : [:] } }
            #expect(bench.transport.requests.last?["If-None-Match"] == "\"1\"")
        }
    }

    @Test("Bodies above the limit are streamed and not stored, with or without a declared length")
    func large() async throws {
        for fields in [[], [("Content-Length", "10")]] {
            let bench = Workbench(.ok([("Cache-Control", "max-age=60")] + fields, "0123456789")) {
                $0.storedBodyBytes = 9
            }
            let reply = try await bench.get()
            #expect(try await reply.text == "0123456789" && reply.bodyDigest == nil)
            #expect(bench.client.cache.entries().isEmpty)
        }
    }

    @Test("A streamed body is stored only after it is read to its end")
    func streamed() async throws {
        let bench = Workbench(.cacheControl("max-age=60", "0123456789"))
        let first = try await bench.get { $0.streamsBody = true }
        #expect(bench.client.cache.entries().isEmpty)
        #expect(try await first.text == "0123456789")
        #expect(try await bench.get().source == .cache)
        let small = Workbench(.cacheControl("max-age=60", "0123456789")) { $0.storedBodyBytes = 9 }
        #expect(try await small.get { $0.streamsBody = true }.text == "0123456789")
        #expect(small.client.cache.entries().isEmpty)
    }

    @Test("A body above the limit makes the stored response stale, but does not remove it", arguments: [false, true])
    func largeReplacement(_ streams: Bool) async throws {
        let bench = Workbench(
            .cacheControl("max-age=60", "old"), .cacheControl("max-age=60", "0123456789"),
            .cacheControl("max-age=60", "new")
        ) { $0.storedBodyBytes = 9 }
        try await bench.get()
        let large = try await bench.get(policy: .reloadIgnoringLocalCacheData) { $0.streamsBody = streams }
        #expect(try await large.text == "0123456789")
        #expect(try await bench.get(policy: .returnCacheDataDontLoad).text == "old")
        #expect(try await bench.get().text == "new")
    }

    @Test("A streamed body that is announced as too large makes the stored response stale before it is read")
    func announcedReplacement() async throws {
        let bench = Workbench(
            .cacheControl("max-age=60", "old"), .ok([("Content-Length", "10")], "0123456789")
        ) { $0.storedBodyBytes = 9 }
        try await bench.get()
        let large = try await bench.get(policy: .reloadIgnoringLocalCacheData) { $0.streamsBody = true }
        #expect(try await bench.get(policy: .returnCacheDataDontLoad).freshness.isStale)
        #expect(try await large.text == "0123456789" && bench.client.cache.tally.misses == 2)
    }

    @Test("The limit on decoded bodies is enforced")
    func decodedLimit() async throws {
        let bench = Workbench(.ok([], "0123456789"))
        let reply = try await bench.get { $0.decodedBodyBytes = 9 }
        await #expect(throws: CacheError.tooLarge(url: "http://h.test/a", limit: 9)) { try await reply.decodedBody() }
        #expect(try await reply.decodedBody(limit: 10).count == 10)
    }

    @Test("A stored body that cannot be decoded is removed: a 304 would always confirm it")
    func undecodable() async throws {
        let tag = ("ETag", "\"1\"")
        let bench = Workbench(.ok([tag, ("Content-Encoding", "zstd")], "damaged"), .ok([tag], "whole"))
        let damaged = try await bench.get()
        await #expect(throws: CacheError.self) { try await damaged.decodedBody() }
        #expect(bench.client.cache.entries().isEmpty)
        #expect(try await bench.get().text == "whole")
        #expect(bench.transport.requests[1]["If-None-Match"] == nil)
    }

    @Test("A stored body that cannot be decoded is removed, too, if it is decoded in pieces", arguments: [true, false])
    func undecodablePieces(_ isCopied: Bool) async throws {
        let bench = Workbench(.ok([("ETag", "\"1\""), ("Content-Encoding", "zstd")], "damaged"))
        try await bench.get()
        let stored = try await bench.get(policy: .returnCacheDataDontLoad)
        await #expect(throws: CacheError.self) {
            if isCopied {
                try await stored.copyDecoded { _ in }
            } else {
                var pieces = try stored.decodedPieces()
                while try await pieces.next() != nil {}
            }
        }
        #expect(bench.client.cache.entries().isEmpty)
    }

    @Test("An error response that cannot be decoded, and is not stored, removes nothing")
    func undecodableError() async throws {
        let bench = Workbench(
            .ok([("ETag", "\"1\"")], "whole"), .status(500, [("Content-Encoding", "zstd")], "damaged"))
        try await bench.get()
        let failed = try await bench.get()
        await #expect(throws: CacheError.self) { try await failed.decodedBody() }
        #expect(try await bench.get(policy: .returnCacheDataDontLoad).text == "whole")
    }

    @Test("A part of a coded body cannot be decoded, and removes nothing")
    func undecodablePart() async throws {
        let bench = Workbench(.ok([("Cache-Control", "max-age=60"), ("Content-Encoding", "gzip")], "coded body"))
        try await bench.get()
        let part = try await bench.get("http://h.test/a", [.range: "bytes=0-1"])
        #expect(part.head.status == .partialContent && part.source == .cache)
        await #expect(throws: CacheError.self) { try await part.decodedBody() }
        await #expect(throws: CacheError.self) { try await part.copyDecoded { _ in } }
        #expect(try await bench.get().text == "coded body" && bench.transport.count == 1)
    }

    @Test("Digests of equal bodies are equal, from the network, the store and after a 304")
    func digests() async throws {
        let bench = Workbench(.ok([("ETag", "\"1\"")], "same"), .status(304))
        let expected = BodyDigest(of: Array("same".utf8))
        #expect(try await bench.get().bodyDigest == expected)
        #expect(try await bench.get { $0.readsBodyAtOnce = false }.bodyDigest == expected)
        #expect(bench.client.storedReply(for: CacheRequest(url: "http://h.test/a"))?.bodyDigest == expected)
    }
}
