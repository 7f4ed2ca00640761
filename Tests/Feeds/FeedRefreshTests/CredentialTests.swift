import ArticleStorage
import FeedModel
import Foundation
import ScriptedOrigin
import Testing

@testable import FeedRefresh

@Suite struct CredentialTests {
    /// Serves a feed to requests with this value of `Authorization`, and 401 to all others.
    private static func locked(_ origin: Origin, _ path: String = "/feed", _ authorization: String) {
        origin.route(path) { request in
            request["Authorization"] == authorization
                ? .validated(request, etag: "\"1\"", fields: ["Vary": "Authorization"], body: atomFeed(1...2))
                : .response(401, fields: ["WWW-Authenticate": "Basic realm=\"feeds\""])
        }
    }

    private static func rule(_ url: String, user: String? = nil, _ secret: SecretSource) throws -> CredentialRule {
        CredentialRule(scope: try #require(CredentialScope(url)), user: user, secret: secret)
    }

    @Test(
        "A rule applies to one origin, and to complete segments of a path",
        arguments: [
            ("https://a.example", "https://a.example/feed?x=1", true),
            ("https://a.example/", "HTTPS://A.example:443/feed", true),
            ("https://a.example/", "http://a.example/feed", false),
            ("https://a.example/", "https://a.example.evil.example/feed", false),
            ("https://a.example/", "https://a.example@evil.example/feed", false),
            ("https://a.example/", "https://evil.example\\@a.example/feed", false),
            ("https://a.example:8443", "https://a.example/feed", false),
            ("https://a.example/me", "https://a.example/me/feed", true),
            ("https://a.example/me", "https://a.example/me?feed", true),
            ("https://a.example/me", "https://a.example/melanie", false),
            ("https://a.example/me/", "https://a.example/you/", false),
        ])
    func scope(_ rule: String, _ url: String, _ covers: Bool) throws {
        #expect(try #require(CredentialScope(rule)).covers(url) == covers)
    }

    @Test("A password is sent as Basic, a token as Bearer; the longest rule applies; a 304 keeps the secret out too")
    func basicAndBearer() async throws {
        let rig = try ServiceRig()
        Self.locked(rig.origin, "/feed", "Basic " + Data("me:pass:wörd".utf8).base64EncodedString())
        Self.locked(rig.origin, "/api/feed", "Bearer t0ken")
        try rig.use(
            Keyring([
                try Self.rule(rig.origin.url("/"), user: "me", .text("pass:wörd")),
                try Self.rule(rig.origin.url("/api/"), .text("t0ken")),
            ]))
        let feeds = [try rig.subscribe("/feed"), try rig.subscribe("/api/feed")]
        for _ in 0..<2 {
            let report = try await rig.service.refresh(reason: .everything)
            #expect(report.failures.isEmpty)
        }
        for feed in feeds { #expect(try rig.titles(feed).count == 2) }
        #expect(rig.origin.requests.suffix(2).allSatisfy { $0["If-None-Match"] == "\"1\"" })
    }

    @Test("A redirect to another origin drops all credentials, whatever their source")
    func redirect() async throws {
        let rig = try ServiceRig(addresses: ["127.0.0.1", "127.0.0.2"])
        let elsewhere = rig.origin.url("/there", on: "127.0.0.2")
        rig.origin.route("/feed", .response(302, fields: ["Location": "/same"]))
        rig.origin.route("/same", .response(302, fields: ["Location": elsewhere]))
        rig.origin.route("/there", .response(401))
        try rig.use(Keyring([try Self.rule(rig.origin.url("/"), .text("t0ken"))]))
        let byRule = try rig.subscribe()
        let byAddress = try rig.store.add(
            NewSubscription(feedURL: rig.origin.url("/feed?2").replacingOccurrences(of: "//", with: "//me:pw@"))
        ).id
        let report = try await rig.service.refresh(reason: .everything)
        #expect(rig.origin.requests(to: "/same").map { $0["Authorization"] }.contains("Bearer t0ken"))
        #expect(rig.origin.requests(to: "/there").count == 2)
        #expect(rig.origin.requests(to: "/there").allSatisfy { $0["Authorization"] == nil })
        #expect(Set(report.failures.map(\.subscription.id)) == [byRule, byAddress])
        let host = "127.0.0.2:\(rig.origin.port)"
        #expect(report.failures.allSatisfy { $0.problem.message == "401: \(host) needs a login" })
    }

    @Test("While secrets are withheld, a feed with a password in its address or a rule is not requested; others are")
    func withheld() async throws {
        let rig = try ServiceRig()
        for path in ["/feed", "/ruled", "/open"] { rig.origin.route(path, .response(body: atomFeed(1...2))) }
        try rig.use(Keyring([try Self.rule(rig.origin.url("/ruled"), .text("t0ken"))], isWithheld: true))
        let byAddress = try rig.store.add(
            NewSubscription(feedURL: rig.origin.url("/feed").replacingOccurrences(of: "//", with: "//me:pw@"))
        ).id
        let byRule = try rig.subscribe("/ruled")
        let open = try rig.subscribe("/open")
        let report = try await rig.service.refresh(reason: .everything)
        #expect(Set(report.failures.map(\.subscription.id)) == [byAddress, byRule])
        #expect(report.failures.allSatisfy { $0.problem.kind == .credentials })
        #expect(rig.origin.requests.map(\.path) == ["/open"])
        #expect(try rig.titles(open).count == 2)
    }

    @Test("While secrets are withheld, a saved page with a password in its address is not requested, but others are")
    func withheldPage() async throws {
        let rig = try ServiceRig()
        try rig.use(Keyring(isWithheld: true))
        let open = rig.origin.url("/open")
        let typed = "me:pw@\(rig.origin.url("/page").dropFirst("http://".count))"
        for address in [typed, "http://\(typed)"] {
            let saved = try await rig.service.save(address)
            #expect(saved.page == .withheld)
            let words = try #require(saved.page?.words)
            #expect(words.hasSuffix(CredentialError.withheld.description))
        }
        _ = try await rig.service.save(open)
        #expect(rig.origin.requests.map(\.path) == ["/open"])
    }

    @Test("While secrets are withheld, a feed with a rule stays in the queue, and is not requested")
    func ruledInQueue() async throws {
        let rig = try ServiceRig()
        Self.locked(rig.origin, "/feed", "Bearer t0ken")
        let rules = [try Self.rule(rig.origin.url("/feed"), .text("t0ken"))]
        try rig.service.setOffline(true)
        let (feed, _) = try rig.service.subscribeWithoutFetching(NewSubscription(feedURL: rig.origin.url("/feed")))
        try rig.service.setOffline(false)
        try rig.use(Keyring(rules, isWithheld: true))
        try await rig.service.fetchQueued()
        #expect(try rig.origin.requests.isEmpty && rig.store.queue().map(\.attempts) == [0])
        rig.pass(seconds: 61)
        try rig.use(Keyring(rules))
        try await rig.service.fetchQueued()
        #expect(try !rig.titles(feed).isEmpty && rig.store.queueCount() == 0)
    }

    @Test("While secrets are withheld, a page and a feed with a password in their address stay in the queue")
    func withheldInQueue() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed", .response(body: atomFeed(1...2)))
        rig.origin.route("/page", .response(404))
        try rig.service.setOffline(true)
        let secret = rig.origin.url("/feed").replacing("//", with: "//me:pw@")
        let (feed, _) = try rig.service.subscribeWithoutFetching(NewSubscription(feedURL: secret))
        _ = try await rig.service.save(rig.origin.url("/page").replacing("//", with: "//me:pw@"))
        try rig.service.setOffline(false)
        try rig.use(Keyring(isWithheld: true))
        for _ in 0..<25 {
            try await rig.service.fetchQueued()
            rig.pass(seconds: 61)
        }
        #expect(rig.origin.requests.isEmpty)
        #expect(try rig.store.queue().map(\.attempts) == [0, 0])
        try rig.use(Keyring())
        try await rig.service.fetchQueued()
        #expect(try rig.titles(feed).count == 2 && rig.store.queueCount() == 0)
        #expect(!rig.origin.requests(to: "/page").isEmpty)
    }

    @Test("A 401 is reported per feed, and the secret is read again the next time")
    func refused() async throws {
        let rig = try ServiceRig()
        Self.locked(rig.origin, "/feed", "Bearer new")
        let file = rig.folder.appendingPathComponent("secret")
        try rig.write("old\n", to: file)
        try rig.use(Keyring([try Self.rule(rig.origin.url("/feed"), .file(file.path))]))
        let id = try rig.subscribe()
        let open = try rig.subscribe("/open")
        rig.origin.route("/open", .response(401))
        let host = "127.0.0.1:\(rig.origin.port)"
        let report = try await rig.service.refresh(reason: .everything)
        let problems = Dictionary(uniqueKeysWithValues: report.failures.map { ($0.subscription.id, $0.problem) })
        #expect(problems[id] == FeedProblem(kind: .credentials, message: "401: \(host) refused the credentials"))
        #expect(problems[open] == FeedProblem(kind: .credentials, message: "401: \(host) needs a login"))
        try rig.write("\u{FEFF}new\r\nand a second line\n", to: file)
        _ = try await rig.service.refresh(.feeds([id]), reason: .insisted)
        #expect(try rig.titles(id).count == 2)
    }

    @Test(
        "A file that others can read is refused, and its feed's server gets no request",
        arguments: [0o640, 0o604, 0o620])
    func exposedFile(_ mode: Int) async throws {
        let rig = try ServiceRig()
        let file = rig.folder.appendingPathComponent("secret")
        try rig.write("t0ken", to: file, mode: mode)
        try rig.use(Keyring([try Self.rule(rig.origin.url("/"), .file(file.path))]))
        let id = try rig.subscribe()
        let report = try await rig.service.refresh(reason: .everything)
        #expect(
            report.failures.map(\.problem) == [
                FeedProblem(
                    kind: .credentials,
                    message: "no credentials: \(file.path) is readable by others; use chmod 600")
            ])
        #expect(try rig.store.subscription(id)?.health.problem?.kind == .credentials)
        #expect(rig.origin.requests.isEmpty)
    }

