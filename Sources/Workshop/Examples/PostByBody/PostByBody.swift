// Stores responses to POST by the request's body, so that equal requests share a response:
// `swift run PostByBody https://example.org/query '{"page": 1}' '{"page": 2}' '{"page": 1}'`
import CurlTransport
import HTTPCache
import HTTPTypes

let arguments = Array(CommandLine.arguments.dropFirst())
let client = CachingClient(cache: ResponseCache(), transport: CurlTransport())
for question in arguments.dropFirst() {
    var request = CacheRequest(
        url: arguments[0], method: .post, fields: [.contentType: "application/json"], body: Array(question.utf8))
    request.keyedByBody = true
    // An origin rarely gives such responses a lifetime; the app may.
    request.willCache = { response in
        response.head.headerFields[.cacheControl] = "max-age=60"
        return response.head.status == .ok
    }
    let reply = try await client.response(for: request)
    print("\(question): \(reply.head.status.code) from the \(reply.source.rawValue)")
}
