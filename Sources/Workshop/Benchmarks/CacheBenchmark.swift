import FoundationEssentials
import GRDB
import HTTPCache
import HTTPTransport
import HTTPTypes

/// Hits and misses of the HTTP cache, compared with one GRDB `pool.read` of the same body in the same run.
enum CacheBenchmark {
    private static let bodySizes = [4 << 10, 200 << 10]
    private static let entryCounts = [10, 100_000]
    private static let rounds = 4000

    @Sendable static func run() async throws {
        Table.head()
        for entries in entryCounts {
            for size in bodySizes { try await measure(entries: entries, size: size) }
        }
    }

    private static func measure(entries: Int, size: Int) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "lede-benchmark-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let disk = try cache(folder, memory: 0)
        fill(disk, entries: entries, size: size)
        let memory = try cache(folder, memory: 64 << 20)
        let pool = try DatabasePool(path: folder + "/cache.sqlite")
        let id = try await pool.read {
            try Int64.fetchOne($0, sql: "SELECT id FROM body WHERE length(bytes) = ?", arguments: [size])
        }
        let read = try median {
            try pool.read { try Data.fetchOne($0, sql: "SELECT bytes FROM body WHERE id = ?", arguments: [id]) }?.count
                ?? 0
        }
        let work = "\(entries) × \(size >> 10) KB"
        Table.row("memory hit, \(work)", try await median { try await hit(client(memory)) }, read, "pool.read")
        Table.row("disk hit, \(work)", try await median { try await hit(client(disk)) }, read, "pool.read")
        Table.row("miss, \(work)", try await median { try await missed(client(disk)) }, read, "pool.read")
    }

    // MARK: - Measured work

    /// Makes a hit: decision, head, checksum and body.
    private static func hit(_ client: CachingClient) async throws -> Int {
        let reply = try await client.response(for: CacheRequest(url: "https://example.org/measured"))
        guard reply.source == .cache else { throw CacheError.notInCache(url: reply.url) }
        return try await reply.body().count
    }

    private static func missed(_ client: CachingClient) async throws -> Int {
        let reply = try? await client.response(
            for: CacheRequest(url: "https://example.org/absent"), policy: .returnCacheDataDontLoad)
        return reply == nil ? 1 : 0
    }

    // MARK: - Setting up

    private static func cache(_ folder: String, memory: Int) throws -> ResponseCache {
        var configuration = ResponseCache.Configuration(path: folder + "/cache.sqlite")
        configuration.memoryCapacity = memory
        configuration.diskCapacity = 4 << 30
        return try ResponseCache(configuration)
    }

    private static func client(_ cache: ResponseCache) -> CachingClient {
        CachingClient(cache: cache, transport: NoTransport())
    }

    private static func fill(_ cache: ResponseCache, entries: Int, size: Int) {
        for index in 1..<entries {
            store(cache, "entry/\(index)", [UInt8](repeating: UInt8(index & 255), count: 300))
            if index % 2000 == 0 { cache.flush() }
        }
        store(cache, "measured", (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        cache.flush()
    }

    private static func store(_ cache: ResponseCache, _ name: String, _ body: [UInt8]) {
        let fields: HTTPFields = [
            .date: "Thu, 01 Jan 2026 00:00:00 GMT", .contentType: "application/rss+xml; charset=utf-8",
            .contentLength: "\(body.count)", .cacheControl: "public, max-age=2000000000", .eTag: "\"66f3c1a2-1f40\"",
            .lastModified: "Wed, 31 Dec 2025 20:15:00 GMT", .server: "nginx", .vary: "Accept-Encoding",
            .acceptRanges: "bytes", .strictTransportSecurity: "max-age=31536000", .xContentTypeOptions: "nosniff",
        ]
        let response = CachedResponse(head: HTTPResponse(status: .ok, headerFields: fields), body: body)
        cache.store(response, for: CacheRequest(url: "https://example.org/\(name)"))
    }

    // MARK: - Time

    private static func median(_ work: () throws -> Int) rethrows -> Duration {
        var times: [Duration] = []
        for _ in 0..<rounds { times.append(try ContinuousClock().measure { blackHole(try work()) }) }
        return times.sorted()[rounds / 2]
    }

    private static func median(_ work: () async throws -> Int) async rethrows -> Duration {
        var times: [Duration] = []
        let clock = ContinuousClock()
        for _ in 0..<rounds {
            let start = clock.now
            blackHole(try await work())
            times.append(clock.now - start)
        }
        return times.sorted()[rounds / 2]
    }

    @inline(never)
    private static func blackHole(_ value: Int) {
        precondition(value >= 0)
    }
}

/// A transport that fails, since a hit sends no request.
private struct NoTransport: Transport {
    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        throw TransportError(.offline, "no network in a benchmark")
    }
}
