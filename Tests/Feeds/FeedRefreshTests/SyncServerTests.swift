import ArticleStorage
import FeedModel
import Foundation
import ScriptedOrigin
import ScriptedServers
import Synchronization
import Testing

@testable import FeedRefresh

/// The adapters over real curl, against scripted servers modelled on the real ones.
@Suite struct SyncServerTests {
    static let kinds: [ServerKind] = [.miniflux, .greader, .fever, .nextcloud, .ttrss]

    @Test(
        "A first sync fetches everything, a second one costs little, and the feed's own site gets no request",
        arguments: kinds)
    func firstSync(_ kind: ServerKind) async throws {
        let setup = try SyncSetup(kind)
        setup.server.publish(1...120)
        setup.server.change(7) { $0.isRead = true }
        setup.server.change(8) { $0.isStarred = true }
        let report = try await setup.add()
        #expect(report?.problem == nil && report?.newArticles == 120)
        try setup.expectEqual()
        let feed = try #require(try setup.rig.store.subscriptions().first)
        #expect(feed.title.hasPrefix("Wire") && feed.folder == [kind == .greader ? "News & a/b" : "News"])
        #expect(feed.feedURL == "http://a.test/feed")
        let limit: [ServerKind: Int] = [.miniflux: 4, .greader: 6, .fever: 5, .nextcloud: 4, .ttrss: 6]
        let quiet = try await setup.requests { try await setup.sync() }
        #expect(quiet <= limit[kind]!)
        try setup.expectEqual()
        #expect(setup.rig.origin.requests.allSatisfy { $0["Accept-Encoding"]?.contains("gzip") == true })
    }

    @Test("New articles and marks from elsewhere arrive; local marks are pushed first, as values", arguments: kinds)
    func bothWays(_ kind: ServerKind) async throws {
        let setup = try await SyncSetup(kind, syncing: 1...30)
        try setup.rig.store.set(.read(true), on: (1...20).map { try setup.id($0) })
        try setup.rig.store.set(.starred(true), on: (1...5).map { try setup.id($0) })
        try setup.rig.store.set(.read(false), on: [setup.id(2)])
        setup.server.publish(31...90)
        setup.server.change(25) { $0.isRead = true }
        setup.server.change(26) { $0.isStarred = true }
        // Starred on both sides: no toggle removes the star.
        setup.server.change(1) { $0.isStarred = true }
        let report = try await setup.sync()
        #expect(report?.problem == nil && report?.newArticles == 60)
        try setup.expectEqual()
        #expect(setup.server.entries.count { $0.isRead } == 20 && setup.server.entries.count { $0.isStarred } == 6)
        try setup.rig.store.set(.starred(false), on: [setup.id(1)])
        await setup.rig.service.pushMarks(isProbe: true)
        #expect(setup.server.entries.first?.isStarred == false)
        #expect(try setup.rig.store.accounts()[0].outgoingCount == 0)
    }

