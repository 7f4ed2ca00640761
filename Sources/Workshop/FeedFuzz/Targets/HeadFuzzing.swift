import ContentCoding
import HTTPTransport
import HTTPTypes

@testable import CurlTransport
@testable import HTTPCache

/// Response heads, heads stored by the cache, and coded bodies.
enum HeadFuzzing {
    /// Reads the lines of heads as curl delivers them, and passes the heads to the cache. An empty line ends a head.
    static func readFromServer(_ input: [UInt8]) throws {
        var heads: [HTTPResponse] = []
        var parser = HeadParser(byteLimit: 256 << 10)
        for line in input.split(separator: 0x0A, omittingEmptySubsequences: false) {
            guard case .head(let head) = parser.consume(line) else { continue }
            heads.append(head)
            parser = HeadParser(byteLimit: 256 << 10)
        }
        if case .head(let head) = parser.consume([]) { heads.append(head) }
        guard !heads.isEmpty else { return }
        let client = CachingClient(cache: ResponseCache(), transport: Answers(heads.suffix(4)))
        Waiting.run { await use(client) }
    }

    private static func use(_ client: CachingClient) async {
        let policies: [CachePolicy] = [
            .useProtocolCachePolicy, .useProtocolCachePolicy, .returnCacheDataElseLoad, .reloadIgnoringLocalCacheData,
            .returnCacheDataDontLoad,
        ]
        for (index, policy) in policies.enumerated() {
            var request = CacheRequest(url: "http://h.test/a")
            request.fields[.acceptLanguage] = "de;q=0.5, en"
            if index == 1 { request.fields[.range] = "bytes=1-2" }
            guard let reply = try? await client.response(for: request, policy: policy) else { continue }
            _ = (reply.cacheStatus, reply.freshness, reply.wireBytes)
            _ = try? await reply.decodedBody(limit: 1 << 16)
        }
        _ = client.storedReply(for: CacheRequest(url: "http://h.test/a"))
    }

    /// Responses in order; the last one repeats.
    private struct Answers: Transport {
        let heads: ArraySlice<HTTPResponse>
        private let number = Counter()

        init(_ heads: ArraySlice<HTTPResponse>) {
            self.heads = heads
        }

        func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            let head = heads[heads.startIndex + min(number.next(), heads.count - 1)]
            return TransportResponse(head: head, body: ResponseBody(Array("four".utf8)))
        }
    }

    /// Checks that encoding a decoded head and decoding it again changes nothing.
    static func readFromCache(_ input: [UInt8]) throws {
        var bytes: [UInt8] = [1] + input
        // Add the right checksum; without it, nearly every input would be rejected here.
        withUnsafeBytes(of: Int64(bitPattern: BodyDigest(of: bytes).low).littleEndian) { bytes.append(contentsOf: $0) }
        guard let stored = bytes.withUnsafeBytes({ HeadCoding.decode($0, id: 1) }) else { return }
        let again = HeadCoding.encode(stored).withUnsafeBytes { HeadCoding.decode($0, id: 1) }
        try require(again?.fields == stored.fields && again?.status == stored.status, "a stored head changed")
        _ = stored.freshness
        _ = stored.freshness.age(at: 1_800_000_000)
        _ = stored.freshness.lifetime(heuristicLimit: nil)
    }

    /// Decodes a body whose first byte chooses its coding.
    static func decode(_ input: [UInt8]) throws {
        guard let first = input.first else { return }
        let names = ["gzip", "deflate", "br", "zstd", "gzip, br", "x-gzip, deflate"]
        let decoded = try? ContentDecoder.decode(
            Array(input.dropFirst()), contentEncoding: [names[Int(first) % names.count]], limit: 1 << 20)
        try require(decoded?.count ?? 0 <= 1 << 20, "a body is longer than its limit")
    }
}