    @Test(
        "A command runs without a shell, once for all feeds, and its error never shows the secret",
        arguments: [
            (["printf", "%s\n", "$HOME t0ken"], nil),
            (["sh", "-c", "echo hush; exit 3"], "no credentials: sh exited with status 3"),
            (["/no/such/program"], "no credentials: /no/such/program cannot be run"),
            (["true"], "no credentials: true has no usable secret (one line, 8 KB at most)"),
            (["printf", "a\tb"], "no credentials: printf has no usable secret (one line, 8 KB at most)"),
            (["printf", "%8193s", "x"], "no credentials: printf has no usable secret (one line, 8 KB at most)"),
        ] as [([String], String?)])
    func command(_ words: [String], _ problem: String?) async throws {
        let rig = try ServiceRig()
        Self.locked(rig.origin, "/feed", "Bearer $HOME t0ken")
        try rig.use(Keyring([try Self.rule(rig.origin.url("/"), .command(words))]))
        let id = try rig.subscribe()
        let report = try await rig.service.refresh(reason: .everything)
        #expect(report.failures.map(\.problem.message) == [problem].compactMap(\.self))
        #expect(try rig.titles(id).count == (problem == nil ? 2 : 0))
    }

    @Test("Offline, no command is run")
    func offline() async throws {
        let rig = try ServiceRig()
        let trace = rig.folder.appendingPathComponent("was-run")
        try rig.use(Keyring([try Self.rule(rig.origin.url("/"), .command(["touch", trace.path]))]))
        let id = try rig.subscribe()
        try rig.service.setOffline(true)
        _ = try await rig.service.open(id, events: { _ in })
        #expect(!FileManager.default.fileExists(atPath: trace.path))
    }

