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

    @Test("While secrets are withheld, a picture with a password in its address comes from the cache only")
    func withheld() async throws {
        let rig = try ServiceRig()
        let picture = [UInt8](repeating: 7, count: 100)
        let fields = [RawField("Cache-Control", "max-age=600")]
        for path in ["/stored", "/new"] {
            rig.origin.route(path, .response(200, fields: fields, body: picture))
        }
        func secret(_ path: String) -> String { rig.origin.url(path).replacing("//", with: "//me:pw@") }
        #expect(await rig.service.loadPicture(secret("/stored"), limit: 1 << 20) == .bytes(picture))
        rig.service.network.cache.flush()
        try rig.use(Keyring(isWithheld: true))
        #expect(await rig.service.loadPicture(secret("/stored"), limit: 1 << 20) == .bytes(picture))
        let refused = await rig.service.loadPicture(secret("/new"), limit: 1 << 20)
        #expect(refused == .failed(CredentialError.withheld.description))
        #expect(rig.origin.requests.map(\.path) == ["/stored"])
        #expect(await rig.service.loadPicture(rig.origin.url("/new"), limit: 1 << 20) == .bytes(picture))
    }
}
