import FoundationEssentials
import HTTPCache
import HTTPTransport
import HTTPTypes

/// Measures how long a network reply waits for its commit: the same requests with a cache on disk and one in memory.
enum CommitBenchmark {
    private static let sizes = [4 << 10, 1 << 20]

    @Sendable static func run() async throws {
        Table.head()
        for size in sizes {
            for width in [1, 100] {
                let rounds = width == 1 ? (size > 100_000 ? 400 : 2000) : (size > 100_000 ? 6 : 40)
                let memory = try await times(size, width, rounds, path: nil)
                let folder = FileManager.default.temporaryDirectory.appending(path: "benchmark-\(UUID().uuidString)")
                    .path
                defer { try? FileManager.default.removeItem(atPath: folder) }
                let disk = try await times(size, width, rounds, path: folder + "/cache.sqlite")
                Table.row("\(size >> 10) KB, \(width) at once", disk.median, memory.median, "in memory")
                Table.row("  slowest 1 %", disk.late, memory.late)
            }
        }
    }

    private static func times(
        _ size: Int, _ width: Int, _ rounds: Int, path: String?
    ) async throws -> (median: Duration, late: Duration) {
        var configuration = ResponseCache.Configuration(path: path)
        configuration.memoryCapacity = 1 << 20
        let client = CachingClient(cache: try ResponseCache(configuration), transport: InstantTransport(size: size))
        var times: [Duration] = []
        for round in 0..<rounds {
            try await withThrowingTaskGroup(of: Duration.self) { group in
                for index in 0..<width {
                    group.addTask {
                        let start = ContinuousClock.now
                        let request = CacheRequest(url: "https://example.org/\(round)/\(index)")
                        _ = try await client.response(for: request).body()
                        return ContinuousClock.now - start
                    }
                }
                for try await time in group { times.append(time) }
            }
        }
        times.sort()
        return (times[times.count / 2], times[times.count * 99 / 100])
    }
}

/// A transport that answers at once, so that only the cache's own time is measured.
private struct InstantTransport: Transport {
    let body: [UInt8]

    init(size: Int) {
        body = [UInt8](repeating: 0x78, count: size)
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let fields: HTTPFields = [.cacheControl: "max-age=600", .contentType: "text/plain", .eTag: "\"1\""]
        return TransportResponse(head: HTTPResponse(status: .ok, headerFields: fields), body: ResponseBody(body))
    }
}