    @Test("An article's page gets the feed's credentials at the feed's own origin only")
    func linkedPage() async throws {
        let rig = try ServiceRig(addresses: ["127.0.0.1", "127.0.0.2"])
        rig.routeFeedOfTwoOrigins()
        rig.origin.route("/page", .response(401))
        try rig.use(
            Keyring([
                try Self.rule(rig.origin.url("/"), .text("t0ken")),
                try Self.rule(rig.origin.url("/", on: "127.0.0.2"), .text("the other's")),
            ]))
        let id = try rig.subscribe()
        _ = try await rig.service.refresh(reason: .everything)
        for row in try rig.rows(id) {
            _ = try await rig.service.page(of: row.id, readable: {})
        }
        let asked = rig.origin.requests(to: "/page")
        #expect(asked.first { $0.address == "127.0.0.1" }?["Authorization"] == "Bearer t0ken")
        #expect(asked.count == 2 && asked.first { $0.address == "127.0.0.2" }?["Authorization"] == nil)
    }

    @Test("The password in a feed's address is sent for its pages and pictures at the same origin only")
    func passwordInAddress() async throws {
        let rig = try ServiceRig(addresses: ["127.0.0.1", "127.0.0.2"])
        rig.routeFeedOfTwoOrigins()
        for path in ["/page", "/picture"] { rig.origin.route(path, .response(401)) }
        let address = rig.origin.url("/feed").replacing("//", with: "//me:p%40w@")
        let id = try rig.store.add(NewSubscription(feedURL: address)).id
        _ = try await rig.service.refresh(reason: .everything)
        for row in try rig.rows(id) {
            _ = try await rig.service.page(of: row.id, readable: {})
        }
        for host in ["127.0.0.1", "127.0.0.2"] {
            _ = await rig.service.loadPicture(rig.origin.url("/picture", on: host), in: id, limit: 1 << 20)
        }
        for path in ["/page", "/picture"] {
            let sent = Dictionary(
                uniqueKeysWithValues: rig.origin.requests(to: path).map { ($0.address, $0["Authorization"]) })
            let login = "Basic " + Data("me:p@w".utf8).base64EncodedString()
            #expect(sent == ["127.0.0.1": login, "127.0.0.2": nil], "\(path)")
        }
    }

