import ArticleStorage
import FeedModel
import Foundation
import ScriptedOrigin
import ScriptedServers
import Synchronization
import Testing

@testable import FeedRefresh

@Suite struct AccountLeaseTests {
    /// Returns an account whose server takes some time for each response of the next sync, and another process that
    /// tries to sync it after each.
    private func slowSetup(
        _ kind: ServerKind, secondsPerResponse seconds: Double
    ) async throws -> (setup: SyncSetup, account: AccountID, attempts: Attempts) {
        let setup = try await SyncSetup(kind, syncing: 1...3)
        let (rig, attempts) = (setup.rig, Attempts())
        let account = try #require(try rig.store.accounts().first).id
        let late: (@Sendable (Reply) -> Reply)? = { reply in
            rig.pass(seconds: seconds)
            let isTaken = try? rig.store.acquireLease(
                on: account, owner: "another", until: rig.now + 600, at: rig.now)
            attempts.results.withLock { $0.append(isTaken == true) }
            return reply
        }
        setup.server.world.withLock { $0.faults = Array(repeating: late, count: 50) }
        return (setup, account, attempts)
    }

    private final class Attempts: Sendable {
        let results = Mutex<[Bool]>([])
    }

    @Test(
        "A sync that takes longer than a lease keeps other processes out",
        arguments: [ServerKind.miniflux, .greader, .fever, .nextcloud, .ttrss])
    func longSync(_ kind: ServerKind) async throws {
        let (setup, _, attempts) = try await slowSetup(kind, secondsPerResponse: 250)
        setup.server.change(2) { $0.isStarred = true }
        #expect(try await setup.sync()?.problem == nil)
        let results = attempts.results.withLock(\.self)
        #expect(results.count >= 3 && !results.contains(true))
        try setup.expectEqual()
    }

    @Test("A sync that has lost its lease ends, and the other process keeps the lease")
    func lostLease() async throws {
        let (setup, account, attempts) = try await slowSetup(.greader, secondsPerResponse: 700)
        #expect(try await setup.sync() == nil)
        #expect(attempts.results.withLock(\.self) == [true])
        let (store, now) = (setup.rig.store, setup.rig.now)
        #expect(try !store.acquireLease(on: account, owner: "third", until: now + 600, at: now))
        #expect(try store.accounts()[0].health.problem == nil)
    }

    @Test("A refresh says that another process is syncing an account, and has no report of that account")
    func reportedLease() async throws {
        let setup = try SyncSetup(.miniflux)
        try await setup.add()
        let (rig, account) = (setup.rig, try #require(try setup.rig.store.accounts().first).id)
        rig.pass(seconds: 3_600)
        #expect(try rig.store.acquireLease(on: account, owner: "another", until: rig.now + 600, at: rig.now))
        let report = try await rig.service.refresh(reason: .everything)
        #expect(report.accounts.isEmpty && report.leaseReasons == ["another lede is syncing 1 account"])
        // A sync of this process is not reported as another process's.
        #expect(rig.service.beginSync(of: account))
        #expect(try await rig.service.refresh(reason: .everything).leaseReasons.isEmpty)
    }
}
