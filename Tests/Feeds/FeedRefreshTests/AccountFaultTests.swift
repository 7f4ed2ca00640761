import ArticleStorage
import FeedModel
import Foundation
import ScriptedOrigin
import ScriptedServers
import Synchronization
import Testing

@testable import FeedRefresh

@Suite struct AccountFaultTests: AccountTests {
    let rig: ServiceRig
    let hub: ScriptedHub

    init() throws {
        rig = try ServiceRig()
        hub = ScriptedHub(on: rig.origin)
    }

    @Test(
        "A fault neither loses nor duplicates anything",
        arguments: [
            Fault.cutBody, .unavailable, .portal, .portalJSON, .lateCut, .wrongShape, .reset,
        ])
    func faults(_ fault: Fault) async throws {
        hub.publish(1...150)
        try await add()
        let one = try id(1)
        try rig.store.set(.read(true), on: [one])
        hub.publish(151...153)
        // The fault affects the push, then the pull, then the push of the next pass.
        hub.log.withLock { $0.faults = [fault.change, nil, fault.change, fault.change] }
        var problems = 0
        for _ in 1...4 {
            let report = try await sync()
            for account in report.accounts where account.problem != nil {
                problems += 1
                #expect(try rig.store.accounts()[0].health.nextAttempt ?? .distantPast > rig.now)
            }
        }
        #expect(problems > 0 && hub.log.withLock { $0.faults.isEmpty })
        try await sync()
        #expect(try titles() == expected(1...153))
        #expect(try rig.store.subscriptions()[0].articleCount == 153)
        #expect(hub.entries.filter(\.isRead).map(\.id) == ["urn:a:1"])
        #expect(try rig.store.article(one)?.isRead == true)
        #expect(try rig.store.accounts()[0].outgoingCount == 0)
        #expect(try rig.store.accounts()[0].health.problem == nil)
    }

    enum Fault: String, CaseIterable, Sendable {
        case cutBody, unavailable, portal, portalJSON, lateCut, wrongShape, reset

        var change: @Sendable (Reply) -> Reply {
            switch self {
            case .cutBody: { Reply([.bytes(Self.head($0)), .close]) }
            case .unavailable: { _ in .response(503, body: "no") }
            case .portal:
                { _ in .response(fields: ["Content-Type": "text/html"], body: "<html><body>Log in</body></html>") }
            case .portalJSON:
                { _ in .response(fields: ["Content-Type": "application/json"], body: "<html>Log in</html>") }
            // The server does the work, and the response is lost.
            case .lateCut: { _ in .closed }
            case .wrongShape: { _ in .response(fields: ["Content-Type": "application/json"], body: "{\"ok\":true}") }
            case .reset: { _ in .reset }
            }
        }

        /// Returns an incomplete response, whose declared length is larger.
        private static func head(_ reply: Reply) -> [UInt8] {
            guard case .bytes(let bytes)? = reply.steps.first else { return [] }
            return bytes + Array("{\"version\"".utf8)
        }
    }

    @Test("Every request obeys Retry-After, unless the person insists", arguments: RefreshReason.allCases)
    func retryAfter(_ reason: RefreshReason) async throws {
        hub.publish(1...2)
        try await add()
        let pause: @Sendable (Reply) -> Reply = { _ in .response(503, fields: ["Retry-After": "7200"], body: "") }
        hub.log.withLock { $0.faults = [pause, pause] }
        try await sync()
        let count = rig.origin.requests.count
        let report = try await rig.service.refresh(reason: reason)
        let isAsked = [.insisted, .reload].contains(reason)
        #expect(rig.origin.requests.count == count + (isAsked ? 1 : 0))
        #expect((report.accounts.first?.waitingUntil == nil) == isAsked)
        // The marks wait as long as the server said last.
        await rig.service.pushMarks()
        #expect(rig.origin.requests.count == count + (isAsked ? 1 : 0))
        hub.log.withLock { $0.faults = [] }
        rig.pass(seconds: 7200)
        try await sync()
        #expect(rig.origin.requests.count == count + (isAsked ? 2 : 1))
    }

