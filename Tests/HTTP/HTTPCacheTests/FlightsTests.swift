import HTTPTransport
import HTTPTypes
import Synchronization
import Testing

@testable import HTTPCache

@Suite("Flights: RFC 9111 §4")
struct FlightsTests {
    @Test("§4: twenty concurrent requests make one fetch")
    func collapsed() async throws {
        let gate = AsyncStream.makeStream(of: Void.self)
        let bench = Workbench(
            ScriptedTransport { (_, _) throws(TransportError) in
                for await _ in gate.stream { break }
                return Scripted.cacheControl("max-age=60", "shared").response
            })
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<20 { group.addTask { try await bench.get().text } }
            while bench.client.flights.waiting(CacheKey(HTTPAddress("http://h.test/a")!)) < 20 { await Task.yield() }
            gate.continuation.finish()
            for try await text in group { #expect(text == "shared") }
        }
        #expect(bench.transport.count == 1)
    }

    private static func post(_ body: String) -> CacheRequest {
        var request = CacheRequest(url: "http://h.test/a", method: .post, body: Array(body.utf8))
        request.keyedByBody = true
        return request
    }

    @Test("Concurrent POSTs that are keyed by their body make one request for each body")
    func collapsedPosts() async throws {
        let gates = (0..<2).map { _ in AsyncStream.makeStream(of: Void.self) }
        let bench = Workbench(
            ScriptedTransport { (request, number) throws(TransportError) in
                for await _ in gates[min(number, gates.count) - 1].stream { break }
                return Scripted.cacheControl("max-age=60", String(decoding: request.body ?? [], as: UTF8.self)).response
            })
        let bodies = ["one", "two"]
        let tasks = (bodies + bodies + bodies).map { body in
            (body, Task { try await bench.client.response(for: Self.post(body)).text })
        }
        for body in bodies {
            let key = try #require(Self.post(body).key)
            while bench.client.flights.waiting(key) < 3 { await Task.yield() }
        }
        for gate in gates { gate.continuation.finish() }
        for (body, task) in tasks { #expect(try await task.value == body) }
        #expect(bench.transport.count == 2)
    }

    @Test("§4.4: no later caller waits for a POST that began before an unsafe request to its address")
    func forgottenPost() async throws {
        let gate = AsyncStream.makeStream(of: Void.self)
        let bench = Workbench(
            ScriptedTransport { (request, number) throws(TransportError) in
                if number == 1 { for await _ in gate.stream { break } }
                return Scripted.cacheControl("max-age=60", "\(number)").response
            })
        let early = Task { try await bench.client.response(for: Self.post("x")).text }
        while bench.transport.count < 1 { await Task.yield() }
        let key = try #require(Self.post("x").key)
        #expect(bench.client.flights.waiting(key) == 1)
        try await bench.get(method: .put)
        #expect(bench.client.flights.waiting(key) == 0)
        gate.continuation.finish()
        #expect(try await early.value == "1")
        #expect(try await bench.client.response(for: Self.post("x")).text == "3")
    }

    @Test("Each caller fetches a response that must not be shared")
    func notShared() async throws {
        let gate = AsyncStream.makeStream(of: Void.self)
        let bench = Workbench(
            ScriptedTransport { (_, number) throws(TransportError) in
                if number == 1 { for await _ in gate.stream { break } }
                return Scripted.cacheControl("no-store", "\(number)").response
            })
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<5 { group.addTask { try await bench.get().text } }
            while bench.client.flights.waiting(CacheKey(HTTPAddress("http://h.test/a")!)) < 5 { await Task.yield() }
            gate.continuation.finish()
            var texts: Set<String> = []
            for try await text in group { texts.insert(text) }
            #expect(texts.count == 5)
        }
    }

