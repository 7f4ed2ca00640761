import ArticleStorage
import FeedModel
import Foundation
import ScriptedOrigin
import ScriptedServers
import Synchronization
import Testing

@testable import FeedRefresh

/// Servers that speak the Google Reader API differ in their ids, pages, tokens and names.
@Suite struct GoogleReaderVariationTests {
    @Test("Articles and marks sync with every variation of the servers", arguments: ReaderVariation.allCases)
    func variations(_ variation: ReaderVariation) async throws {
        let setup = try SyncSetup(.greader, as: variation)
        setup.server.publish(1...110)
        setup.server.change(7) { $0.isRead = true }
        setup.server.change(8) { $0.isStarred = true }
        let report = try await setup.add()
        #expect(report?.problem == nil && report?.newArticles == 110)
        try setup.expectEqual("first sync")
        #expect(try setup.rig.store.subscriptions().count == 1)

        try setup.rig.store.set(.read(true), on: (1...20).map { try setup.id($0) })
        try setup.rig.store.set(.starred(true), on: [setup.id(9)])
        setup.server.publish(111...140)
        setup.server.change(60) { $0.isRead = true }
        setup.server.change(61) { $0.isStarred = true }
        setup.server.change(8) { $0.isStarred = false }
        #expect(try await setup.sync()?.problem == nil)
        try setup.expectEqual("marks both ways")
        try setup.rig.store.set(.read(false), on: [setup.id(7)])
        try setup.rig.store.set(.starred(false), on: [setup.id(61)])
        #expect(try await setup.sync()?.problem == nil)
        #expect(setup.server.entries[6].isRead == false && setup.server.entries[60].isStarred == false)
        try setup.expectEqual("marks taken back")
        #expect(try setup.outgoing == 0)
        #expect(try setup.rig.store.subscriptions().count == 1)
    }

    @Test(
        "A server that lost its newest articles can be synced, whatever it answers to requests for their ids",
        arguments: [ReaderVariation.freshRSS, .withoutLabels])
    func lostArticles(_ variation: ReaderVariation) async throws {
        let setup = try await SyncSetup(.greader, as: variation, syncing: 1...60)
        setup.server.world.withLock { $0.entries.removeLast(30) }
        try setup.rig.store.set(.read(true), on: [setup.id(5)])
        #expect(try await setup.sync()?.problem == nil)
        #expect(setup.server.entries.filter(\.isRead).map(\.id) == [5])
        #expect(try setup.rows.count == 60 && setup.outgoing == 0)
    }

    @Test(
        "The API is found below the address that a person gives", arguments: ["", "/", "/api/greader.php/reader/api/0"])
    func address(_ tail: String) async throws {
        let setup = try SyncSetup(.greader)
        setup.server.publish(1...3)
        let url = setup.server.origin.url(tail)
        var account = try #require(try await setup.rig.service.findServer(at: url, kind: .greader))
        (account.user, account.secretFile) = ("me", setup.secret.path)
        #expect(try await setup.rig.service.addAccount(account).report?.newArticles == 3)
        #expect(try setup.rig.store.accounts().map(\.url) == [setup.server.address])
        #expect(try setup.rig.store.accounts()[0].answers(to: url))
        let found = try await setup.rig.service.findServer(at: url, kind: nil)
        #expect(found?.kind == .greader && found?.url == setup.server.address)
    }

    @Test("Of two accounts on a server, the named one is removed; an address that fits both, or none, is refused")
    func twoAccounts() async throws {
        let setup = try await SyncSetup(.greader, syncing: 1...3)
        let (service, store) = (setup.rig.service, setup.rig.store)
        try store.addAccount(
            NewAccount(kind: .greader, url: setup.server.address, user: "you", secretFile: setup.secret.path))
        let urls = try store.accounts().map(\.url)
        #expect(urls.count == 2 && urls[0] == setup.server.address)
        #expect(throws: AccountError.ambiguous) { try service.removeAccount(at: urls[0] + "/", keepsStarred: false) }
        try service.removeAccount(at: urls[1], keepsStarred: false)
        #expect(try store.accounts().map(\.url) == [urls[0]])
        try service.removeAccount(at: urls[0] + "/", keepsStarred: false)
        #expect(try store.accounts().isEmpty)
        do {
            try service.removeAccount(at: "https://me:secret@h.test/", keepsStarred: false)
            Issue.record("an account that is not there was removed")
        } catch {
            #expect("\(error)" == "no such account: https://h.test/")
        }
    }

    @Test("A session that expires again and again costs one login each time")
    func shortSessions() async throws {
        let setup = try await SyncSetup(.greader, syncing: 1...3)
        for round in 2...4 {
            setup.server.world.withLock { $0.session = "s\(round)" }
            setup.server.publish(round * 10...round * 10)
            let logins = setup.server.origin.requests.count { $0.path.hasSuffix("ClientLogin") }
            #expect(try await setup.sync()?.problem == nil)
            #expect(setup.server.origin.requests.count { $0.path.hasSuffix("ClientLogin") } == logins + 1)
        }
        try setup.expectEqual()
    }
}
