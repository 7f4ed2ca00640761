import HTTPTransport
import HTTPTypes
import Synchronization
import Testing

@testable import HTTPCache

@Suite("Request fields that are secrets although their names do not say so")
struct SecretFieldTests {
    private static let name = HTTPField.Name("AppKey")!

    private static func mark(_ request: inout CacheRequest) {
        request.fields[name] = "hush"
        request.secretFields = [name]
    }

    @Test(
        "Secret fields never reach another origin",
        arguments: [("http://h.test/b", true), ("http://other.test/b", false), ("https://h.test/b", false)])
    func redirected(_ target: String, _ isKept: Bool) async throws {
        let bench = Workbench(.status(302, [("Location", target)]), .ok())
        try await bench.get("http://h.test/a", [:], Self.mark)
        #expect(bench.transport.requests.map { $0["AppKey"] } == ["hush", isKept ? "hush" : nil])
    }

    @Test("Concurrent requests with different secrets do not share a fetch")
    func concurrent() async throws {
        let isOpen = Mutex(false)
        let bench = Workbench(
            ScriptedTransport { (request, _) throws(TransportError) in
                while !isOpen.withLock({ $0 }) { await Task.yield() }
                return Scripted.ok([], "for \(request["AppKey"] ?? "none")").response
            })
        let tasks = ["a", "b", "a"].map { value in
            Task {
                try await bench.get("http://h.test/a", [Self.name: value]) { $0.secretFields = [Self.name] }.text
            }
        }
        while bench.client.flights.waiting(CacheKey(HTTPAddress("http://h.test/a")!)) < 3 { await Task.yield() }
        isOpen.withLock { $0 = true }
        var texts: [String] = []
        for task in tasks { texts.append(try await task.value) }
        #expect(texts == ["for a", "for b", "for a"] && bench.transport.count == 2)
    }

    @Test(
        "A response whose Vary names a secret field of its request is not stored; others are",
        arguments: [("Accept, appkey", 0), ("Accept", 1), ("X-Other", 1), ("*", 1)])
    func keyed(_ vary: String, _ stored: Int) async throws {
        let bench = Workbench(.ok([("Vary", vary), ("Cache-Control", "max-age=60"), ("ETag", "\"1\"")]))
        #expect(try await bench.get("http://h.test/a", [:], Self.mark).text == "body")
        #expect(bench.client.cache.entries().count == stored)
        let cache = ResponseCache()
        var request = CacheRequest(url: "http://h.test/a")
        Self.mark(&request)
        let head = HTTPResponse(status: .ok, headerFields: [.vary: vary])
        cache.store(CachedResponse(head: head, body: []), for: request)
        #expect(cache.entries().count == stored)
    }

    @Test("A 304 whose Vary names a secret field leaves the stored head as it is")
    func keyedLater() async throws {
        let bench = Workbench(
            .ok([("Cache-Control", "max-age=0"), ("ETag", "\"1\"")]),
            .status(304, [("Vary", "AppKey"), ("ETag", "\"1\"")]))
        for _ in 0..<2 { #expect(try await bench.get("http://h.test/a", [:], Self.mark).text == "body") }
        #expect(bench.transport.count == 2)
        #expect(bench.client.cache.entries().map(\.selectingFields) == [[:]])
    }
}