    @Test("The log, the library, the cache and derived addresses contain no secret")
    func nowhereWritten() async throws {
        let rig = try ServiceRig()
        let feed =
            "<rss version='2.0'><channel><title>T</title><item><guid>1</guid><title>One</title><link>/one</link></item>"
            + "</channel></rss>"
        rig.origin.route("/feed") { request in
            request["Authorization"] == nil
                ? .response(401) : .response(fields: ["Vary": "Authorization, Accept"], body: feed)
        }
        try rig.use(Keyring([try Self.rule(rig.origin.url("/feed"), .text("hush-hush"))]))
        _ = try rig.subscribe()
        let inAddress = try rig.store.add(
            NewSubscription(feedURL: rig.origin.url("/feed?2").replacingOccurrences(of: "//", with: "//me:pssst@"))
        ).id
        let report = try await rig.service.refresh(reason: .everything)
        #expect(report.failures.isEmpty)
        let row = try #require(try rig.rows(inAddress).first)
        #expect(try rig.store.article(row.id)?.item.url == rig.origin.url("/one"))
        for file in try FileManager.default.contentsOfDirectory(at: rig.folder, includingPropertiesForKeys: nil) {
            let bytes = try Data(contentsOf: file)
            #expect(bytes.firstRange(of: Data("hush-hush".utf8)) == nil, "\(file.lastPathComponent)")
            #expect(file.pathExtension != "log" || bytes.firstRange(of: Data("pssst".utf8)) == nil)
        }
    }
}
