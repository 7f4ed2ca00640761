import ArticleStorage
import FeedModel
import Foundation
import HTTPCache
import ScriptedOrigin
import Testing

@testable import FeedRefresh

@Suite struct StoredPicturesTests {
    @Test("Pictures that do not fit into memory come from the file, without a request")
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

    @Test("A hotspot's page does not stay in a picture's place", arguments: [false, true])
    func webPage(_ isRedirected: Bool) async throws {
        let rig = try ServiceRig()
        let picture = [UInt8](repeating: 7, count: 100)
        let page = Reply.response(fields: ["Content-Type": "text/html"], body: "<!doctype html><title>Hi</title>")
        let lasting: KeyValuePairs = ["Location": "/welcome", "Cache-Control": "max-age=31536000"]
        rig.origin.route("/welcome", page)
        rig.origin.route(
            "/picture",
            inOrder: [
                isRedirected ? Reply.response(301, fields: lasting, body: "<html>Moved</html>") : page,
                Reply.response(200, fields: [], body: picture),
            ])
        let url = rig.origin.url("/picture")
        let hotspot = await rig.service.loadPicture(url, limit: 1 << 20)
        #expect(hotspot == .failed("a web page arrived instead"))
        #expect(try rig.service.bytes(of: url) == nil)
        #expect(await rig.service.loadPicture(url, limit: 1 << 20) == .bytes(picture))
    }