    @Test(
        "A star removed elsewhere is removed here; the star of an article that the server deleted stays",
        arguments: [ServerKind.miniflux, .fever])
    func starOfDeleted(_ kind: ServerKind) async throws {
        let setup = try SyncSetup(kind)
        setup.server.publish(1...5)
        for id in 1...2 { setup.server.change(id) { ($0.isRead, $0.isStarred) = (true, true) } }
        try await setup.add()
        let ids = try [setup.id(1), setup.id(2)]
        setup.server.world.withLock { _ = $0.entries.removeFirst() }
        setup.server.change(2) { $0.isStarred = false }
        for _ in 1...2 { #expect(try await setup.sync()?.problem == nil) }
        #expect(try ids.map { try setup.rig.store.article($0)?.isStarred } == [true, false])
        let quiet = try await setup.requests { try await setup.sync() }
        #expect(quiet <= (kind == .miniflux ? 4 : 5))
    }

    @Test("Many stars removed elsewhere cost one request more, and one for each article that the server has deleted")
    func manyStars() async throws {
        let setup = try SyncSetup(.miniflux)
        setup.server.publish(1...120)
        for id in 1...119 { setup.server.change(id) { ($0.isRead, $0.isStarred) = (true, true) } }
        try await setup.add()
        let deleted = try setup.id(1)
        setup.server.world.withLock { _ = $0.entries.removeFirst() }
        for id in 2...119 { setup.server.change(id) { $0.isStarred = false } }
        #expect(try await setup.requests { try await setup.sync() } <= 6)
        #expect(try setup.rows.filter(\.isStarred).map(\.id) == [deleted])
    }

    @Test(
        "A feed that has no title on its server is listed by its address",
        arguments: [ServerKind.miniflux, .fever, .nextcloud])
    func noTitle(_ kind: ServerKind) async throws {
        let setup = try SyncSetup(kind)
        setup.server.publish(1...3)
        setup.server.world.withLock { $0.feeds[0].title = "" }
        try await setup.add()
        #expect(try setup.rig.store.subscriptions()[0].title == "http://a.test/feed")
    }

    @Test(
        "A placeholder for a missing date is not a date",
        arguments: [ServerKind.greader, .fever, .nextcloud, .ttrss], [0, -62_135_596_800])
    func missingDate(_ kind: ServerKind, seconds: Int) async throws {
        let setup = try SyncSetup(kind)
        setup.server.publish(1...2)
        setup.server.change(2) { $0.published = seconds }
        try await setup.add()
        let dates = try [1, 2].map { try setup.rig.store.article(setup.id($0))?.item.published }
        #expect(dates[0] != nil && dates[1] == nil)
    }

    @Test("A fault in place of a response does not lose, duplicate or mark anything", arguments: kinds)
    func faults(_ kind: ServerKind) async throws {
        for fault in Self.faults {
            let setup = try await SyncSetup(kind, syncing: 1...60)
            for place in 0..<6 {
                setup.server.publish(100 + place...100 + place)
                let marked = try setup.id(1 + place)
                try setup.rig.store.set(.read(true), on: [marked])
                try setup.rig.store.set(.starred(true), on: [marked])
                setup.server.world.withLock { $0.faults = Array(repeating: nil, count: place) + [fault.reply] }
                try await setup.sync()
                setup.server.world.withLock { $0.faults = [] }
                try await setup.sync()
                try setup.expectEqual("\(fault.name) at request \(place)")
                #expect(try setup.rig.store.accounts()[0].outgoingCount == 0, "\(fault.name) at request \(place)")
            }
            #expect(setup.server.entries.count { $0.isRead } == 6 && setup.server.entries.count { $0.isStarred } == 6)
        }
    }

    private static let faults: [(name: String, reply: @Sendable (Reply) -> Reply)] = [
        ("a hotspot's page", { _ in .response(fields: ["Content-Type": "text/html"], body: "<html>Log in</html>") }),
        ("another JSON", { _ in .response(fields: ["Content-Type": "application/json"], body: "{\"ok\":true}") }),
        ("500", { _ in .response(500, body: "oops") }),
        (
            "an answer that was cut off",
            { _ in .response(fields: ["Content-Type": "application/json"], body: "{\"items\":[{\"id\":") }
        ),
        // The server does the work, and the response is lost.
        ("a lost answer", { _ in .closed }),
    ]

    @Test(
        "5,000 unread articles in 50 feeds cost what `lede help sync` states",
        .enabled(if: ProcessInfo.processInfo.environment["LEDE_LONG_TESTS"] != nil, "takes half a minute; run by hand"),
        arguments: [
            (ServerKind.greader, [26, 6, 4]), (.fever, [104, 5, 254]), (.nextcloud, [5, 4, 5]), (.ttrss, [56, 30, 5]),
        ]
    )
    func costs(_ kind: ServerKind, _ most: [Int]) async throws {
        let setup = try SyncSetup(kind)
        setup.server.world.withLock { world in
            world.feeds += (2...50).map {
                .init(id: $0, title: "Wire \($0)", url: "http://a.test/\($0)", folder: "News")
            }
        }
        for feed in 1...50 { setup.server.publish(feed * 100 - 99...feed * 100, in: feed) }
        let first = try await setup.requests { try await setup.add() }
        let quiet = try await setup.requests { try await setup.sync() }
        let ids = try setup.rows.prefix(200).map(\.id)
        try setup.rig.store.set(.read(true), on: Array(ids))
        try setup.rig.store.set(.starred(true), on: Array(ids.prefix(50)))
        let marks = try await setup.requests { await setup.rig.service.pushMarks(isProbe: true) }
        print("\(kind.rawValue): \(first) \(quiet) \(marks)")
        #expect(first <= most[0] && quiet <= most[1] && marks <= most[2])
        #expect(try setup.outgoing == 0)
    }

    @Test("A wrong password is tried once per sync; marks wait", arguments: kinds)
    func wrongPassword(_ kind: ServerKind) async throws {
        let setup = try await SyncSetup(kind, syncing: 1...3)
        try setup.rig.store.set(.read(true), on: [setup.id(1)])
        try setup.rig.write("wrong\n", to: setup.secret)
        setup.server.world.withLock { ($0.password, $0.session) = ("changed", "s2") }
        let before = setup.rig.origin.requests.count
        let report = try await setup.sync()
        #expect(report?.problem?.kind == .credentials)
        #expect(report?.problem?.message.contains("refused") == true)
        let logins = setup.rig.origin.requests.dropFirst(before).count { request in
            kind == .greader
                ? request.path.hasSuffix("ClientLogin")
                : kind == .ttrss ? String(decoding: request.body, as: UTF8.self).contains("\"login\"") : true
        }
        #expect(logins == 1)
        #expect(try setup.rig.store.accounts()[0].outgoingCount == 1 && setup.rows.count == 3)
    }

    @Test("A firewall that refuses only marks does not hold back articles")
    func firewall() async throws {
        let setup = try await SyncSetup(.miniflux, syncing: 1...3)
        try setup.rig.store.set(.read(true), on: [setup.id(1)])
        setup.server.publish(4...5)
        // The feeds and the newest article, whose id is checked, arrive.
        setup.server.world.withLock { $0.faults = [nil, nil, { _ in .response(403) }] }
        let report = try await setup.sync()
        #expect(report?.problem?.message.contains("403") == true)
        #expect(try setup.rows.count == 5 && setup.outgoing == 1)
        #expect(try await setup.sync()?.problem == nil)
        try setup.expectEqual()
    }

    @Test(
        "A wrong secret for a known account is refused at once, although its session is valid",
        arguments: [ServerKind.greader, .ttrss])
    func wrongNewSecret(_ kind: ServerKind) async throws {
        let setup = try await SyncSetup(kind, syncing: 1...3)
        try setup.rig.write("wrong\n", to: setup.secret)
        let refused = try await setup.add()
        #expect(refused?.problem?.kind == .credentials, "\(refused as Any)")
        #expect(try setup.rig.store.accounts().count == 1 && setup.rows.count == 3)
        try setup.rig.write("right\n", to: setup.secret)
        #expect(try await setup.add()?.problem == nil)
    }

    @Test("A secret that the server refuses does not replace the secret of a known account")
    func refusedNewSecret() async throws {
        let setup = try await SyncSetup(.greader, syncing: 1...3)
        let mistyped = setup.rig.folder.appendingPathComponent("mistyped")
        try setup.rig.write("wrong\n", to: mistyped)
        let renewed = NewAccount(kind: .greader, url: setup.server.address, user: "me", secretFile: mistyped.path)
        let added = try await setup.rig.service.addAccount(renewed, secret: nil)
        #expect(!added.isNew && added.report?.problem?.kind == .credentials, "\(added)")
        #expect(added.report?.problem?.message.hasSuffix("; the former secret stays") == true, "\(added)")
        let account = try setup.rig.store.accounts()[0]
        #expect(account.secretFile == setup.secret.path && account.health.problem == nil)
        setup.server.publish(4...4)
        let report = try await setup.sync()
        #expect(report?.problem == nil && report?.newArticles == 1, "\(report as Any)")
    }

    @Test("A secret that the server refuses does not replace the secret of [[credentials]]")
    func refusedBesideRule() async throws {
        let setup = try SyncSetup(.miniflux)
        let scope = try #require(CredentialScope(setup.server.address))
        try setup.rig.use(Keyring([CredentialRule(scope: scope, secret: .text("right"))]))
        setup.server.publish(1...3)
        var account = NewAccount(kind: .miniflux, url: setup.server.address)
        #expect(try await setup.rig.service.addAccount(account, secret: nil).report?.problem == nil)
        try setup.rig.write("wrong\n", to: setup.secret)
        account.secretFile = setup.secret.path
        let added = try await setup.rig.service.addAccount(account, secret: nil)
        #expect(added.report?.problem?.message.hasSuffix("; the former secret stays") == true, "\(added)")
        #expect(try setup.rig.store.accounts().map(\.secretFile) == [nil])
    }

    @Test("An expired session costs one login and one repeated request", arguments: [ServerKind.greader, .ttrss])
    func expiredSession(_ kind: ServerKind) async throws {
        let setup = try await SyncSetup(kind, syncing: 1...3)
        setup.server.world.withLock { $0.session = "s2" }
        setup.server.publish(4...5)
        let report = try await setup.sync()
        #expect(report?.problem == nil && report?.newArticles == 2)
        try setup.expectEqual()
    }

    @Test("Retry-After stops every request to the server until then", arguments: kinds, [429, 503])
    func retryAfter(_ kind: ServerKind, status: Int) async throws {
        let setup = try await SyncSetup(kind, syncing: 1...3)
        let pausing: @Sendable (Reply) -> Reply = { _ in .response(status, fields: ["Retry-After": "7200"], body: "") }
        setup.server.world.withLock { $0.faults = [pausing] }
        try await setup.sync()
        try setup.rig.store.set(.read(true), on: [setup.id(1)])
        let count = try await setup.requests {
            try await setup.sync()
            await setup.rig.service.pushMarks(isProbe: true)
            let feed = try setup.rig.store.subscriptions()[0].id
            await #expect(throws: (any Error).self) { try await setup.rig.service.unsubscribe(feed) }
        }
        #expect(count == 0)
        setup.rig.pass(seconds: 7_200)
        #expect(try await setup.sync()?.problem == nil)
        try setup.expectEqual()
    }

    @Test("The log and the stored data contain no secret and no token", arguments: kinds)
    func secrecy(_ kind: ServerKind) async throws {
        let setup = try SyncSetup(kind)
        setup.server.world.withLock { $0.session = "login-token" }
        setup.server.publish(1...3)
        try await setup.add()
        // The password as it is typed, as Basic credentials contain it and as Fever hashes it; the token of a login; the
        // password of a feed, which Miniflux sends.
        let secrets = ["right", "bWU6cmlnaHQ=", "0a2e6ddef8d68fff31b43357d06399ea", "login-token", "feed-secret"]
        let requests = setup.rig.origin.requests
        let sent = requests.map { "\($0.fields.map(\.value)) \(String(decoding: $0.body, as: UTF8.self))" }
        #expect(sent.contains { request in secrets.contains { request.contains($0) } })
        #expect(!requests.contains { request in secrets.contains { request.target.contains($0) } })
        let names = try FileManager.default.contentsOfDirectory(atPath: setup.rig.folder.path)
            .filter { !["secret", "tokens"].contains($0) }
        #expect(Set(names).isSuperset(of: ["library.sqlite", "cache.sqlite", "requests.log"]))
        for name in names {
            let bytes = try Data(contentsOf: setup.rig.folder.appendingPathComponent(name))
            for secret in secrets + ["api_key"] {
                #expect(bytes.firstRange(of: Data(secret.utf8)) == nil, "\(secret) in \(name)")
            }
        }
    }

    @Test("Another origin never gets the account's secret")
    func redirect() async throws {
        let setup = try SyncSetup(.miniflux)
        setup.server.publish(1...3)
        let elsewhere = try Origin()
        let target = elsewhere.url("/v1/feeds")
        setup.server.world.withLock { $0.faults = [{ _ in .response(302, fields: ["Location": target], body: "") }] }
        let report = try await setup.add()
        #expect(report?.problem?.message.contains("redirects to") == true && elsewhere.requests.isEmpty)
    }
}