    @Test(
        "§4, §5.2.2.4: each caller validates a response that is stale from the start, or always has to be validated",
        arguments: [
            ("no-cache", "0", false), ("max-age=0", "0", false), ("max-age=60", "90", false),
            ("max-age=60", "30", true), ("public", "90", true),
        ], [200, 304])
    func validatedByEach(_ directive: (control: String, age: String, isShared: Bool), _ status: Int) async throws {
        let isOpen = Mutex(false)
        let tag = ("ETag", "\"1\"")
        let bench = Workbench(
            ScriptedTransport { (_, number) throws(TransportError) in
                guard number > 1 else { return Scripted.ok([tag, ("Cache-Control", "max-age=1")]).response }
                while !isOpen.withLock({ $0 }) { await Task.yield() }
                let fields = [tag, ("Cache-Control", directive.control), ("Age", directive.age)]
                return Scripted.status(status, fields, status == 200 ? "body" : "").response
            })
        try await bench.get()
        bench.clock.advance(5)
        let tasks = (0..<3).map { _ in Task { try await bench.get().text } }
        while bench.client.flights.waiting(CacheKey(HTTPAddress("http://h.test/a")!)) < 3 { await Task.yield() }
        isOpen.withLock { $0 = true }
        for task in tasks { #expect(try await task.value == "body") }
        #expect(bench.transport.count == (directive.isShared ? 2 : 4))
    }

    @Test(
        "§4: a response is not shared with a concurrent request that has other credentials",
        arguments: [HTTPField.Name.authorization, .cookie, HTTPField.Name("X-Api-Key")!])
    func credentials(_ name: HTTPField.Name) async throws {
        let isOpen = Mutex(false)
        let bench = Workbench(
            ScriptedTransport { (request, _) throws(TransportError) in
                while !isOpen.withLock({ $0 }) { await Task.yield() }
                return Scripted.ok([], "for \(request.head.headerFields[name] ?? "none")").response
            })
        // A response without a lifetime and without Vary.
        let callers: [HTTPFields] = [[name: "a=1"], [name: "b=2"], [:], [name: "a=1"]]
        let tasks = callers.map { fields in Task { try await bench.get("http://h.test/a", fields).text } }
        while bench.client.flights.waiting(CacheKey(HTTPAddress("http://h.test/a")!)) < 4 { await Task.yield() }
        isOpen.withLock { $0 = true }
        var texts: [String] = []
        for task in tasks { texts.append(try await task.value) }
        #expect(texts == ["for a=1", "for b=2", "for none", "for a=1"])
        // Equal credentials share one fetch.
        #expect(bench.transport.count == 3)
    }

    @Test("§5.2.1: a request that asks for more than a running one does not share its response")
    func strictRequests() async throws {
        let isOpen = Mutex(false)
        let bench = Workbench(
            ScriptedTransport { (_, _) throws(TransportError) in
                while !isOpen.withLock({ $0 }) { await Task.yield() }
                return Scripted.cacheControl("max-age=60").response
            })
        let key = CacheKey(HTTPAddress("http://h.test/a")!)
        let plain = (0..<2).map { _ in Task { try await bench.get(policy: .returnCacheDataElseLoad).text } }
        while bench.client.flights.waiting(key) < 2 { await Task.yield() }
        let strict = (0..<2).map { _ in Task { try await bench.get(policy: .reloadRevalidatingCacheData).text } }
        while bench.client.flights.waiting(key) < 4 { await Task.yield() }
        let directed = Task { try await bench.get("http://h.test/a", [.cacheControl: "no-cache"]).text }
        let hooked = Task { try await bench.get { $0.willCache = { _ in false } }.text }
        let other = Task { try await bench.get().text }
        while bench.client.flights.waiting(key) < 6 || bench.transport.count < 4 { await Task.yield() }
        isOpen.withLock { $0 = true }
        for task in plain + strict + [directed, hooked, other] { _ = try await task.value }
        #expect(bench.transport.count == 4)
        let sent = bench.transport.requests.compactMap { $0["Cache-Control"] }.sorted()
        #expect(sent == ["max-age=0", "no-cache"])
    }

    @Test("Cancelling one waiting request does not cancel the others; cancelling the last one ends the fetch")
    func cancelled() async throws {
        let gate = AsyncStream.makeStream(of: Void.self)
        let ended = Mutex(false)
        let bench = Workbench(
            ScriptedTransport { (_, _) throws(TransportError) in
                for await _ in gate.stream { break }
                ended.withLock { $0 = Task.isCancelled }
                return Scripted.cacheControl("max-age=60", "late").response
            })
        let key = CacheKey(HTTPAddress("http://h.test/a")!)
        let one = Task { try await bench.get().text }
        let two = Task { try await bench.get().text }
        while bench.client.flights.waiting(key) < 2 { await Task.yield() }
        one.cancel()
        await #expect(throws: CacheError.self) { try await one.value }
        gate.continuation.finish()
        #expect(try await two.value == "late")
        #expect(!ended.withLock { $0 })
    }

    @Test("Cancelling a later request before the first one waits does not end the fetch")
    func cancelledEarly() async {
        let gate = AsyncStream.makeStream(of: Void.self)
        let flight = Flight()
        flight.begin {
            for await _ in gate.stream { break }
            return .failure(.notInCache(url: Task.isCancelled ? "cancelled" : "fetched"))
        }
        let later = Task { await flight.wait([:], abandon: {}) }
        later.cancel()
        _ = await later.value
        gate.continuation.finish()
        guard case .landed(.failure(let result)) = await flight.wait(nil, abandon: {}) else {
            Issue.record("the first request did not get the result")
            return
        }
        #expect(result == .notInCache(url: "fetched"))
    }

    @Test(
        "The limits of one caller do not end the request of another",
        arguments: [TransportError.Cause.tooLarge, .tooSlow, .stalled])
    func ownLimits(_ cause: TransportError.Cause) async throws {
        let gate = AsyncStream.makeStream(of: Void.self)
        let bench = Workbench(
            ScriptedTransport { (request, number) throws(TransportError) in
                if number == 1 { for await _ in gate.stream { break } }
                guard request.limits.bodyBytes > 10 else { throw TransportError(cause, "limit") }
                return Scripted.cacheControl("max-age=60", "a longer text").response
            })
        let key = CacheKey(HTTPAddress("http://h.test/a")!)
        let strict = Task { try await bench.get { $0.limits.bodyBytes = 10 }.text }
        while bench.transport.count < 1 { await Task.yield() }
        let equal = Task { try await bench.get { $0.limits.bodyBytes = 10 }.text }
        let other = Task { try await bench.get().text }
        while bench.client.flights.waiting(key) < 3 { await Task.yield() }
        gate.continuation.finish()
        for task in [strict, equal] { await #expect(throws: CacheError.self) { try await task.value } }
        #expect(try await other.value == "a longer text")
        #expect(bench.transport.count == 2)
    }

    @Test("All requests that wait for a fetch fail with it")
    func sharedFailure() async throws {
        let gate = AsyncStream.makeStream(of: Void.self)
        let bench = Workbench(
            ScriptedTransport { (_, _) throws(TransportError) in
                for await _ in gate.stream { break }
                throw TransportError(.connection, "refused")
            })
        let tasks = (0..<4).map { _ in Task { try await bench.get().text } }
        while bench.client.flights.waiting(CacheKey(HTTPAddress("http://h.test/a")!)) < 4 { await Task.yield() }
        gate.continuation.finish()
        for task in tasks { await #expect(throws: CacheError.self) { try await task.value } }
        #expect(bench.transport.count == 1)
    }
}