    @Test("A pause of an account ends after a day, whatever its server says")
    func longestPause() async throws {
        hub.publish(1...2)
        try await add()
        let time = "Thu, 26 Nov 2099 18:34:00 GMT"
        hub.log.withLock { $0.faults = [{ _ in .response(503, fields: ["Retry-After": time], body: "") }] }
        try await sync()
        let account = try #require(try rig.store.accounts().first)
        #expect(account.retryAfter == rig.now + 86_400)
        #expect(account.health.nextAttempt == rig.now + 86_400)
        rig.pass(seconds: 86_400)
        #expect(try await sync().accounts.first?.problem == nil)
    }

    @Test("A Retry-After in the past does not end the back-off")
    func retryAfterOver() async throws {
        hub.publish(1...2)
        try await add()
        hub.log.withLock { $0.faults = [{ _ in .response(503, fields: ["Retry-After": "0"], body: "") }] }
        try await sync()
        #expect(try rig.store.accounts()[0].health.nextAttempt ?? .distantPast > rig.now)
    }

    @Test("A response that trickles in ends at the time limit of an exchange")
    func dripping() async throws {
        let rig = try ServiceRig(stallTimeout: 5) { $0.pageTimeout = 1 }
        let gate = Gate()
        let head = Reply.head(200, [RawField("Content-Length", "500")])
        rig.origin.route(
            "/v1/feeds", Reply([head, .drip([UInt8](repeating: UInt8(ascii: " "), count: 500), pieceSize: 64, gate)]))
        gate.pass()
        let secret = rig.folder.appendingPathComponent("secret")
        try rig.write("right\n", to: secret)
        let report = try await rig.service.addAccount(
            NewAccount(kind: .miniflux, url: rig.origin.url("/"), secretFile: secret.path)
        ).report
        #expect(report?.problem?.message.contains("not complete after 1 seconds") == true, "\(report as Any)")
    }

    @Test(
        "A server that refuses every request, or lacks the protocol, is not added; one that is down is added",
        arguments: [
            (Reply.response(403), true), (Reply.response(500), true),
            (Reply.response(body: "<html>A shop</html>"), true),
            (Reply.response(503, fields: ["Retry-After": "60"]), false), (Reply.response(503), false),
            (Reply([.close]), false),
        ])
    func firstSyncFails(_ reply: Reply, _ isRejected: Bool) async throws {
        let rig = try ServiceRig()
        for path in ["/v1/me", "/v1/feeds", "/v1/entries", "/v1/categories"] { rig.origin.route(path, reply) }
        let secret = rig.folder.appendingPathComponent("secret")
        try rig.write("right\n", to: secret)
        let account = NewAccount(kind: .miniflux, url: rig.origin.url("/"), secretFile: secret.path)
        let added = try await rig.service.addAccount(account, secret: nil)
        #expect(added.isRejected == isRejected, "\(added)")
        #expect(try rig.store.accounts().isEmpty == isRejected)
        // The person's own secret file stays.
        #expect(FileManager.default.fileExists(atPath: secret.path))
    }

    @Test(
        "An account without the user name that its server needs is not added, and sends no request",
        arguments: [ServerKind.greader, .fever, .nextcloud, .ttrss])
    func noUser(_ kind: ServerKind) async throws {
        let rig = try ServiceRig()
        let secret = rig.folder.appendingPathComponent("secret")
        try rig.write("right\n", to: secret)
        let account = NewAccount(kind: kind, url: rig.origin.url("/"), secretFile: secret.path)
        let added = try await rig.service.addAccount(account, secret: nil)
        #expect(added.isRejected && added.report?.problem?.message.contains("--user") == true, "\(added)")
        #expect(rig.origin.requests.isEmpty)
    }

