// A cache on disk and one request. A second run sends no request while the response is fresh, and a conditional request
// afterwards: `swift run FirstRequest https://example.org/`
import CurlTransport
import HTTPCache
import HTTPTypes

let url = CommandLine.arguments.dropFirst().first ?? "https://example.org/"
let cache = try ResponseCache(.init(path: "first-request.sqlite"))
let client = CachingClient(cache: cache, transport: CurlTransport())
let reply = try await client.response(for: CacheRequest(url: url))
let body = try await reply.decodedBody()
print("\(reply.head.status.code), \(body.count) bytes, from the \(reply.source.rawValue)")
print("Cache-Status: \(reply.cacheStatus)")
