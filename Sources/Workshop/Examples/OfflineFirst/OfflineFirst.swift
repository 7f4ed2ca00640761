// Shows the stored response at once, then the origin's: `swift run OfflineFirst https://example.org/`
import CurlTransport
import HTTPCache
import HTTPTypes

let url = CommandLine.arguments.dropFirst().first ?? "https://example.org/"
let cache = try ResponseCache(.init(path: "offline-first.sqlite"))
let client = CachingClient(cache: cache, transport: CurlTransport())

func show(_ title: String, _ reply: CachedReply) async throws {
    let text = String(decoding: try await reply.decodedBody().prefix(60), as: UTF8.self)
    print("\(title), \(reply.freshness.age) seconds old: \(text)")
}

for await update in client.updates(for: CacheRequest(url: url)) {
    switch update {
    case .stored(let reply): try await show("stored", reply)
    case .unchanged: print("nothing new")
    case .updated(let reply): try await show("new", reply)
    case .failed(let error, let stored): print("\(error)\(stored == nil ? "" : "; the stored response stays in use")")
    }
}
