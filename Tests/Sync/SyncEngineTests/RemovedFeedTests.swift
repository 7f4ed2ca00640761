import ArticleStorage
import FeedModel
import Synchronization
import Testing

@testable import SyncEngine

/// Feeds that leave a server, and the ids of their articles.
@Suite struct RemovedFeedTests {
    @Test("After the feed with the newest articles is removed, nothing is listed again", arguments: [true, false])
    func newestFeed(reportsChanges: Bool) async throws {
        let rig = try SyncRig(ModelServer(reportsChanges: reportsChanges))
        for number in 1...30 { rig.server.publish("a\(number)", in: "f1") }
        for number in 1...25 { rig.server.publish("b\(number)", in: "f2") }
        try await rig.sync()
        rig.server.unsubscribe("f2")
        let quiet = try await rig.calls { try await rig.sync() }
        #expect(!quiet.contains("history") && !quiet.contains("fetch"))
        try rig.mark("a1", .starred(true))
        let calls = try await rig.calls { try await rig.sync() }
        #expect(!calls.contains("history"))
        #expect(try rig.states == rig.server.states && rig.server.states["a1"] == [false, true])
        #expect(try rig.outgoing == 0)
        // The article at the cursor belongs to a feed that the server still has: its page shows it.
        let last = try await rig.calls { try await rig.sync() }
        #expect(last == (reportsChanges ? ["feeds", "changes", "lists"] : ["feeds", "current", "lists"]))
    }

    @Test(
        "If a restored server gives the ids of a removed feed to other articles, these arrive, and no mark moves to them",
        arguments: [true, false])
    func reassigned(reportsChanges: Bool) async throws {
        let rig = try SyncRig(ModelServer(reportsChanges: reportsChanges))
        for number in 1...5 { rig.server.publish("a\(number)", in: "f1") }
        for number in 1...5 { rig.server.publish("b\(number)", in: "f2") }
        try await rig.sync()
        try rig.mark("b2", .starred(true))
        rig.server.unsubscribe("f2")
        rig.server.world.withLock { $0.nextID = 6 }
        for number in 1...4 { rig.server.publish("c\(number)", in: "f1") }
        rig.server.mark("c1", .read(true))
        let calls = try await rig.calls { try await rig.sync() }
        #expect(!calls.contains("history"))
        #expect(try rig.states == rig.server.states)
        #expect(rig.server.states["c2"] == [false, false])
        // The star waits for its feed.
        let account = try #require(try rig.store.account(rig.account))
        #expect(account.outgoingCount == 1 && account.strandedCount == 1)
    }

    @Test(
        "Starred articles of a removed feed that a server keeps are fetched once more, and return with the feed",
        arguments: [true, false])
    func keptStarred(reportsChanges: Bool) async throws {
        let rig = try SyncRig(ModelServer(reportsChanges: reportsChanges))
        for number in 1...5 { rig.server.publish("b\(number)", in: "f2") }
        for number in 1...3 { rig.server.publish("a\(number)", in: "f1") }
        for number in 1...4 { rig.server.mark("b\(number)", .starred(true)) }
        try await rig.sync()
        let feed = try #require(rig.server.world.withLock { $0.feeds.last })
        rig.server.unsubscribe("f2", keepsStarred: true)
        #expect(try await rig.sync().newArticles == 0)
        let calls = try await rig.calls { try await rig.sync() }
        #expect(!calls.contains("fetch"))
        #expect(Set(try rig.states.keys) == ["a1", "a2", "a3"])
        rig.server.world.withLock { $0.feeds.append(feed) }
        rig.server.mark("b1", .read(true))
        try await rig.sync()
        // The server deleted the article without a star.
        var here = try rig.states
        here["b5"] = nil
        #expect(here == rig.server.states && here["b1"] == [true, true])
    }

