import Foundation
import HTTPCache
import HTTPTypes

/// A cache over URLSession instead of curl: `swift run OwnTransport https://example.org/`
@main
enum OwnTransport {
    static func main() async throws {
        let url = CommandLine.arguments.dropFirst().first ?? "https://example.org/"
        let cache = try ResponseCache(.init(path: "own-transport.sqlite"))
        let client = CachingClient(cache: cache, transport: URLSessionTransport())
        let reply = try await client.response(for: CacheRequest(url: url))
        print("\(reply.head.status.code), \(try await reply.decodedBody().count) bytes, \(reply.cacheStatus)")
    }
}
