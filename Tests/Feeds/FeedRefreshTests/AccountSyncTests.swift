import ArticleStorage
import FeedModel
import ScriptedOrigin
import SyncEngine
import Synchronization
import Testing

@testable import FeedRefresh

@Suite struct AccountSyncTests: AccountTests {
    let rig: ServiceRig
    let hub: ScriptedHub

    init() throws {
        rig = try ServiceRig()
        hub = ScriptedHub(on: rig.origin)
    }

    @Test("The progress of a refresh counts its accounts, even if the library has no other feeds")
    func progress() async throws {
        hub.publish(1...3)
        try await add()
        let steps = Mutex<[[Int]]>([])
        rig.pass(seconds: 3600)
        let report = try await rig.service.refresh(reason: .everything) { event in
            guard case .progress(let progress) = event else { return }
            steps.withLock { $0.append([progress.finished, progress.total]) }
        }
        #expect(steps.withLock(\.first) == [0, 1] && steps.withLock(\.last) == [1, 1])
        #expect(report.progress.total == 0)
    }

    @Test(
        "The first sync shows the newest articles, then lists all; later ones take one small request, or a 304"
    )
    func firstSync() async throws {
        hub.publish(1...120)
        try await add()
        #expect(try titles() == expected(1...120))
        #expect(rig.origin.requests.count == 3)
        #expect(targets[0] == "/items.json?limit=50")
        let feed = try #require(try rig.store.subscriptions().first)
        #expect(feed.title == "Wire" && feed.folder == ["News", "Morning"] && feed.feedURL == "http://a.test/feed")
        try await sync()
        let report = try await sync()
        #expect(rig.origin.requests.count == 5 && report.failures.isEmpty)
        #expect(rig.origin.requests.last?["If-None-Match"] != nil)
        // No request went to the feed itself.
        #expect(rig.origin.requests(to: "/feed").isEmpty)
        hub.publish(121...123)
        let third = try await sync()
        #expect(third.progress.newArticles == 3 && rig.origin.requests.count == 6)
        #expect(third.progress.bytes > 500 && third.progress.bytes == third.accounts.first?.bytes)
    }

    @Test("A server cannot fill the disk: a sync ends at its limit of bytes, and the next one continues")
    func boundOfBytes() async throws {
        let rig = try ServiceRig { $0.syncBounds.bytes = 1 }
        let hub = ScriptedHub(on: rig.origin)
        hub.publish(1...250)
        let listing = ArticleListing(.all, midnight: rig.now)
        let count = { try rig.store.page(of: listing, at: .start, limit: 1_000).rows.count }
        let first = try await rig.service.addAccount(rig.origin.url("/items.json")).report
        #expect(first?.isCut == true && first?.problem == nil)
        #expect(try count() == 50 && rig.origin.requests.count == 1)
        // Each page begins with the article at the cursor.
        var counts: [Int] = []
        for _ in 1...3 {
            rig.pass(seconds: 3_600)
            let report = try await rig.service.refresh(reason: .everything)
            counts.append(try count())
            #expect(report.failures.isEmpty && report.accounts.first?.isCut == (counts.count < 3))
        }
        #expect(counts == [150, 249, 250] && rig.origin.requests.count == 4)
    }

    @Test("Edits, deletions and marks from elsewhere arrive; only `more` shows the end")
    func changes() async throws {
        hub.publish(1...5)
        try await add()
        hub.log.withLock { $0.largestPage = 1 }
        hub.change(1) { $0.title = "Article 1, edited" }
        hub.change(2) { $0.isRead = true }
        hub.change(3) { $0.isDeleted = true }
        hub.change(4) { $0.isStarred = true }
        try await sync()
        #expect(try titles() == ["Article 1, edited", "Article 2", "Article 4", "Article 5"])
        #expect(try rig.store.article(id(2))?.isRead == true)
        #expect(try rig.store.article(id(4))?.isStarred == true)
    }

    @Test(
        "An article restored on the server after its account was added again returns; one deleted here does not",
        arguments: [false, true])
    func restoredAfterAccount(keepsStarred: Bool) async throws {
        hub.publish(1...5)
        hub.change(5) { $0.isStarred = true }
        try await add()
        try rig.store.delete([id(2)], at: rig.now)
        hub.change(3) { $0.isDeleted = true }
        hub.change(4) { $0.isDeleted = true }
        try await sync()
        try rig.service.removeAccount(at: rig.origin.url("/items.json"), keepsStarred: keepsStarred)
        try await add()
        #expect(try titles() == expected([1, 5]))
        hub.change(2) { $0.isRead = true }
        hub.change(3) { ($0.isDeleted, $0.isRead) = (false, true) }
        try await sync()
        #expect(try titles() == expected([1, 3, 5]))
        #expect(try rig.store.article(id(3))?.isRead == true)
    }

