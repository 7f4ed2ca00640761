import HTTPTransport
import HTTPTypes
import Testing

@testable import HTTPCache

@Suite("Cache updates: the stored response at once, then the response of the origin")
struct CacheUpdatesTests {
    private func updates(
        _ bench: Workbench, _ policy: CachePolicy = .reloadRevalidatingCacheData, _ fields: HTTPFields = [:]
    ) async -> [String] {
        var seen: [String] = []
        let request = CacheRequest(url: "http://h.test/a", fields: fields)
        for await update in bench.client.updates(for: request, revalidation: policy) {
            switch update {
            case .stored(let reply): seen.append("stored \((try? await reply.text) ?? "")")
            case .unchanged(let reply): seen.append("unchanged \((try? await reply.text) ?? "")")
            case .updated(let reply): seen.append("updated \((try? await reply.text) ?? "")")
            case .failed(let error, let stored): seen.append("failed \(error) \(stored == nil ? "-" : "stored")")
            }
        }
        return seen
    }

    @Test("The stored response arrives at once, the response of the origin after it")
    func composite() async throws {
        let bench = Workbench(
            .ok([("ETag", "\"1\"")], "one"), .status(304, [("ETag", "\"1\"")]), .ok([("ETag", "\"2\"")], "two"),
            .ok([("ETag", "\"3\"")], "two"), .unreachable, .status(503))
        #expect(await updates(bench) == ["updated one"])
        #expect(await updates(bench) == ["stored one", "unchanged one"])
        #expect(await updates(bench) == ["stored one", "updated two"])
        #expect(await updates(bench) == ["stored two", "unchanged two"])
        #expect(await updates(bench) == ["stored two", "failed refused stored"])
        #expect(await updates(bench) == ["stored two", "failed the server failed with 503: http://h.test/a stored"])
    }

    @Test("RFC 9111 §4.3.4: a 304 that selects another stored variant is an update")
    func otherVariant() async throws {
        let (a, b) = (HTTPField.Name("A")!, HTTPField.Name("B")!)
        let bench = Workbench(
            .ok([("ETag", "\"1\""), ("Vary", "A")], "one"), .ok([("ETag", "\"2\""), ("Vary", "B")], "two"),
            .status(304, [("ETag", "\"1\"")]))
        try await bench.get("http://h.test/a", [a: "1", b: "2"])
        bench.clock.advance(5)
        try await bench.get("http://h.test/a", [a: "2", b: "1"])
        let seen = await updates(bench, .reloadRevalidatingCacheData, [a: "1", b: "1"])
        #expect(seen == ["stored two", "updated one"])
    }

    @Test("A 304 to the caller's own condition, from the store and then from the origin, is not an update")
    func ownCondition() async throws {
        let bench = Workbench(.ok([("ETag", "\"1\"")]), .status(304, [("ETag", "\"1\"")]))
        try await bench.get()
        let seen = await updates(bench, .reloadRevalidatingCacheData, [.ifNoneMatch: "\"1\""])
        #expect(seen == ["stored ", "unchanged "])
    }

    @Test("Under useProtocolCachePolicy a fresh response sends no request")
    func politeComposite() async throws {
        let bench = Workbench(.cacheControl("max-age=60"))
        try await bench.get()
        #expect(await updates(bench, .useProtocolCachePolicy) == ["stored body", "unchanged body"])
        #expect(bench.transport.count == 1)
    }

    @Test("A stale response that replaces a failed one is reported as a failure, not as unchanged")
    func standIns() async throws {
        let bench = Workbench(.cacheControl("max-age=1, stale-if-error=60", "old"), .status(503), .unreachable)
        try await bench.get()
        bench.clock.advance(5)
        let policy = CachePolicy.useProtocolCachePolicy
        #expect(
            await updates(bench, policy) == ["stored old", "failed the server failed with 503: http://h.test/a stored"])
        #expect(await updates(bench, policy) == ["stored old", "failed refused stored"])
        let strict = Workbench(.cacheControl("no-cache", "old"), .unreachable)
        try await strict.get()
        #expect(await updates(strict, policy) == ["stored old", "failed refused stored"])
    }

    @Test("An invalid response is replaced by a stale one, as the 502 of a gateway would be")
    func invalidResponse() async throws {
        let invalid = Scripted(error: TransportError(.malformed, "invalid"))
        let bench = Workbench(.cacheControl("max-age=1, stale-if-error=60", "old"), invalid)
        try await bench.get()
        bench.clock.advance(5)
        #expect(await updates(bench, .useProtocolCachePolicy) == ["stored old", "failed invalid stored"])
    }

    @Test(
        "A server error, even one that may be stored, leaves the stored response in use",
        arguments: [("private", 500), ("max-age=60", 503), ("", 501)])
    func storableError(_ control: String, _ status: Int) async throws {
        let bench = Workbench(
            .ok([("ETag", "\"1\"")], "one"), .status(status, [("Cache-Control", control)]), .unreachable)
        try await bench.get()
        let error = "failed the server failed with \(status): http://h.test/a stored"
        #expect(await updates(bench) == ["stored one", error])
        #expect(await updates(bench) == ["stored one", "failed refused stored"])
    }

    @Test("Without a stored response or an origin there is one failure")
    func compositeFailure() async {
        #expect(await updates(Workbench(.unreachable)) == ["failed refused -"])
    }
}
