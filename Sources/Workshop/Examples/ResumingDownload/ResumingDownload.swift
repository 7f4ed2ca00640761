// Resumes an interrupted download; end it with Ctrl-C and run it again: `swift run ResumingDownload
// https://example.org/large.iso large.iso`
import CurlTransport
import Foundation
import HTTPCache
import HTTPCacheFoundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count == 2, let url = URL(string: arguments[0]) else {
    print("usage: ResumingDownload URL FILE")
    exit(64)
}
let session = CachingSession(CachingClient(cache: ResponseCache(), transport: CurlTransport()))
do {
    let response = try await session.download(for: URLRequest(url: url), to: URL(filePath: arguments[1]))
    print(response.statusCode == 206 ? "continued and complete" : "complete")
} catch {
    print("broken off: \(error.localizedDescription)")
    exit(1)
}
