import FeedModel
import HTTPCache
import ScriptedOrigin
import Testing

@testable import FeedRefresh

@Suite struct StoredPicturesTests {
    @Test("Pictures come from the file again without a request, and do not fill the memory")
    func memory() async throws {
        let rig = try ServiceRig()
        let picture = [UInt8](repeating: 7, count: 300_000)
        let fields = [RawField("Cache-Control", "max-age=600")]
        let urls = (0..<12).map { number -> String in
            rig.origin.route("/\(number)", .response(200, fields: fields, body: picture))
            return rig.origin.url("/\(number)")
        }
        for url in urls { #expect(await rig.service.loadPicture(url, limit: 1 << 20) == .bytes(picture)) }
        #expect(rig.service.network.cache.memoryUsage <= FeedServiceSettings.cacheMemory)
        for url in urls { #expect(try rig.service.bytes(of: url) == picture) }
        #expect(rig.service.network.cache.memoryUsage <= FeedServiceSettings.cacheMemory)
        #expect(rig.origin.requests.count == urls.count)
    }
}