    @Test("A refused token is distinguished from a missing one", arguments: [true, false])
    func refusedToken(_ isSent: Bool) async throws {
        let rig = try ServiceRig()
        rig.origin.route("/items.json", .response(401))
        let secret = rig.folder.appendingPathComponent("secret")
        try rig.write("former\n", to: secret)
        let url = rig.origin.url("/items.json")
        let account = NewAccount(kind: .since, url: url, secretFile: isSent ? secret.path : nil)
        let added = try await rig.service.addAccount(account, secret: nil)
        let message = isSent ? "the server refused the token" : "the server needs a token"
        #expect(added.isRejected && added.report?.problem?.message == message, "\(added)")
    }

    @Test("While secrets are withheld, no account sends the secret of its own file or the token of its last login")
    func withheldSecrets() async throws {
        let rig = try ServiceRig(keepsTokens: true) { $0.keyring = Keyring([], isWithheld: true) }
        let secret = rig.folder.appendingPathComponent("secret")
        try rig.write("right\n", to: secret)
        let report = try await rig.service.addAccount(
            NewAccount(kind: .miniflux, url: rig.origin.url("/"), secretFile: secret.path)
        ).report
        #expect(report?.problem?.message == CredentialError.withheld.description)
        #expect(rig.origin.requests.isEmpty)
        let account = try #require(try rig.store.accounts().first)
        rig.service.settings.sessions?.keep("t0ken", of: account)
        #expect(rig.service.settings.sessions?.token(of: account) == "t0ken")
        #expect(await AccountClient(rig.service.visitContext, account).session() == nil)
    }

    @Test("If the library cannot be written, no lease stays, and the requests are counted")
    func unwritableLibrary() async throws {
        hub.publish(1...2)
        try await add()
        rig.origin.route("/own", .response(body: atomFeed(1...2)))
        _ = try rig.subscribe("/own")
        hub.publish(3...3)
        let before = try Traffic.total(in: rig.store).requests
        let repair = try refuseArticles(in: rig)
        rig.pass(seconds: 3600)
        await #expect(throws: ArticleStoreError.self) { try await rig.service.refresh(reason: .everything) }
        #expect(try rig.store.leaseOwners().isEmpty)
        #expect(try Traffic.total(in: rig.store).requests == before + 2)
        #expect(try rig.store.accounts()[0].health.problem == nil)
        try repair()
        let report = try await rig.anotherService().refresh(reason: .everything)
        #expect(report.leasedElsewhere == 0 && report.progress.newArticles == 3)
        #expect(try titles() == expected(1...3).union(["Number 1", "Number 2"]))
    }

    @Test("A refresh during whose sync the person goes offline is not complete, and stays in the queue")
    func offlineMeanwhile() async throws {
        let setup = try await SyncSetup(.miniflux, syncing: 1...3)
        let (service, store) = (setup.rig.service, setup.rig.store)
        try store.queue(.everything, at: setup.rig.now)
        setup.server.publish(4...6)
        setup.server.world.withLock { world in
            world.faults = [
                { reply in
                    try? service.setOffline(true)
                    return reply
                }
            ]
        }
        setup.rig.pass(seconds: 3_600)
        let report = try await service.refresh(reason: .everything)
        #expect(report.isOffline && report.reasons == ["offline now"] && report.failureCount == 0)
        #expect(try store.queue().map(\.fetch) == [.everything])
    }

    @Test("Offline, no request is sent; marks wait until the reader is online again")
    func offline() async throws {
        hub.publish(1...3)
        try await add()
        try rig.service.setOffline(true)
        try rig.store.set(.read(true), on: [id(1)])
        let count = rig.origin.requests.count
        try await sync()
        #expect(try await rig.service.open(rig.store.subscriptions()[0].id) { _ in } == .unchanged)
        #expect(rig.origin.requests.count == count)
        #expect(try rig.store.accounts()[0].outgoingCount == 1)
        try rig.service.setOffline(false)
        try await sync()
        #expect(hub.entries.filter(\.isRead).map(\.id) == ["urn:a:1"])
    }

