import CurlTransport
import HTTPTransport
import ScriptedOrigin
import Testing

@testable import HTTPCache

@Suite("Requests over curl to a scripted origin")
struct EndToEndTests {
    private func client(_ cache: ResponseCache = ResponseCache()) -> CachingClient {
        CachingClient(cache: cache, transport: CurlTransport())
    }

    @Test("The client fetches, serves and revalidates a feed from disk, and replaces it after a change")
    func life() async throws {
        let origin = try Origin()
        let folder = try Folder()
        origin.route("/feed") {
            .validated($0, etag: "\"1\"", fields: ["Cache-Control": "max-age=600"], body: "<rss/>")
        }
        let request = CacheRequest(url: origin.url("/feed"))
        let cache = try folder.cache()
        let first = try await client(cache).response(for: request)
        cache.flush()
        #expect(try await first.text == "<rss/>" && first.source == .network && first.wireBytes.received > 0)
        let second = try await client(folder.cache()).response(for: request)
        #expect(try await second.text == "<rss/>" && second.source == .cache && second.wireBytes.received == 0)
        let third = try await client(folder.cache()).response(for: request, policy: .reloadRevalidatingCacheData)
        #expect(third.source == .revalidated)
        #expect(try await third.text == "<rss/>")
        #expect(origin.requests.map { $0["If-None-Match"] } == [nil, "\"1\""])
    }

    @Test("Stored heads keep unusual bytes: a tag in Latin-1 is sent back unchanged")
    func oddTag() async throws {
        let origin = try Origin()
        origin.route("/a") { .validated($0, etag: "\"\u{fc}\"", body: "x") }
        let folder = try Folder()
        defer { withExtendedLifetime(folder) {} }
        let client = client(try folder.cache())
        _ = try await client.response(for: CacheRequest(url: origin.url("/a")))
        let again = try await client.response(for: CacheRequest(url: origin.url("/a")))
        #expect(again.source == .revalidated)
    }

    @Test("A body is stored as it was coded on the wire, and decoded above the cache")
    func coded() async throws {
        let origin = try Origin()
        // "hello hello hello"
        let coded: [UInt8] = [
            31, 139, 8, 0, 0, 0, 0, 0, 2, 255, 203, 72, 205, 201, 201, 87, 200, 64, 144, 0, 128, 136, 249, 229, 17, 0,
            0, 0,
        ]
        let fields = [RawField("Content-Encoding", "gzip"), RawField("Cache-Control", "max-age=600")]
        origin.route("/a", .response(fields: fields, body: coded))
        let client = client()
        for source in [CachedReply.Source.network, .cache] {
            let reply = try await client.response(for: CacheRequest(url: origin.url("/a")))
            #expect(reply.source == source)
            #expect(try await reply.body() == coded)
            #expect(try await reply.decodedBody() == Array("hello hello hello".utf8))
        }
        #expect(client.cache.entries().first?.bodyBytes == coded.count)
    }

    @Test("A truncated body is an error and is not stored")
    func truncated() async throws {
        let origin = try Origin()
        origin.route("/a", .truncated(fields: ["Cache-Control": "max-age=600"], body: "half", declaring: 100))
        let client = client()
        await #expect(throws: CacheError.self) { try await client.response(for: CacheRequest(url: origin.url("/a"))) }
        #expect(client.cache.entries().isEmpty)
    }

    @Test("returnCacheDataDontLoad opens no socket")
    func dontLoad() async throws {
        let origin = try Origin()
        let client = client()
        await #expect(throws: CacheError.notInCache(url: origin.url("/a"))) {
            try await client.response(for: CacheRequest(url: origin.url("/a")), policy: .returnCacheDataDontLoad)
        }
        #expect(origin.connectionCount == 0)
    }

    @Test("Twenty concurrent requests without a stored response make one request to the origin")
    func collapsed() async throws {
        let origin = try Origin()
        let gate = Gate()
        origin.route("/a", Reply.response(fields: ["Cache-Control": "max-age=600"], body: "shared").after(gate))
        let client = client()
        let url = origin.url("/a")
        let key = try CacheKey(#require(HTTPAddress(url)))
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<20 { group.addTask { try await client.response(for: CacheRequest(url: url)).text } }
            while client.flights.waiting(key) < 20 { await Task.yield() }
            gate.open()
            for try await text in group { #expect(text == "shared") }
        }
        #expect(origin.requests.count == 1)
    }
}