    @Test(
        "Starred articles of a feed that the server had before the first sync do not create a feed, and return with it",
        arguments: [true, false])
    func keptBeforeFirstSync(reportsChanges: Bool) async throws {
        let rig = try SyncRig(ModelServer(reportsChanges: reportsChanges))
        for number in 1...3 { rig.server.publish("b\(number)", in: "f2") }
        for number in 1...3 { rig.server.publish("a\(number)", in: "f1") }
        for number in 1...3 { rig.server.mark("b\(number)", .starred(true)) }
        let feed = try #require(rig.server.world.withLock { $0.feeds.last })
        rig.server.unsubscribe("f2", keepsStarred: true)
        #expect(try await rig.sync().newArticles == 3)
        #expect(try rig.store.subscriptions().count == 1)
        #expect(Set(try rig.states.keys) == ["a1", "a2", "a3"])
        try await rig.sync()
        let calls = try await rig.calls { try await rig.sync() }
        #expect(!calls.contains("fetch"))
        #expect(try rig.store.subscriptions().count == 1)
        rig.server.world.withLock { $0.feeds.append(feed) }
        try await rig.sync()
        #expect(try rig.states == rig.server.states)
        #expect(try rig.store.subscriptions().count == 2)
    }

    @Test(
        "If a restored server gives the ids of kept starred articles to other articles, these arrive",
        arguments: [true, false])
    func reassignedStarred(reportsChanges: Bool) async throws {
        let rig = try SyncRig(ModelServer(reportsChanges: reportsChanges))
        for number in 1...3 { rig.server.publish("a\(number)", in: "f1") }
        for number in 1...5 { rig.server.publish("b\(number)", in: "f2") }
        for number in 1...5 { rig.server.mark("b\(number)", .starred(true)) }
        try await rig.sync()
        rig.server.unsubscribe("f2", keepsStarred: true)
        for _ in 1...2 { try await rig.sync() }
        rig.server.world.withLock { world in
            world.articles.removeAll { $0.feed == "f2" }
            world.nextID = 4
        }
        for number in 1...3 { rig.server.publish("c\(number)", in: "f1") }
        try await rig.sync()
        #expect(try rig.states == rig.server.states)
        #expect(rig.server.states["c1"] == [false, false])
    }