    @Test("Marks alone are pushed in one request; a server that refuses them gets no requests for a while")
    func marksAlone() async throws {
        hub.publish(1...3)
        try await add()
        let health = try rig.store.accounts()[0].health
        await rig.service.pushMarks()
        #expect(targets.last?.hasPrefix("/items.json") == true)
        try rig.store.set(.read(true), on: [id(1), id(2)])
        let count = rig.origin.requests.count
        await rig.service.pushMarks()
        #expect(targets.dropFirst(count) == ["/state"])
        #expect(hub.entries.count { $0.isRead } == 2)
        #expect(try rig.store.accounts()[0].health == health)

        try rig.store.set(.starred(true), on: [id(3)])
        hub.log.withLock { $0.faults = [Fault.unavailable.change] }
        for _ in 1...3 { await rig.service.pushMarks() }
        #expect(targets.dropFirst(count) == ["/state", "/state"])
        #expect(try rig.store.accounts()[0].health.problem != nil)
        rig.pass(seconds: 1)
        await rig.service.pushMarks()
        #expect(hub.entries.filter(\.isStarred).map(\.id) == ["urn:a:3"])
        #expect(try rig.store.accounts()[0].health.problem == nil)

        try rig.store.set(.starred(false), on: [id(3)])
        hub.log.withLock { $0.faults = [{ _ in .response(503, fields: ["Retry-After": "7200"], body: "") }] }
        await rig.service.pushMarks()
        rig.pass(seconds: 3600)
        await rig.service.pushMarks(isProbe: true)
        #expect(rig.origin.requests.count == count + 4)
        rig.pass(seconds: 3600)
        try rig.service.setOffline(true)
        await rig.service.pushMarks()
        #expect(rig.origin.requests.count == count + 4)
        #expect(try rig.store.accounts()[0].outgoingCount == 1)
    }

    @Test(
        "An unreachable account server counts as a failed connection, and no request is sent until a probe is due",
        arguments: [0, 2])
    func unreachable(syncs: Int) async throws {
        hub.publish(1...2)
        try await add()
        // From the second sync on, its response is stored and must be revalidated.
        for _ in 0..<syncs { try await sync() }
        let port = rig.origin.port
        rig.origin.stop()
        let reported = Mutex<[Connectivity]>([])
        rig.pass(seconds: 3600)
        let report = try await rig.service.refresh(reason: .everything) { event in
            if case .connectivity(let connectivity) = event { reported.withLock { $0.append(connectivity) } }
        }
        #expect(report.unreachableUntil == rig.now + 5)
        #expect(reported.withLock { $0.last } == .unreachable(nextTry: rig.now + 5))
        #expect(report.accounts.first?.problem?.kind == .network)
        #expect(report.accounts.first?.problem?.message.contains("504") == false)
        #expect(report.accounts.first?.problem?.message.contains("/items.json") == false)
        #expect(try FeedService.unreachable(in: rig.store) != nil)
        // A feed that the server reads has no host of its own that lede could ask.
        #expect(rig.service.network.knownHosts() == 1)

        let back = try Origin(port: port)
        let hub = ScriptedHub(on: back)
        hub.publish(1...3)
        #expect(try await rig.service.refresh(reason: .schedule).unreachableUntil != nil)
        #expect(back.requests.isEmpty)
        // A request by the person need not wait.
        #expect(try await rig.service.refresh(reason: .everything).unreachableUntil == nil)
        #expect(rig.service.connectivity == .online)
        #expect(try titles() == expected(1...3))
    }

    @Test("The queue keeps its requests while the account's server is unreachable")
    func queuedWhileUnreachable() async throws {
        hub.publish(1...2)
        try await add()
        _ = try rig.service.fetchOnceConnected(.everything)
        rig.origin.stop()
        rig.pass(seconds: 3600)
        try await rig.service.fetchQueued()
        #expect(try rig.store.queueCount() == 1)
    }
}
