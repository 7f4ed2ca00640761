import FeedModel
import HTTPCache
import ScriptedOrigin
import Testing

@testable import FeedRefresh

@Suite struct StoredPicturesTests {
    @Test("Pictures that memory has no room for come from the file, without a request")
    func memory() async throws {
        let rig = try ServiceRig()
        let picture = [UInt8](repeating: 7, count: 50_000)
        let fields = [RawField("Cache-Control", "max-age=600")]
        let urls = (0..<12).map { number -> String in
            rig.origin.route("/\(number)", .response(200, fields: fields, body: picture))
            return rig.origin.url("/\(number)")
        }
        for url in urls { #expect(await rig.service.loadPicture(url, limit: 1 << 20) == .bytes(picture)) }
        let memory = FeedServiceSettings.cacheMemory
        #expect(rig.service.network.cache.memoryUsage > 0 && memory < urls.count * picture.count)
        for url in urls { #expect(try rig.service.bytes(of: url) == picture) }
        #expect(rig.origin.requests.count == urls.count)
    }
}