    @Test("A mark made after a sync began is not sent before the ids have been compared")
    func lateMark() async throws {
        let rig = try SyncRig(ModelServer(reportsChanges: true))
        for number in 1...3 { rig.server.publish("a\(number)") }
        try await rig.sync()
        rig.server.world.withLock { $0.articles = [] }
        rig.server.world.withLock { $0.nextID = 1 }
        for number in 1...3 { rig.server.publish("c\(number)") }
        let (store, id) = (rig.store, try #require(try rig.article("a1")).id)
        rig.server.world.withLock { $0.duringFeeds = { _ = try? store.set(.starred(true), on: [id]) } }
        try await rig.sync()
        #expect(rig.server.states.values.allSatisfy { $0 == [false, false] })
        #expect(try rig.outgoing == 1)
    }

    @Test("A feed that is subscribed again gets back the marks that were sent earlier", arguments: [true, false])
    func subscribedAgain(reportsChanges: Bool) async throws {
        let rig = try SyncRig(ModelServer(reportsChanges: reportsChanges))
        for number in 1...4 { rig.server.publish("a\(number)", in: "f1") }
        rig.server.publish("b1", in: "f2")
        try await rig.sync()
        for number in 1...3 { try rig.mark("a\(number)", .read(true)) }
        try rig.mark("a2", .starred(true))
        try await rig.sync()
        rig.server.resubscribe("f1")
        #expect(rig.server.states["a2"] == [false, false])
        try await rig.sync()
        #expect(rig.server.states["a1"] == [true, false] && rig.server.states["a2"] == [true, true])
        #expect(try rig.states == rig.server.states)
        #expect(try rig.outgoing == 0)
    }

    @Test(
        "After a server was reinstalled, with other ids for all feeds, marks on old read articles reach it",
        arguments: [true, false])
    func setUpAnew(isKilled: Bool) async throws {
        let rig = try SyncRig(ModelServer(reportsChanges: true))
        rig.server.world.withLock { $0.listsAll = false }
        for number in 1...150 { rig.server.publish("a\(number)", in: number % 2 == 0 ? "f1" : "f2") }
        try await rig.sync()
        for number in 1...149 { rig.server.mark("a\(number)", .read(true)) }
        try await rig.sync()
        try rig.mark("a10", .starred(true))
        rig.server.world.withLock { world in
            for index in world.feeds.indices { world.feeds[index].id += " anew" }
            for index in world.articles.indices {
                world.articles[index].feed += " anew"
                world.articles[index].id = 151 - world.articles[index].id
            }
            // The fault follows the request for the feeds.
            world.faultIn = isKilled ? 1 : nil
        }
        if isKilled { await #expect(throws: (any Error).self) { try await rig.sync() } }
        let calls = try await rig.calls { try await rig.sync() }
        #expect(calls.contains("history"))
        #expect(try rig.states == rig.server.states && rig.server.states["a10"] == [true, true])
        #expect(try rig.outgoing == 0)
        let last = try await rig.calls { try await rig.sync() }
        #expect(last == ["feeds", "changes", "lists"])
    }

    @Test("Marks sent since a server's backup reach it again, once it assigns ids again", arguments: [true, false])
    func oldBackup(reportsChanges: Bool) async throws {
        let rig = try SyncRig(ModelServer(reportsChanges: reportsChanges))
        for number in 1...9 { rig.server.publish("a\(number)") }
        try await rig.sync()
        for number in 1...3 { try rig.mark("a\(number)", .starred(true)) }
        try rig.mark("a4", .read(true))
        try await rig.sync()
        rig.server.restoreBackup(losing: 1)
        for number in 1...4 {
            rig.server.mark("a\(number)", .starred(false))
            rig.server.mark("a\(number)", .read(false))
        }
        rig.server.mark("a5", .read(true))
        rig.server.publish("new")
        try await rig.sync()
        for number in 1...3 { #expect(rig.server.states["a\(number)"] == [false, true]) }
        #expect(rig.server.states["a4"] == [true, false])
        var here = try rig.states
        // The server has lost it.
        here["a9"] = nil
        #expect(here == rig.server.states)
        #expect(try rig.outgoing == 0)
    }

    @Test("After the server has assigned ids again, old read articles get their new ids too")
    func oldReadArticles() async throws {
        let rig = try SyncRig(ModelServer(reportsChanges: true))
        for number in 1...250 { rig.server.publish("a\(number)") }
        try await rig.sync()
        for number in 1...250 { rig.server.mark("a\(number)", .read(true)) }
        try await rig.sync()
        rig.server.restoreBackup(losing: 1)
        rig.server.publish("new")
        try rig.mark("a10", .starred(true))
        let calls = try await rig.calls { try await rig.sync() }
        #expect(calls.contains("history"))
        #expect(rig.server.states["a10"] == [true, true])
        #expect(try rig.outgoing == 0)
        #expect(try rig.store.knownArticles(of: rig.account).marks.count == 250)
    }

    @Test("Articles without ids get ids when their account is listed once more; no other sync finds read ones")
    func listedOnceMore() async throws {
        let rig = try SyncRig(ModelServer(reportsChanges: true))
        rig.server.world.withLock { $0.listsAll = false }
        for number in 1...149 { rig.server.publish("a\(number)", in: number % 2 == 0 ? "f1" : "f2") }
        try await rig.sync()
        for number in 1...149 { rig.server.mark("a\(number)", .read(true)) }
        try await rig.sync()
        // By having another id for a while, the feed loses the ids of its articles.
        for id in ["other", "f1"] {
            let feed = RemoteFeed(id: id, title: "f1", feedURL: "http://f1.test/feed", folder: ["News"])
            _ = try rig.store.apply(SyncPage(feeds: [feed]), to: rig.account, at: rig.now)
        }
        try await rig.sync()
        #expect(try rig.store.knownArticles(of: rig.account).marks.count == 75)
        _ = try rig.store.apply(SyncPage(cursor: SyncCursor()), to: rig.account, at: rig.now)
        let calls = try await rig.calls { try await rig.sync() }
        #expect(calls == ["feeds", "current", "lists", "history"])
        #expect(try rig.store.knownArticles(of: rig.account).marks.count == 149)
        #expect(try rig.states == rig.server.states)
    }
}