    @Test("Opening a feed of the account pulls and reports new articles")
    func opening() async throws {
        hub.publish(1...2)
        try await add()
        hub.publish(3...3)
        let feed = try rig.store.subscriptions()[0].id
        let reported = Mutex<[SubscriptionID]>([])
        let result = try await rig.service.open(feed) { event in
            if case .changed(let id, _, _) = event { reported.withLock { $0.append(id) } }
        }
        #expect(reported.withLock { $0 } == [feed])
        guard case .updated(let new, _) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(new.count == 1)
        #expect(try titles() == expected(1...3))
    }

    @Test(
        "Marks are pushed before a pull, as values, fifty per request; a waiting mark overrides the server's older value"
    )
    func marks() async throws {
        hub.publish(1...60)
        try await add()
        let ids = try (1...60).map { try id($0) }
        try rig.store.set(.read(true), on: ids)
        try rig.store.set(.starred(true), on: [ids[0]])
        try rig.store.set(.read(false), on: [ids[1]])
        let before = rig.origin.requests.count
        try await sync()
        #expect(rig.origin.requests.dropFirst(before).map { $0.path } == ["/state", "/state", "/items.json"])
        #expect(hub.entries.count { $0.isRead } == 59 && hub.entries.count { $0.isStarred } == 1)
        #expect(try rig.store.accounts()[0].outgoingCount == 0)
        #expect(try rig.store.article(ids[1])?.isRead == false)
        // No mark is reported back as a change.
        #expect(try titles() == expected(1...60))
    }

    @Test("After a new epoch everything is listed again, nothing is duplicated, and a waiting mark finds its article")
    func newEpoch() async throws {
        hub.publish(1...120)
        try await add()
        let ids = try (1...3).map { try id($0) }
        hub.change(2) { $0.isDeleted = true }
        hub.reset(epoch: "e2")
        hub.log.withLock { $0.feedID = "urn:f:renamed" }
        hub.publish(121...122)
        try rig.store.set(.starred(true), on: [ids[0]])
        try await sync()
        #expect(hub.entries.filter(\.isStarred).map(\.id) == ["urn:a:1"])
        // Deletions before the reset are not reported; those articles stay in this library.
        #expect(try titles() == expected(1...122))
        #expect(try rig.store.subscriptions().count == 1)
        #expect(try rig.store.accounts()[0].outgoingCount == 0)
        #expect(try rig.store.article(ids[0])?.isStarred == true)
    }

    @Test("A backup restored under the old epoch is detected by the article at the cursor")
    func restoredBackup() async throws {
        hub.publish(1...9)
        try await add()
        // Positions 9 and 10 are assigned a second time.
        hub.log.withLock { log in
            log.entries = log.entries.filter { $0.key <= 8 }
            log.last = 8
        }
        hub.publish(20...24)
        try await sync()
        #expect(try titles().isSuperset(of: expected(20...24)))
        #expect(try titles() == expected(Array(1...9) + Array(20...24)))
    }

    @Test("A gap is reported, and the sync continues")
    func gap() async throws {
        hub.publish(1...3)
        try await add()
        hub.publish(4...9)
        hub.log.withLock { log in
            log.oldest = 9
            log.entries = log.entries.filter { $0.key >= 9 }
        }
        let report = try await sync()
        #expect(report.accounts.first?.hasGap == true)
        #expect(try rig.store.accounts()[0].gapFound != nil)
        #expect(try titles() == expected(Array(1...3) + Array(8...9)))
        #expect(try await sync().accounts.first?.hasGap == false)
    }

    @Test("Discovery recognises a JSON Feed with a _since field")
    func discovery() async throws {
        hub.publish(1...2)
        guard case .since(let url, let title) = try await rig.service.discover(rig.origin.url("/items.json")) else {
            Issue.record("a plain feed")
            return
        }
        #expect(url == rig.origin.url("/items.json") && title == "hub")
    }

    @Test(
        "The address of an account may be a folder",
        arguments: [
            ("http://h:1", "http://h:1/items.json"), ("http://h/", "http://h/items.json"),
            ("h.example/lede/", "https://h.example/lede/items.json"), ("http://h/x.json", "http://h/x.json"),
        ])
    func anAddressMayBeAFolder(_ address: String, _ url: String) {
        #expect(FeedService.sinceAddress(address) == url)
    }
}
