import HTTPTransport
import HTTPTypes
import Synchronization
import Testing

@testable import HTTPCache

@Suite("Ranges and fragments: RFC 9110 §14, RFC 9111 §3.3 and §3.4")
struct RangeTests {
    private static let whole = Scripted.ok([("Cache-Control", "max-age=60"), ("ETag", "\"1\"")], "0123456789")

    private static func part(_ range: String, _ body: String, tag: String? = "\"1\"") -> Scripted {
        .status(
            206,
            [("Cache-Control", "max-age=60"), ("Content-Range", "bytes \(range)")] + (tag.map { [("ETag", $0)] } ?? []),
            body)
    }

    @Test(
        "RFC 9110 §14.1.2, §15.5.17: a complete stored response answers ranges",
        arguments: [
            ("bytes=0-1", 206, "01", "bytes 0-1/10"), ("bytes=7-", 206, "789", "bytes 7-9/10"),
            ("bytes=-2", 206, "89", "bytes 8-9/10"),
            ("bytes=20-", 416, "", "bytes */10"),
        ])
    func rangesOfACompleteResponse(_ range: String, _ status: Int, _ body: String, _ contentRange: String) async throws
    {
        let bench = Workbench(Self.whole)
        try await bench.get()
        let reply = try await bench.get("http://h.test/a", [.range: range])
        #expect(reply.head.status.code == status)
        #expect(try await reply.text == body)
        #expect(reply.head.headerFields[.contentRange] == contentRange)
        #expect(bench.transport.count == 1)
    }

    @Test("RFC 9110 §13.1.5: If-Range with another tag gets the complete response")
    func ifRange() async throws {
        let bench = Workbench(Self.whole)
        try await bench.get()
        let reply = try await bench.get("http://h.test/a", [.range: "bytes=0-1", .ifRange: "\"0\""])
        #expect(try await reply.text == "0123456789")
    }

    @Test(
        "RFC 9110 §8.4: a range without a coding is not cut from a coded body",
        arguments: ["Accept-Encoding", "Accept"])
    func codedWhole(_ vary: String) async throws {
        let bench = Workbench(
            ScriptedTransport { (request, _) throws(TransportError) in
                guard request["Range"] != nil else {
                    let fields = [("Content-Encoding", "gzip"), ("ETag", "W/\"1\""), ("Vary", vary)]
                    return Scripted.ok([("Cache-Control", "max-age=60")] + fields, "coded").response
                }
                // A server compares the two tags weakly.
                guard request["If-None-Match"] == nil else { return Scripted.status(304, [("ETag", "\"1\"")]).response }
                return Self.part("0-1/10", "01").response
            })
        try await bench.get("http://h.test/a", [.acceptEncoding: "gzip"])
        #expect(try await bench.get("http://h.test/a", [.acceptEncoding: "gzip", .range: "bytes=0-1"]).text == "co")
        let reply = try await bench.get("http://h.test/a", [.acceptEncoding: "identity", .range: "bytes=0-1"])
        #expect(try await reply.text == "01" && reply.source == .network)
        let whole = try await bench.get("http://h.test/a", [.acceptEncoding: "gzip"], policy: .returnCacheDataDontLoad)
        #expect(try await whole.text == "coded")
    }

    @Test("RFC 9110 §14.2: the origin answers several ranges")
    func severalRanges() async throws {
        let bench = Workbench(Self.whole, .status(206, [], "x"))
        try await bench.get()
        try await bench.get("http://h.test/a", [.range: "bytes=0-1,4-5"])
        #expect(bench.transport.count == 2)
    }

