// Two processes share one file: the second answers with the responses that the first has fetched: `swift run
// SharedCache https://example.org/`
import CurlTransport
import Foundation
import HTTPCache
import HTTPTypes

let url = CommandLine.arguments.dropFirst().first ?? "https://example.org/"
let isSecond = CommandLine.arguments.count > 2
let client = CachingClient(cache: try ResponseCache(.init(path: "shared.sqlite")), transport: CurlTransport())
let reply = try await client.response(for: CacheRequest(url: url), policy: .returnCacheDataElseLoad)
print("process \(isSecond ? 2 : 1): \(reply.head.status.code) from the \(reply.source.rawValue)")

if !isSecond {
    // The reply above is already in the file: it is committed before it is returned.
    let second = Process()
    second.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    second.arguments = [url, "second"]
    try second.run()
    second.waitUntilExit()
}