    @Test("The reason why a picture is not loaded does not contain its address, since the text shows its number")
    func reason() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/picture", .response(body: String(repeating: "7", count: 2_000)))
        let loaded = await rig.service.loadPicture(rig.origin.url("/picture"), limit: 1_000)
        guard case .failed(let reason) = loaded else {
            Issue.record("\(loaded)")
            return
        }
        #expect(reason.hasPrefix("the body is larger than ") && !reason.contains("http"))
    }

    @Test("A hotspot's page that begins with a byte-order mark is recognised, too")
    func markedPage() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/picture", .response(body: "\u{FEFF}<!doctype html><title>Hi</title>"))
        let shown = await rig.service.loadPicture(rig.origin.url("/picture"), limit: 1 << 20)
        #expect(shown == .failed("a web page arrived instead"))
    }

    private static let pictures: [(beginning: [UInt8], end: [UInt8])] = [
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], Array("IEND\0".utf8)),
        ([0xFF, 0xD8, 0xFF, 0xE0], [0xFF, 0xD9, 0x0A]), (Array("GIF89a".utf8), [0x00, 0x3B]),
        (Array("RIFFj\0\0\0WEBP".utf8), [7, 7]),
    ]

    @Test("A truncated picture whose response has no length is shown, but not stored", arguments: 0..<4)
    func missingEnd(_ number: Int) async throws {
        let rig = try ServiceRig()
        let (beginning, end) = Self.pictures[number]
        let early = beginning + [UInt8](repeating: 7, count: 100)
        rig.origin.route(
            "/picture", inOrder: [early, early + end].map { Reply([Reply.head(200, []), .body($0), .close]) })
        let url = rig.origin.url("/picture")
        #expect(await rig.service.loadPicture(url, limit: 1 << 20) == .bytes(early))
        for _ in 1...2 { #expect(await rig.service.loadPicture(url, limit: 1 << 20) == .bytes(early + end)) }
        #expect(rig.origin.requests.count == 2)
    }

    @Test("The end of a JPEG or GIF is found before other data, and not in a preview or in a block's data")
    func dataAfterTheEnd() {
        let other = [UInt8](repeating: 7, count: 5_000)
        let preview: [UInt8] = [0xFF, 0xE1, 0x00, 0x06, 0xFF, 0xD8, 0xFF, 0xD9]
        let jpeg = [0xFF, 0xD8] + preview + [0xFF, 0xDA, 0x00, 0x02, 0x07, 0xFF, 0x00, 0x07]
        #expect(!PictureEnd.isMissing(in: jpeg + [0xFF, 0xD9] + other))
        #expect(PictureEnd.isMissing(in: jpeg + other))
        let colors = [UInt8](repeating: 7, count: 6)
        let head = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0] + colors
        let gif = head + [0x21, 0xF9, 1, 0x3B, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0x80] + colors + [2, 2, 0x3B, 7, 0]
        #expect(!PictureEnd.isMissing(in: gif + [0x3B] + other))
        #expect(PictureEnd.isMissing(in: gif))
        for count in 4..<gif.count { #expect(PictureEnd.isMissing(in: Array(gif.prefix(count)) + [7])) }
    }

    @Test("For another or an unknown format, the end is never reported missing")
    func otherEnds() {
        #expect(!PictureEnd.isMissing(in: []))
        #expect(!PictureEnd.isMissing(in: Array("RIFF".utf8)))
        #expect(!PictureEnd.isMissing(in: Array("BM".utf8) + [7, 7]))
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

    /// Returns a rig with a token for each of its two origins.
    private func lockedRig() throws -> ServiceRig {
        let addresses = ["127.0.0.1", "127.0.0.2"]
        let rig = try ServiceRig(addresses: addresses)
        let scopes = try addresses.map { try #require(CredentialScope(rig.origin.url("/", on: $0))) }
        try rig.use(Keyring(scopes.map { CredentialRule(scope: $0, secret: .text("t0ken")) }))
        return rig
    }

    @Test("A picture at its feed's own origin gets the feed's credentials and User-Agent; no other origin gets them")
    func credentials() async throws {
        let rig = try lockedRig()
        let picture = [UInt8](repeating: 7, count: 100)
        for path in ["/own", "/other", "/there", "/alone"] {
            rig.origin.route(path, .response(200, fields: [], body: picture))
        }
        let elsewhere = rig.origin.url("/there", on: "127.0.0.2")
        rig.origin.route("/moved", .response(302, fields: ["Location": elsewhere]))
        let feed = try rig.subscribe()
        var preferences = FeedPreferences()
        preferences.userAgent = "Player/1"
        try rig.store.setPreferences(preferences, of: feed)
        let other = rig.origin.url("/other", on: "127.0.0.2")
        for url in [rig.origin.url("/own"), rig.origin.url("/moved"), other] {
            #expect(await rig.service.loadPicture(url, in: feed, limit: 1 << 20) == .bytes(picture))
        }
        #expect(await rig.service.loadPicture(rig.origin.url("/alone"), limit: 1 << 20) == .bytes(picture))
        func secrets(sentTo path: String) -> [String?] { rig.origin.requests(to: path).map { $0["Authorization"] } }
        #expect(secrets(sentTo: "/own") == ["Bearer t0ken"] && secrets(sentTo: "/moved") == ["Bearer t0ken"])
        for path in ["/there", "/other", "/alone"] { #expect(secrets(sentTo: path) == [nil], "\(path)") }
        #expect(rig.origin.requests(to: "/own").map { $0["User-Agent"] } == ["Player/1"])
        #expect(rig.origin.requests(to: "/other").map { $0["User-Agent"] } != ["Player/1"])
    }

    @Test("A stored picture is found although its response varies by the feed's own User-Agent")
    func ownUserAgent() async throws {
        let rig = try ServiceRig()
        let picture = [UInt8](repeating: 7, count: 100)
        let fields = [RawField("Vary", "Accept-Encoding, User-Agent")]
        rig.origin.route("/picture", .response(200, fields: fields, body: picture))
        let feed = try rig.subscribe()
        var preferences = FeedPreferences()
        preferences.userAgent = "Player/1"
        try rig.store.setPreferences(preferences, of: feed)
        let url = rig.origin.url("/picture")
        #expect(await rig.service.loadPicture(url, in: feed, limit: 1 << 20) == .bytes(picture))
        #expect(try rig.service.bytes(of: url) == picture)
        #expect(rig.origin.requests(to: "/picture").map { $0["User-Agent"] } == ["Player/1"])
    }

    @Test("A picture whose secret cannot be read comes from the cache, and is not requested")
    func unreadable() async throws {
        let rig = try lockedRig()
        let picture = [UInt8](repeating: 7, count: 100)
        for path in ["/stored", "/new"] {
            rig.origin.route(path, .response(200, fields: [], body: picture))
        }
        let feed = try rig.subscribe()
        #expect(await rig.service.loadPicture(rig.origin.url("/stored"), in: feed, limit: 1 << 20) == .bytes(picture))
        rig.service.network.cache.flush()
        let file = rig.folder.appendingPathComponent("nothing").path
        let scope = try #require(CredentialScope(rig.origin.url("/")))
        try rig.use(Keyring([CredentialRule(scope: scope, secret: .file(file))]))
        #expect(await rig.service.loadPicture(rig.origin.url("/stored"), in: feed, limit: 1 << 20) == .bytes(picture))
        let refused = await rig.service.loadPicture(rig.origin.url("/new"), in: feed, limit: 1 << 20)
        #expect(refused == .failed(CredentialError.unreadable(file: file).description))
        #expect(rig.origin.requests.map(\.path) == ["/stored"])
    }
}