    @Test("§3.3: a fragment answers ranges within it and never serves as a complete response")
    func fragment() async throws {
        let bench = Workbench(Self.part("5-9/10", "56789"), .status(200, [], "0123456789"))
        try await bench.get("http://h.test/a", [.range: "bytes=-5"])
        #expect(try await bench.get("http://h.test/a", [.range: "bytes=6-8"]).text == "678")
        #expect(try await bench.get("http://h.test/a", [.range: "bytes=-1"]).text == "9")
        #expect(bench.transport.count == 1)
        await #expect(throws: CacheError.notInCache(url: "http://h.test/a")) {
            try await bench.get(policy: .returnCacheDataDontLoad)
        }
        #expect(try await bench.get().text == "0123456789")
        #expect(bench.transport.count == 2)
    }

    @Test("§3.4: the cache requests the missing end under If-Range and joins it if the strong tags match")
    func completed() async throws {
        let bench = Workbench(Self.part("0-4/10", "01234"), Self.part("5-9/10", "56789"))
        try await bench.get("http://h.test/a", [.range: "bytes=0-4"])
        let reply = try await bench.get()
        #expect(reply.head.status == .ok)
        #expect(try await reply.text == "0123456789")
        #expect(
            bench.transport.requests[1]["Range"] == "bytes=5-" && bench.transport.requests[1]["If-Range"] == "\"1\"")
        #expect(try await bench.get().source == .cache)
    }

    @Test(
        "§3.4: the cache never joins pieces of different responses; it fetches the complete one",
        arguments: [
            RangeTests.part("5-9/10", "56789", tag: "\"2\""), RangeTests.part("5-9/10", "56789", tag: "W/\"1\""),
            RangeTests.part("5-9/10", "56789", tag: nil), RangeTests.part("6-9/10", "6789"),
            RangeTests.part("5-9/10", "567"),
            Scripted.status(416, [("Content-Range", "bytes */10")]),
        ])
    func notJoined(_ answer: Scripted) async throws {
        let bench = Workbench(Self.part("0-4/10", "01234"), answer, .ok([], "the whole"))
        try await bench.get("http://h.test/a", [.range: "bytes=0-4"])
        #expect(try await bench.get().text == "the whole")
        #expect(bench.transport.requests[2]["Range"] == nil && bench.transport.requests[2]["If-Range"] == nil)
    }

    @Test(
        "§3.4: a fragment with a weak tag or no tag is never completed: one request fetches the complete response",
        arguments: ["W/\"1\"", nil])
    func weakFragment(_ tag: String?) async throws {
        let bench = Workbench(
            ScriptedTransport { (request, _) throws(TransportError) in
                switch request["Range"] {
                case "bytes=0-4": Self.part("0-4/10", "01234", tag: tag).response
                case nil: Scripted.ok([], "the whole").response
                default: Self.part("5-9/10", "56789", tag: tag).response
                }
            })
        try await bench.get("http://h.test/a", [.range: "bytes=0-4"])
        #expect(try await bench.get().text == "the whole")
        #expect(bench.transport.count == 2)
    }

    @Test("A 200 to the request for the missing part is the complete response")
    func startedOver() async throws {
        let bench = Workbench(Self.part("0-4/10", "01234"), .ok([("Cache-Control", "max-age=60")], "another"))
        try await bench.get("http://h.test/a", [.range: "bytes=0-4"])
        #expect(try await bench.get().text == "another")
        #expect(try await bench.get().text == "another")
        #expect(bench.transport.count == 2)
    }

    @Test("§3.4: adjacent fragments with one strong tag combine, up to the complete response")
    func grown() async throws {
        let bench = Workbench(Self.part("0-4/10", "01234"), Self.part("5-9/10", "56789"))
        try await bench.get("http://h.test/a", [.range: "bytes=0-4"])
        try await bench.get("http://h.test/a", [.range: "bytes=5-9"])
        let reply = try await bench.get()
        #expect(try await reply.text == "0123456789" && reply.source == .cache && reply.head.status == .ok)
        #expect(bench.transport.count == 2)
    }

    @Test("A streamed request gets the complete response before the missing end has arrived")
    func streamedCompletion() async throws {
        for (end, isWhole) in [("56789", true), ("567", false), ("56789a", false)] {
            let pieces = CountedPieces(end)
            let bench = Workbench(
                ScriptedTransport { (request, _) throws(TransportError) in
                    guard request["Range"] == "bytes=5-" else { return Self.part("0-4/10", "01234").response }
                    var response = Self.part("5-9/10", "").response
                    response.body = ResponseBody(pieces)
                    return response
                })
            try await bench.get("http://h.test/a", [.range: "bytes=0-4"])
            let reply = try await bench.get { $0.streamsBody = true }
            #expect(reply.head.status == .ok && pieces.readCount == 0)
            let text = try? await reply.text
            #expect(text == (isWhole ? "0123456789" : nil))
            #expect(bench.client.cache.entries().map(\.isFragment) == [!isWhole])
        }
    }

    @Test("A complete response that is too large to be stored makes parts of another version stale", arguments: [1, 2])
    func keptPart(_ version: Int) async throws {
        let large = [("ETag", "\"\(version)\""), ("Content-Length", "10")]
        let bench = Workbench(Self.part("0-4/10", "01234"), .ok(large, "0123456789")) { $0.storedBodyBytes = 9 }
        try await bench.get("http://h.test/a", [.range: "bytes=0-4"])
        #expect(try await bench.get(policy: .reloadIgnoringLocalCacheData).text == "0123456789")
        try await bench.get("http://h.test/a", [.range: "bytes=0-4"])
        #expect(bench.transport.count == (version == 1 ? 2 : 3))
    }

    @Test("§3.4: fragments whose combination would exceed the limit of stored bodies are not combined")
    func limited() async throws {
        let bench = Workbench(Self.part("0-4/10", "01234"), Self.part("5-9/10", "56789")) { $0.storedBodyBytes = 9 }
        try await bench.get("http://h.test/a", [.range: "bytes=0-4"])
        try await bench.get("http://h.test/a", [.range: "bytes=5-9"])
        #expect(bench.client.cache.entries().map(\.bodyBytes) == [5])
        #expect(try await bench.get("http://h.test/a", [.range: "bytes=5-9"]).text == "56789")
        #expect(bench.transport.count == 2)
    }

    @Test("RFC 9530 §2: only a reply with exactly the bytes that the origin sent carries their Content-Digest")
    func contentDigest() async throws {
        let (content, whole) = (HTTPField.Name("Content-Digest")!, HTTPField.Name("Repr-Digest")!)
        func digested(_ response: Scripted) -> Scripted {
            var response = response
            response.fields += [("Content-Digest", "sha-256=:YQ==:"), ("Repr-Digest", "sha-256=:Yg==:")]
            return response
        }
        let parts = [digested(Self.part("0-4/10", "01234")), digested(Self.part("5-9/10", "56789"))]
        let cut = Workbench(digested(Self.whole))
        let (joined, completed) = (Workbench(parts[0], parts[1]), Workbench(parts[0], parts[1]))
        #expect(try await cut.get().head.headerFields[content] != nil)
        for range in ["bytes=0-", "bytes=0-9"] {
            #expect(try await cut.get("http://h.test/a", [.range: range]).head.headerFields[content] != nil)
        }
        for range in ["bytes=0-4", "bytes=5-9"] { try await joined.get("http://h.test/a", [.range: range]) }
        try await completed.get("http://h.test/a", [.range: "bytes=0-4"])
        for reply in [
            try await cut.get("http://h.test/a", [.range: "bytes=0-1"]),
            try await cut.get("http://h.test/a", [.ifNoneMatch: "\"1\""]),
            try await joined.get(), try await completed.get(),
        ] {
            #expect(reply.head.headerFields[content] == nil && reply.head.headerFields[whole] != nil)
        }
    }

    @Test(
        "RFC 9110 §14.4: a 206 whose body is not as long as its Content-Range is passed on and not stored",
        arguments: ["01234", "0123456789a", ""])
    func otherLength(_ body: String) async throws {
        let bench = Workbench(Self.part("0-9/10", body))
        #expect(try await bench.get("http://h.test/a", [.range: "bytes=-10"]).text == body)
        #expect(bench.client.cache.entries().isEmpty)
    }

    @Test("RFC 9110 §14.4: a part whose last position is one too high answers ranges, counted from its first byte")
    func oneByteShort() async throws {
        let bench = Workbench(Self.part("4-9/10", "45678"))
        try await bench.get("http://h.test/a", [.range: "bytes=-5"])
        for (range, body, contentRange) in [
            ("bytes=6-8", "678", "bytes 6-8/10"), ("bytes=6-", "678", "bytes 6-8/10"),
            ("bytes=-1", "8", "bytes 8-8/10"),
        ] {
            let reply = try await bench.get("http://h.test/a", [.range: range])
            #expect(try await reply.text == body && reply.head.headerFields[.contentRange] == contentRange)
        }
        #expect(bench.transport.count == 1)
    }

    @Test(
        "RFC 9110 §14.4: a 206 with an invalid Content-Range is passed on and not stored",
        arguments: ["bytes 5-2/10", "bytes 0-9/5", "lines 0-1/2", "bytes */10"])
    func nonsense(_ range: String) async throws {
        let bench = Workbench(.status(206, [("Cache-Control", "max-age=60"), ("Content-Range", range)], "x"))
        #expect(try await bench.get("http://h.test/a", [.range: "bytes=0-1"]).head.status == .partialContent)
        #expect(bench.client.cache.entries().isEmpty)
    }
}

/// A body in two pieces, which counts its reads.
private final class CountedPieces: ResponseBody.Source {
    private let rest: Mutex<[[UInt8]]>
    private let reads = Mutex(0)

    init(_ text: String) {
        rest = Mutex([Array(text.utf8.prefix(2)), Array(text.utf8.dropFirst(2))])
    }

    var readCount: Int { reads.withLock { $0 } }

    func next() async throws(TransportError) -> [UInt8]? {
        reads.withLock { $0 += 1 }
        return rest.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
}
