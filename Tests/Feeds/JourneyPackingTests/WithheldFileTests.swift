import FeedRefresh
import PackStorage
import ScriptedOrigin
import Testing

@testable import JourneyPacking

@Suite struct WithheldFileTests {
    @Test("While secrets are withheld, pictures and enclosures with a password in their address are not requested")
    func notRequested() async throws {
        let rig = try JourneyRig(keyring: Keyring(isWithheld: true)) { $0.enclosureBudget = 10 << 20 }
        for path in ["/secret.png", "/open.png", "/secret.mp3"] {
            rig.route(path, JourneyRig.ranged(JourneyRig.picture(1), etag: "\"1\""))
        }
        func secret(_ path: String) -> String { rig.origin.url(path).replacing("//", with: "//me:pw@") }
        let pictures = [secret("/secret.png"), rig.origin.url("/open.png")].map { "<img src='\($0)'>" }
        try rig.feed([(nil, "<p>x</p>" + pictures.joined())], enclosures: [secret("/secret.mp3")])
        let report = try await rig.pack(PackRequest(wantsEnclosures: true))
        #expect(rig.origin.requests.map(\.path) == ["/open.png"])
        #expect(report.missing.map(\.reason) == [CredentialError.withheld.description])
        #expect(report.missing.map(\.count) == [2], "a picture and an enclosure")
        #expect(report.partly == 1)
        #expect(try rig.packStore.bytes(of: rig.origin.url("/open.png")) != nil)
    }

    @Test("An enclosure that was withheld is fetched by a later journey without its article")
    func laterJourney() async throws {
        let rig = try JourneyRig(keyring: Keyring(isWithheld: true))
        rig.route("/1.mp3", JourneyRig.ranged(JourneyRig.picture(1), etag: "\"1\"", type: "audio/mpeg"))
        let url = rig.origin.url("/1.mp3").replacing("//", with: "//me:pw@")
        try rig.feed([(nil, "<p>x</p>")], named: "Show", enclosures: [url])
        let report = try await rig.pack(PackRequest(wantsEnclosures: true))
        #expect(report.end == .complete && report.missing.map(\.reason) == [CredentialError.withheld.description])
        #expect(try rig.packStore.enclosures().map(\.state) == [.waiting])
        // The next journey contains no article.
        try await rig.pack(nil, cache: "other.sqlite")
        #expect(try rig.packStore.enclosures().map(\.state) == [.stored])
    }
}
