import ArticleStorage
import FeedRefresh
import HTTPCache
import HTTPTransport
import HTTPTypes
import TestFolders
import Testing

@Suite struct HotspotProbeTests {
    /// Hosts that serve a feed, except those whose certificate is not trusted.
    private struct Hosts: Transport {
        let untrusted: Set<String>

        func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            let host = request.head.authority ?? ""
            guard !untrusted.contains(host) else {
                throw TransportError(.untrusted, "\(host): SSL certificate problem: certificate has expired")
            }
            var head = HTTPResponse(status: .ok)
            head.headerFields[.contentType] = "application/rss+xml"
            let feed = "<rss version='2.0'><channel><title>x</title></channel></rss>"
            return TransportResponse(head: head, body: ResponseBody(Array(feed.utf8)))
        }
    }

    @Test(
        "One untrusted certificate leaves it open whether there is a hotspot, two prove one, and a feed rules it out",
        arguments: [
            (["a.example"], HotspotProbe.Finding.cutOff), (["a.example", "b.example"], .hotspot),
            (["a.example", "c.example"], .network), (["a.example", "b.example", "c.example"], .network),
        ])
    func untrustedCertificates(_ hosts: [String], finding: HotspotProbe.Finding) async throws {
        let folder = try TemporaryFolder()
        let cache = ResponseCache.Configuration(path: folder.path + "/cache.sqlite")
        let service = FeedService(
            store: try ArticleStore(path: folder.path + "/library.sqlite"),
            cache: try ResponseCache(cache), transport: Hosts(untrusted: ["a.example", "b.example"]),
            settings: FeedServiceSettings(userAgent: "lede-test"), owner: "probe")
        let probe = await service.probeHotspot(hosts.map { "https://\($0)/feed" })
        #expect(probe.finding == finding)
    }
}
