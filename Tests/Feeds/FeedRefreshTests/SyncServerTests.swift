import ArticleStorage
import FeedModel
import Foundation
import ScriptedOrigin
import Synchronization
import Testing

@testable import FeedRefresh

/// The adapters over real curl, against scripted servers modelled on the real ones.
@Suite struct SyncServerTests {
    static let kinds: [ServerKind] = [.miniflux, .greader, .fever, .nextcloud, .ttrss]

    /// A service with an account on a scripted server.
    struct Setup {
        let rig: ServiceRig
        let server: ScriptedSyncServer
        let secret: URL

        init(_ kind: ServerKind) throws {
            rig = try ServiceRig()
            server = ScriptedSyncServer(kind, on: rig.origin)
            secret = rig.folder.appendingPathComponent("secret")
            try rig.write("right\n", to: secret)
        }

        @discardableResult
        func add() async throws -> AccountReport? {
            let user = server.kind == .miniflux ? nil : "me"
            return try await rig.service.addAccount(
                NewAccount(kind: server.kind, url: server.address, user: user, secretFile: secret.path)
            ).report
        }

        @discardableResult
        func sync() async throws -> AccountReport? {
            rig.pass(seconds: 3_600)
            return try await rig.service.refresh(reason: .everything).accounts.first
        }

        func requests(_ work: () async throws -> Void) async throws -> Int {
            let before = rig.origin.requests.count
            try await work()
            return rig.origin.requests.count - before
        }

        var rows: [ArticleSummary] {
            get throws {
                try rig.store.page(of: ArticleListing(.all, midnight: rig.now), at: .start, limit: 2_000).rows
            }
        }

        func id(_ number: Int) throws -> ArticleID {
            try #require(try rows.first { $0.title == "Article \(number)" }).id
        }

        /// True if both sides have the same articles with the same marks.
        func expectEqual(_ comment: Comment? = nil) throws {
            let here = Set(try rows.map { "\($0.title) \($0.isRead) \($0.isStarred)" })
            let there = Set(server.entries.map { "Article \($0.id) \($0.isRead) \($0.isStarred)" })
            #expect(here == there, comment)
            #expect(try rows.count == server.entries.count, comment)
        }
    }

    @Test(
        "A first sync fetches all, a second one takes few requests, and no request goes to the feed's site",
        .disabled("the scripted servers' counts of requests do not agree with the adapters yet"),
        arguments: kinds)
    func firstSync(_ kind: ServerKind) async throws {
        let setup = try Setup(kind)
        setup.server.publish(1...120)
        setup.server.change(7) { $0.isRead = true }
        setup.server.change(8) { $0.isStarred = true }
        let report = try await setup.add()
        #expect(report?.problem == nil && report?.newArticles == 120)
        try setup.expectEqual()
        let feed = try #require(try setup.rig.store.subscriptions().first)
        #expect(feed.title.hasPrefix("Wire") && feed.folder == [kind == .greader ? "News & a/b" : "News"])
        #expect(feed.feedURL == "http://a.test/feed")
        let limit: [ServerKind: Int] = [.miniflux: 4, .greader: 5, .fever: 5, .nextcloud: 4, .ttrss: 6]
        let quiet = try await setup.requests { try await setup.sync() }
        #expect(quiet <= limit[kind]!)
        try setup.expectEqual()
        #expect(setup.rig.origin.requests.allSatisfy { $0["Accept-Encoding"]?.contains("gzip") == true })
    }

    @Test("New articles and marks from elsewhere arrive; local marks are pushed first, as values", arguments: kinds)
    func bothWays(_ kind: ServerKind) async throws {
        let setup = try Setup(kind)
        setup.server.publish(1...30)
        try await setup.add()
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

    @Test("A fault instead of a response loses, duplicates and marks nothing", arguments: kinds)
    func faults(_ kind: ServerKind) async throws {
        for fault in Self.faults {
            let setup = try Setup(kind)
            setup.server.publish(1...60)
            try await setup.add()
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

    @Test("A wrong password is tried once per sync; marks wait", arguments: kinds)
    func wrongPassword(_ kind: ServerKind) async throws {
        let setup = try Setup(kind)
        setup.server.publish(1...3)
        try await setup.add()
        try setup.rig.store.set(.read(true), on: [setup.id(1)])
        try setup.rig.write("wrong\n", to: setup.secret)
        setup.server.world.withLock { ($0.password, $0.session) = ("changed", "s2") }
        let before = setup.rig.origin.requests.count
        let report = try await setup.sync()
        #expect(report?.problem?.kind == .credentials)
        #expect(report?.problem?.message.contains("refuses") == true)
        let logins = setup.rig.origin.requests.dropFirst(before).count { request in
            kind == .greader
                ? request.path.hasSuffix("ClientLogin")
                : kind == .ttrss ? String(decoding: request.body, as: UTF8.self).contains("\"login\"") : true
        }
        #expect(logins == 1)
        #expect(try setup.rig.store.accounts()[0].outgoingCount == 1 && setup.rows.count == 3)
    }

    @Test("An expired session takes one login and one repeated request", arguments: [ServerKind.greader, .ttrss])
    func expiredSession(_ kind: ServerKind) async throws {
        let setup = try Setup(kind)
        setup.server.publish(1...3)
        try await setup.add()
        setup.server.world.withLock { $0.session = "s2" }
        setup.server.publish(4...5)
        let report = try await setup.sync()
        #expect(report?.problem == nil && report?.newArticles == 2)
        try setup.expectEqual()
    }

    @Test("Retry-After stops every request to the server until then", arguments: kinds, [429, 503])
    func retryAfter(_ kind: ServerKind, status: Int) async throws {
        let setup = try Setup(kind)
        setup.server.publish(1...3)
        try await setup.add()
        let told: @Sendable (Reply) -> Reply = { _ in .response(status, fields: ["Retry-After": "7200"], body: "") }
        setup.server.world.withLock { $0.faults = [told] }
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
        let setup = try Setup(kind)
        setup.server.publish(1...3)
        try await setup.add()
        let log = try String(contentsOf: setup.rig.folder.appendingPathComponent("requests.log"), encoding: .utf8)
        #expect(!log.contains("right") && !log.contains("api_key") && !log.contains("s1"))
        for target in setup.rig.origin.requests.map(\.target) { #expect(!target.contains("right")) }
        for name in try FileManager.default.contentsOfDirectory(atPath: setup.rig.folder.path) where name != "secret" {
            let bytes = (try? Data(contentsOf: setup.rig.folder.appendingPathComponent(name))) ?? Data()
            #expect(bytes.range(of: Data("feed-secret".utf8)) == nil)
        }
    }

    @Test("Another origin never gets the account's secret")
    func redirect() async throws {
        let setup = try Setup(.miniflux)
        setup.server.publish(1...3)
        let elsewhere = try Origin()
        let target = elsewhere.url("/v1/feeds")
        setup.server.world.withLock { $0.faults = [{ _ in .response(302, fields: ["Location": target], body: "") }] }
        let report = try await setup.add()
        #expect(report?.problem?.message.contains("redirects to") == true && elsewhere.requests.isEmpty)
    }
}
