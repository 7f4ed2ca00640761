import ArticleStorage
import FeedModel
import Foundation
import Testing

@testable import SyncEngine

@Suite struct AgedArticleTests {
    /// Returns a rig with five read articles: retention erases all but the first, which the person deletes for good.
    private func erasedRig(reportsChanges: Bool) async throws -> SyncRig {
        let rig = try SyncRig(ModelServer(reportsChanges: reportsChanges, feeds: ["f1"]))
        for number in 1...5 {
            rig.server.publish("a\(number)")
            rig.server.mark("a\(number)", .read(true))
        }
        try await rig.sync()
        try rig.store.delete([try #require(try rig.article("a1")).id], at: rig.now)
        try rig.store.purge(before: rig.now.addingTimeInterval(1))
        try retain(in: rig)
        #expect(try rig.states == [:])
        return rig
    }

    private func retain(in rig: SyncRig) throws {
        for feed in try rig.store.subscriptions() {
            try rig.store.retain(RetentionPolicy(maximumAge: 86_400), in: feed.id, at: rig.now)
        }
    }

    @Test(
        "An article that retention erased returns once it is unread or starred on the server; a deleted one does not",
        arguments: [true, false])
    func returning(reportsChanges: Bool) async throws {
        let rig = try await erasedRig(reportsChanges: reportsChanges)
        rig.server.publish("a6")
        try await rig.sync()
        #expect(try rig.states == ["a6": [false, false]])
        rig.server.mark("a1", .starred(true))
        rig.server.mark("a2", .starred(true))
        rig.server.mark("a3", .read(false))
        try await rig.sync()
        let returned = ["a2": [true, true], "a3": [false, false], "a6": [false, false]]
        #expect(try rig.states == returned)
        try retain(in: rig)
        #expect(try rig.states == returned)
    }

    @Test(
        "An article that returned is removed by age again, and the next sync does not fetch it",
        arguments: [true, false])
    func leavingAgain(reportsChanges: Bool) async throws {
        let rig = try await erasedRig(reportsChanges: reportsChanges)
        for _ in 1...2 {
            rig.server.mark("a3", .read(false))
            try await rig.sync()
            #expect(try rig.states == ["a3": [false, false]])
            rig.server.mark("a3", .read(true))
            try await rig.sync()
            try retain(in: rig)
            let calls = try await rig.calls { try await rig.sync() }
            #expect(try rig.states == [:] && !calls.contains("fetch"))
        }
    }

    @Test("An article erased while it was unread does not return") func erasedUnread() async throws {
        let rig = try SyncRig(ModelServer(reportsChanges: false))
        rig.server.publish("a1")
        try await rig.sync()
        var policy = RetentionPolicy(maximumAge: 86_400)
        policy.removesUnread = true
        try rig.store.retain(policy, in: try #require(try rig.article("a1")).subscription, at: rig.now)
        let calls = try await rig.calls { try await rig.sync() }
        #expect(try rig.states == [:] && !calls.contains("fetch"))
    }

    @Test("A label alone does not bring back an article that retention erased") func labelled() {
        let lists = RemoteLists(starred: ["1"], labels: [RemoteLabel("x", ids: ["1", "2"], isComplete: true)])
        let known = SyncedArticles(refused: ["1", "2", "3"], aged: ["1", "2"])
        #expect(StateComparison(lists, known: known, sent: [], isFirst: false).wanted == ["1"])
    }
}
