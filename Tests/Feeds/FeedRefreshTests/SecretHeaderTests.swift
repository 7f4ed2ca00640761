import ArticleStorage
import FeedModel
import Foundation
import ScriptedOrigin
import ScriptedServers
import Testing

@testable import FeedRefresh

@Suite struct SecretHeaderTests {
    private static func rule(_ url: String, _ header: String?, _ secret: SecretSource) throws -> CredentialRule {
        CredentialRule(
            scope: try #require(CredentialScope(url)), header: try header.map { try SecretHeader($0) }, secret: secret)
    }

    @Test("Each field comes from the longest rule that names it, in addition to the login")
    func fields() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/api/feed", .response(body: atomFeed(1...2)))
        try rig.use(
            Keyring([
                try Self.rule(rig.origin.url("/"), nil, .text("t0ken")),
                try Self.rule(rig.origin.url("/"), "AppId", .text("7")),
                try Self.rule(rig.origin.url("/"), "AppKey", .text("short")),
                try Self.rule(rig.origin.url("/api/"), "appkey", .command(["printf", "a key=1; b=2"])),
                try Self.rule(rig.origin.url("/other/"), "X-Other", .text("x")),
            ]))
        let id = try rig.subscribe("/api/feed")
        _ = try await rig.service.refresh(reason: .everything)
        let request = try #require(rig.origin.requests.first)
        #expect(request["Authorization"] == "Bearer t0ken" && request["AppId"] == "7")
        #expect(request.values("AppKey") == ["a key=1; b=2"] && request["X-Other"] == nil)
        #expect(try rig.titles(id).count == 2)
    }

    @Test("A redirect to another origin drops the fields; one to the same origin keeps them")
    func redirect() async throws {
        let rig = try ServiceRig(addresses: ["127.0.0.1", "127.0.0.2"])
        rig.origin.route("/feed", .response(302, fields: ["Location": "/same"]))
        rig.origin.route("/same", .response(302, fields: ["Location": rig.origin.url("/there", on: "127.0.0.2")]))
        rig.origin.route("/there", .response(body: atomFeed(1...2)))
        try rig.use(Keyring([try Self.rule(rig.origin.url("/"), "AppKey", .text("hush"))]))
        _ = try rig.subscribe()
        _ = try await rig.service.refresh(reason: .everything)
        #expect(rig.origin.requests.map(\.path) == ["/feed", "/same", "/there"])
        #expect(rig.origin.requests.map { $0["AppKey"] } == ["hush", "hush", nil])
    }

    @Test("An article's page gets the fields at the feed's own origin only")
    func pages() async throws {
        let rig = try ServiceRig(addresses: ["127.0.0.1", "127.0.0.2"])
        rig.routeFeedOfTwoOrigins()
        rig.origin.route("/page", .response(404))
        try rig.use(
            Keyring([
                try Self.rule(rig.origin.url("/"), "Cookie", .text("session=1")),
                try Self.rule(rig.origin.url("/", on: "127.0.0.2"), "Cookie", .text("session=2")),
            ]))
        let id = try rig.subscribe()
        _ = try await rig.service.refresh(reason: .everything)
        for row in try rig.rows(id) {
            _ = try await rig.service.page(of: row.id, readable: {})
        }
        let asked = rig.origin.requests(to: "/page")
        #expect(asked.count == 2)
        #expect(asked.first { $0.address == "127.0.0.1" }?["Cookie"] == "session=1")
        #expect(asked.first { $0.address == "127.0.0.2" }?["Cookie"] == nil)
    }

