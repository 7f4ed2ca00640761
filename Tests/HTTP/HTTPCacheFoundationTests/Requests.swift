import CurlTransport
import Foundation
import HTTPCache
import HTTPCacheFoundation
import HTTPTransport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Returns a session with an empty cache.
func session(_ transport: any Transport = CurlTransport()) -> CachingSession {
    CachingSession(CachingClient(cache: ResponseCache(), transport: transport))
}

func request(_ text: String, _ policy: URLRequest.CachePolicy = .useProtocolCachePolicy) throws -> URLRequest {
    URLRequest(url: try #require(URL(string: text)), cachePolicy: policy)
}
