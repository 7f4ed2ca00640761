import FeedModel
import Foundation
import ScriptedOrigin
import SyncEngine
import Testing

@testable import FeedRefresh

/// The search for the protocol of a server that a person names by its address alone.
@Suite struct AccountFindingTests {
    /// Paths that are requested to find a Google Reader API, and the path of `lede serve`.
    private static let paths = ["/accounts/ClientLogin", "/reader/api/0/token", "/accounts/lede", "/items.json"]
    /// The other paths that are requested.
    private static let otherPaths = [
        "/", "/v1/version", "/index.php/apps/news/api", "/api/", "/tt-rss/api/", "/fever/", "/api/fever.php",
        "/plugins/fever/", "/api/greader.php/accounts/ClientLogin", "/api/greader.php/reader/api/0/token",
        "/greader/accounts/ClientLogin", "/greader/reader/api/0/token",
    ]

    @Test("A server that refuses all addresses does not count as a Google Reader API, and gets no token as a password")
    func refusingServer() async throws {
        let rig = try ServiceRig()
        let refusal = Reply.response(
            401, fields: ["Content-Type": "application/json", "WWW-Authenticate": "Bearer realm=\"lede\""],
            body: #"{"error":"a bearer token is needed"}"#)
        for path in Self.paths { rig.origin.route(path, refusal) }
        let found = try await rig.service.findServer(at: rig.origin.url("/"), kind: nil)
        #expect(found?.kind == .since && found?.url == rig.origin.url("/items.json"))
    }

    @Test(
        "A hotspot's page or a gateway's error is reported as such, not as a wrong address",
        arguments: [
            (200, "<html>Log in</html>", "a web page instead of the server's response"),
            (502, "<html>Bad gateway</html>", "502"),
        ])
    func obstacle(_ status: Int, _ body: String, _ reason: String) async throws {
        let rig = try ServiceRig()
        let reply = Reply.response(status, fields: ["Content-Type": "text/html"], body: body)
        for path in Self.paths + Self.otherPaths { rig.origin.route(path, reply) }
        do {
            _ = try await rig.service.findServer(at: rig.origin.url("/"), kind: nil)
            Issue.record("no reason")
        } catch let failure as SyncFailure {
            #expect(failure.message.contains(reason), "\(failure.message)")
        }
    }

    @Test(
        "The new address of a moved server is named in the form in which a person enters it",
        arguments: ["/", "/rss", "/rss/"])
    func movedServer(_ folder: String) async throws {
        let rig = try ServiceRig()
        let bare = folder == "/" ? "" : "/rss"
        for path in ["", "/v1/feeds"] + Self.paths + Self.otherPaths {
            rig.origin.route(bare + path) { request in
                .response(301, fields: ["Location": "https://reader.test\(request.target)"])
            }
        }
        let reason = "the server redirects to https://reader.test\(bare)/: use that address"
        do {
            _ = try await rig.service.findServer(at: rig.origin.url(folder), kind: nil)
            Issue.record("no reason")
        } catch let failure as SyncFailure {
            #expect(failure.message == reason)
        }
        let secret = rig.folder.appendingPathComponent("secret")
        try rig.write("right\n", to: secret)
        let new = NewAccount(kind: .miniflux, url: rig.origin.url(folder), secretFile: secret.path)
        #expect(try await rig.service.addAccount(new).report?.problem?.message == reason)
    }

    @Test("The address of a login page is not recommended as the new address of a server")
    func loginPage() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/v1/feeds", .response(302, fields: ["Location": "/login?rd=/v1/feeds"], body: ""))
        let secret = rig.folder.appendingPathComponent("secret")
        try rig.write("right\n", to: secret)
        let new = NewAccount(kind: .miniflux, url: rig.origin.url("/"), secretFile: secret.path)
        let report = try await rig.service.addAccount(new).report
        #expect(report?.problem?.message == "the server redirects to /login?rd=/v1/feeds")
    }

    @Test(
        "A Fever API is found at its own address, with or without the slash at its end",
        arguments: ["", "/", "/fever", "/fever/", "/fever/?api"])
    func fever(_ path: String) async throws {
        let rig = try ServiceRig()
        let reply = Reply.response(
            fields: ["Content-Type": "application/json"], body: #"{"api_version":3,"auth":0}"#)
        rig.origin.route("/fever", .response(307, fields: ["Location": "/fever/?api"], body: ""))
        for path in ["/fever/", "/fever/fever/"] { rig.origin.route(path, reply) }
        let found = try await rig.service.findServer(at: rig.origin.url(path), kind: nil)
        #expect(found?.kind == .fever && found?.url == rig.origin.url("/fever/"))
    }

    @Test("A site without an API is not a server")
    func plainSite() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/", .response(fields: ["Content-Type": "text/html"], body: "<html>A shop</html>"))
        #expect(try await rig.service.findServer(at: rig.origin.url("/"), kind: nil) == nil)
    }
}