    @Test("The log, the library and the cache contain no secret, and the library's own validators still work")
    func nowhereWritten() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed") { request in
            request["X-Key"] == "hush-hush"
                ? .validated(request, etag: "\"1\"", fields: ["Vary": "X-Key, Accept"], body: atomFeed(1...2))
                : .response(403)
        }
        try rig.use(Keyring([try Self.rule(rig.origin.url("/feed"), "X-Key", .text("hush-hush"))]))
        let id = try rig.subscribe()
        for _ in 0..<2 {
            #expect(try await rig.service.refresh(.feeds([id]), reason: .insisted).failures.isEmpty)
        }
        #expect(try rig.titles(id).count == 2 && rig.origin.requests.last?["If-None-Match"] == "\"1\"")
        for file in try FileManager.default.contentsOfDirectory(at: rig.folder, includingPropertiesForKeys: nil) {
            let bytes = try Data(contentsOf: file)
            #expect(bytes.firstRange(of: Data("hush-hush".utf8)) == nil, "\(file.lastPathComponent)")
        }
    }

    @Test("A refused secret is read again the next time", arguments: [401, 403])
    func refused(_ status: Int) async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed") { $0["Cookie"] == "new" ? .response(body: atomFeed(1...2)) : .response(status) }
        let file = rig.folder.appendingPathComponent("secret")
        try rig.write("old\n", to: file)
        try rig.use(Keyring([try Self.rule(rig.origin.url("/feed"), "Cookie", .file(file.path))]))
        let id = try rig.subscribe()
        let report = try await rig.service.refresh(.feeds([id]), reason: .insisted)
        #expect(report.failures.count == 1)
        try rig.write("new\n", to: file)
        _ = try await rig.service.refresh(.feeds([id]), reason: .insisted)
        #expect(try rig.titles(id).count == 2)
    }

    @Test("A feed is not requested without its field if the secret cannot be read, or while secrets are withheld")
    func unavailable() async throws {
        let rig = try ServiceRig()
        let file = rig.folder.appendingPathComponent("none")
        let id = try rig.subscribe()
        let cases: [(SecretSource, Bool)] = [(.file(file.path), false), (.text("hush"), true)]
        for (secret, isWithheld) in cases {
            try rig.use(Keyring([try Self.rule(rig.origin.url("/"), "AppKey", secret)], isWithheld: isWithheld))
            let report = try await rig.service.refresh(.feeds([id]), reason: .insisted)
            #expect(report.failures.map(\.problem.kind) == [.credentials])
        }
        #expect(rig.origin.requests.isEmpty)
    }

    @Test("Every request of an account carries the fields, even the requests that find its protocol")
    func account() async throws {
        let setup = try SyncSetup(.greader)
        setup.server.publish(1...3)
        let home = setup.rig.origin.url("/")
        try setup.rig.use(
            Keyring([
                try Self.rule(home, "AppId", .text("1000")), try Self.rule(home, "AppKey", .text("hush-hush")),
            ]))
        let found = try await setup.rig.service.findServer(at: setup.server.address, kind: nil)
        #expect(found?.kind == .greader)
        #expect(try await setup.add()?.problem == nil)
        try setup.rig.store.set(.read(true), on: [setup.id(1)])
        await setup.rig.service.pushMarks(isProbe: true)
        try setup.expectEqual()
        let requests = setup.rig.origin.requests
        #expect(requests.contains { $0["Authorization"]?.hasPrefix("GoogleLogin") == true })
        #expect(requests.allSatisfy { $0["AppId"] == "1000" && $0["AppKey"] == "hush-hush" })
        for name in try FileManager.default.contentsOfDirectory(atPath: setup.rig.folder.path) {
            let bytes = (try? Data(contentsOf: setup.rig.folder.appendingPathComponent(name))) ?? Data()
            #expect(bytes.firstRange(of: Data("hush-hush".utf8)) == nil, "\(name)")
        }
    }

    @Test("A rule for a field is not a login: an account without a login sends no request")
    func noLogin() async throws {
        let rig = try ServiceRig()
        try rig.use(Keyring([try Self.rule(rig.origin.url("/"), "AppKey", .text("hush"))]))
        let account = NewAccount(kind: .miniflux, url: rig.origin.url("/"))
        let report = try await rig.service.addAccount(account, secret: nil).report
        #expect(report?.problem?.kind == .credentials && rig.origin.requests.isEmpty)
    }

    @Test(
        "An invalid field name, or one that lede sets itself, is refused",
        arguments: [
            ("", SecretHeader.Refusal.notAName), ("X Key", .notAName), ("X-Key:", .notAName), ("X\r\nKey", .notAName),
            ("Schlüssel", .notAName), (String(repeating: "a", count: 129), .notAName),
            ("authorization", .authorization), ("Host", .reserved), ("content-length", .reserved),
            ("Transfer-Encoding", .reserved), ("Connection", .reserved), ("range", .reserved),
            ("If-None-Match", .reserved), ("Accept-Encoding", .reserved), ("Accept", .reserved),
            ("USER-AGENT", .reserved), ("Proxy-Authorization", .reserved), ("Expect", .reserved),
            ("Cache-Control", .reserved),
        ])
    func names(_ name: String, _ refusal: SecretHeader.Refusal) {
        #expect(throws: refusal) { try SecretHeader(name) }
    }
}
