import ArticleStorage
import FeedModel
import FeedRefresh
import PackStorage
import ScriptedOrigin
import Testing

@testable import JourneyPacking

@Suite struct FileLoginTests {
    private let rig: JourneyRig

    init() throws {
        rig = try JourneyRig(hosts: 2) { $0.enclosureBudget = 10 << 20 }
    }

    /// Serves a feed on the first host, with an article for each of these enclosures, or one article without any.
    private func feed(_ enclosures: [String] = [], html: String = "<p>x</p>") throws {
        let articles = (0..<max(1, enclosures.count)).map { _ in (url: String?.none, html: html) }
        let id = try rig.feed(
            articles, named: "Show", enclosures: enclosures, at: rig.origin.url("/feed", on: rig.host(0)))
        var preferences = FeedPreferences()
        preferences.userAgent = "Player/1"
        try rig.store.setPreferences(preferences, of: id)
    }

    /// Returns a token and a cookie for each of the two hosts.
    private func keyring(cookie: SecretSource = .text("session=1")) throws -> Keyring {
        let scopes = try (0..<2).map { try #require(CredentialScope(rig.origin.url("/", on: rig.host($0)))) }
        let header = try SecretHeader("Cookie")
        return Keyring(
            scopes.flatMap { scope in
                [
                    CredentialRule(scope: scope, secret: .text("t0ken")),
                    CredentialRule(scope: scope, header: header, secret: cookie),
                ]
            })
    }

    private func pack(_ keyring: Keyring) async throws -> JourneyReport {
        try await rig.pack(PackRequest(wantsEnclosures: true), cache: "other.sqlite", keyring: keyring)
    }

    private func secrets(sentTo path: String) -> [[String?]] {
        rig.origin.requests(to: path).map { [$0["Authorization"], $0["Cookie"], $0["User-Agent"]] }
    }

    @Test("An enclosure at its feed's own origin gets the feed's credentials and User-Agent; elsewhere it gets neither")
    func origins() async throws {
        for path in ["/own.mp3", "/other.mp3"] {
            rig.route(path, JourneyRig.ranged(JourneyRig.picture(1), etag: "\"1\"", type: "audio/mpeg"))
        }
        try feed([rig.origin.url("/own.mp3", on: rig.host(0)), rig.origin.url("/other.mp3", on: rig.host(1))])
        #expect(try await pack(keyring()).missing.isEmpty)
        #expect(secrets(sentTo: "/own.mp3") == [["Bearer t0ken", "session=1", "Player/1"]])
        #expect(secrets(sentTo: "/other.mp3") == [[nil, nil, "lede-test"]])
        #expect(try rig.packStore.enclosures().map(\.state) == [.stored, .stored])
    }

    @Test("A picture at its feed's own origin gets the feed's credentials and User-Agent; elsewhere it gets neither")
    func pictures() async throws {
        for path in ["/own.png", "/other.png"] {
            rig.route(path, JourneyRig.ranged(JourneyRig.picture(1), etag: "\"1\""))
        }
        let pictures = [rig.origin.url("/own.png", on: rig.host(0)), rig.origin.url("/other.png", on: rig.host(1))]
        try feed(html: "<p>x</p>" + pictures.map { "<img src='\($0)'>" }.joined())
        #expect(try await pack(keyring()).missing.isEmpty)
        #expect(secrets(sentTo: "/own.png") == [["Bearer t0ken", "session=1", "Player/1"]])
        #expect(secrets(sentTo: "/other.png") == [[nil, nil, "lede-test"]])
        for url in pictures { #expect(try rig.packStore.bytes(of: url) == JourneyRig.picture(1)) }
    }

    @Test("The password in a feed's address is sent for a packed enclosure and a packed picture")
    func passwordInAddress() async throws {
        rig.route("/own.mp3", JourneyRig.ranged(JourneyRig.picture(1), etag: "\"1\"", type: "audio/mpeg"))
        rig.route("/own.png", JourneyRig.ranged(JourneyRig.picture(2), etag: "\"2\""))
        let files = ["/own.mp3", "/own.png"].map { rig.origin.url($0, on: rig.host(0)) }
        _ = try rig.feed(
            [(url: nil, html: "<p>x</p><img src='\(files[1])'>")], enclosures: [files[0]],
            at: rig.origin.url("/feed", on: rig.host(0)).replacing("//", with: "//me:pw@"))
        #expect(try await pack(Keyring()).missing.isEmpty)
        for path in ["/own.mp3", "/own.png"] { #expect(secrets(sentTo: path).map(\.[0]) == ["Basic bWU6cHc="]) }
    }

    @Test("A redirect to another origin does not carry a secret, although a rule covers that origin")
    func redirect() async throws {
        let target = rig.origin.url("/there.mp3", on: rig.host(1))
        rig.route("/own.mp3") { _ in .response(302, fields: ["Location": target]) }
        rig.route("/there.mp3", JourneyRig.ranged(JourneyRig.picture(1), etag: "\"1\"", type: "audio/mpeg"))
        try feed([rig.origin.url("/own.mp3", on: rig.host(0))])
        #expect(try await pack(keyring()).missing.isEmpty)
        #expect(secrets(sentTo: "/there.mp3").map { Array($0.prefix(2)) } == [[nil, nil]])
    }

    @Test("While the secret for it cannot be read, an enclosure waits and is not requested")
    func unreadable() async throws {
        rig.route("/own.mp3", JourneyRig.ranged(JourneyRig.picture(1), etag: "\"1\"", type: "audio/mpeg"))
        try feed([rig.origin.url("/own.mp3", on: rig.host(0))])
        let file = rig.folder + "/nothing"
        let report = try await pack(keyring(cookie: .file(file)))
        #expect(report.missing.map(\.reason) == [CredentialError.unreadable(file: file).description])
        #expect(rig.origin.requests.isEmpty)
        #expect(try rig.packStore.enclosures().map(\.state) == [.waiting])
    }
}
