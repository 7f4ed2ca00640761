import FeedModel
import FoundationEssentials
import Testing

@testable import ArticleStorage

@Suite struct AccountTests {
    let library: Library
    let account: AccountID
    var store: ArticleStore { library.store }

    init() throws {
        library = try Library()
        account = try library.account(.since)
    }

    private func remote(_ title: String, feed: String = "f", id: String? = nil, read: Bool? = false) -> RemoteArticle {
        RemoteArticle(id: id ?? title, feed: feed, item: item(title), isRead: read, isStarred: false)
    }

    private func page(_ articles: [RemoteArticle], feeds: [RemoteFeed] = [], cursor: String = "1") -> SyncPage {
        SyncPage(feeds: feeds, articles: articles, cursor: SyncCursor(epoch: "e", position: cursor))
    }

    private let feed = RemoteFeed(
        id: "f", title: "Feed", feedURL: "https://one.example/feed", homePageURL: "https://one.example",
        folder: ["News"])

    @discardableResult
    private func apply(_ articles: [RemoteArticle], feeds: [RemoteFeed] = [], cursor: String = "1") throws
        -> SyncSummary
    {
        try store.apply(page(articles, feeds: feeds, cursor: cursor), to: account, at: now)
    }

    private func outgoing() throws -> [String] {
        try store.outgoingMarks(for: account, limit: 50).map { "\($0.id) \($0.mark)" }
    }

    @Test("Feeds and folders of an account are listed among the others")
    func feedsAndFoldersAreListedAmongTheOthers() throws {
        try apply([remote("a", read: true), remote("b")], feeds: [feed])
        let subscription = try #require(try store.subscriptions().first)
        #expect(subscription.title == "Feed" && subscription.folder == ["News"])
        #expect(subscription.unreadCount == 1 && subscription.articleCount == 2)
        #expect(try store.accountsOfSubscriptions() == [subscription.id: account])
        #expect(try store.account(account)?.cursor == SyncCursor(epoch: "e", position: "1"))
        var renamed = feed
        (renamed.title, renamed.folder) = ("Renamed", [])
        try apply([], feeds: [renamed])
        #expect(try store.subscriptions().map(\.title) == ["Renamed"])
        #expect(try store.subscriptions()[0].folder == [])
    }

    @Test("A folder and a name that the person chose stay") func aFolderAndANameGivenByHandStay() throws {
        try apply([], feeds: [feed])
        let id = try #require(try store.subscriptions().first).id
        try store.rename(id, to: "Mine")
        try store.move(id, to: ["My", "Own"])
        var changed = feed
        (changed.title, changed.folder, changed.homePageURL) = ("Theirs", ["Moved"], "https://two.example")
        try apply([], feeds: [changed])
        let kept = try #require(try store.subscription(id))
        #expect(kept.title == "Mine" && kept.folder == ["My", "Own"] && kept.homePageURL == "https://two.example")
        // Back in its server folder and under its own name, the feed follows the server again.
        try store.rename(id, to: nil)
        try store.move(id, to: ["Moved"])
        changed.folder = ["Moved", "Again"]
        try apply([], feeds: [changed])
        let followed = try #require(try store.subscription(id))
        #expect(followed.title == "Theirs" && followed.folder == ["Moved", "Again"])
    }

    @Test(
        "An account's folder, or one above it, can be renamed: its feeds still follow the server, and new ones join",
        arguments: [["Servers", "Hub"], ["Servers"]])
    func ownFolderRenamed(_ folder: [String]) throws {
        let hub = try store.addAccount(
            NewAccount(kind: .since, url: "https://other.example/items.json", folder: ["Servers", "Hub"])
        ).id
        func sync(_ feeds: [RemoteFeed]) throws { _ = try store.apply(page([], feeds: feeds), to: hub, at: now) }
        try sync([feed])
        try store.moveFolder(folder, to: ["New", "Name"])
        let own = ["New", "Name"] + Array(["Servers", "Hub"].dropFirst(folder.count))
        #expect(try store.account(hub)?.folder == own)
        var moved = feed
        moved.folder = ["Papers"]
        let other = RemoteFeed(id: "g", title: "Other", feedURL: "https://two.example/feed", folder: ["Papers"])
        try sync([moved, other])
        let papers = own + ["Papers"]
        #expect(try store.subscriptions().map(\.folder) == [papers, papers])
    }

    @Test("A repeated page changes nothing") func aPageTwiceChangesNothing() throws {
        try apply([remote("a")], feeds: [feed])
        let again = try apply([remote("a")], feeds: [feed])
        #expect(again == SyncSummary())
        #expect(try library.titles(.all) == ["a"])
    }

    @Test("An edit keeps the article and adopts its marks") func anEditKeepsTheArticleAndAdoptsMarks() throws {
        try apply([remote("a")], feeds: [feed])
        let id = try library.id("a")
        var edited = remote("a, edited", id: "a", read: true)
        edited.item?.id = "guid of a"
        #expect(try apply([edited]).changed.values.flatMap { $0 } == [id])
        #expect(try library.titles(.all) == ["a, edited"])
        #expect(try store.article(id)?.isRead == true)
    }

    @Test("A feed that is also read directly stays separate") func aFeedReadDirectlyStaysSeparate() throws {
        let own = try library.feed("one", [item("a")])
        try apply([remote("a")], feeds: [feed])
        #expect(try library.titles(.feed(own)) == ["a"])
        #expect(try library.titles(.all) == ["a", "a"])
        #expect(try store.subscriptions().count == 2)
    }

    @Test("A feed of an account gets its plain address once no other subscription uses it")
    func plainAddress() throws {
        let own = try store.add(NewSubscription(feedURL: "https://one.example/feed")).id
        try apply([remote("a")], feeds: [feed])
        let served = try #require(try store.accountsOfSubscriptions().keys.first)
        try store.remove(own, at: now)
        try apply([], feeds: [feed])
        #expect(try store.subscription(served)?.feedURL == "https://one.example/feed#\(account.rawValue)")
        try store.purge(before: now.addingTimeInterval(1))
        try apply([], feeds: [feed])
        #expect(try store.subscription(served)?.feedURL == "https://one.example/feed")
        #expect(try library.titles(.all) == ["a"])
    }

    @Test("An exported list has the address of an account's feed as its server knows it")
    func exportedAddress() throws {
        _ = try store.add(NewSubscription(feedURL: "https://one.example/feed"))
        try apply([], feeds: [feed])
        #expect(try store.subscriptions().contains { $0.feedURL == "https://one.example/feed#\(account.rawValue)" })
        let exported = try store.subscriptionList().feeds
        #expect(exported.count == 2 && exported.allSatisfy { $0.feedURL == "https://one.example/feed" })
    }

    @Test("A feed of an account whose address differs from a known feed's only in the fragment is another feed")
    func addressOnTheServerTwice() throws {
        try apply([remote("a")], feeds: [feed])
        var twin = feed
        (twin.id, twin.title, twin.feedURL) = ("g", "Twin", "https://one.example/feed#1")
        try apply([remote("b", feed: "g")], feeds: [twin])
        try apply([remote("c")])
        let titles = try store.subscriptions().map { ($0.title, try library.titles(.feed($0.id)).sorted()) }
        #expect(Dictionary(uniqueKeysWithValues: titles) == ["Feed": ["a", "c"], "Twin": ["b"]])
        #expect(try store.feedsWithUnmatchedArticles(of: account) == [:])
    }

    @Test("A feed that the server removed and lists again under another id is the same feed")
    func removedAndUnderAnotherID() throws {
        try apply([remote("a")], feeds: [feed])
        var again = feed
        again.id = "g"
        try apply([remote("b", feed: "g")], feeds: [RemoteFeed(id: "f", isDeleted: true), again])
        #expect(try store.subscriptions().count == 1)
        #expect(try library.titles(.all).sorted() == ["a", "b"])
    }

    @Test("Articles of an unknown feed are kept") func articlesOfUnknownFeedAreKept() throws {
        try apply([remote("a", feed: "unknown")])
        #expect(try library.titles(.all) == ["a"])
        try apply([], feeds: [RemoteFeed(id: "unknown", title: "Known now")])
        #expect(try store.subscriptions().map(\.title) == ["Known now"])
    }

    // MARK: - Marks

    @Test("A mark and its outbox row are stored together, and a later mark replaces the row")
    func aLaterMarkReplacesTheOutboxRow() throws {
        try apply([remote("a"), remote("b")], feeds: [feed])
        let (a, b) = (try library.id("a"), try library.id("b"))
        try store.set(.read(true), on: [a, b])
        try store.set(.starred(true), on: [a])
        try store.set(.read(false), on: [a])
        #expect(try outgoing() == ["b read(true)", "a starred(true)", "a read(false)"])
        let batch = try store.outgoingMarks(for: account, limit: 50)
        try store.set(.read(true), on: [a])
        try store.removeOutgoing(batch, of: account)
        #expect(try outgoing() == ["a read(true)"])
        #expect(try store.account(account)?.outgoingCount == 1)
    }

    @Test("Marks in local feeds are not queued for a server") func marksInLocalFeedsAreNotQueuedForServer() throws {
        try library.feed("plain", [item("own")])
        try store.set(.read(true), on: [library.id("own")])
        #expect(try outgoing() == [])
    }

    @Test("A waiting mark overrides the server's older value, field by field")
    func aWaitingMarkOverridesTheServersOlderValue() throws {
        try apply([remote("a")], feeds: [feed])
        let a = try library.id("a")
        try store.set(.read(true), on: [a])
        var older = remote("a", read: false)
        older.isStarred = true
        try apply([older])
        #expect(try store.article(a)?.isRead == true)
        #expect(try store.article(a)?.isStarred == true)
        #expect(try outgoing() == ["a read(true)"])
        _ = try store.apply([.mark("a", .read(false)), .mark("a", .starred(false)), .gone("c")], to: account, at: now)
        #expect(try store.article(a)?.isRead == true)
        #expect(try store.article(a)?.isStarred == false)
        try store.removeOutgoing(store.outgoingMarks(for: account, limit: 50), of: account)
        try apply([older])
        #expect(try store.article(a)?.isRead == false)
    }

    @Test("Retention keeps articles with waiting marks") func retentionKeepsWaitingMarks() throws {
        try apply([remote("a"), remote("b")], feeds: [feed])
        let feedID = try store.subscriptions()[0].id
        try store.set(.read(true), on: [library.id("a"), library.id("b")])
        try store.retain(RetentionPolicy(maximumCount: 0), in: feedID, at: now)
        #expect(try library.titles(.all).count == 2)
        try store.removeOutgoing(store.outgoingMarks(for: account, limit: 50), of: account)
        try store.retain(RetentionPolicy(maximumCount: 0), in: feedID, at: now)
        #expect(try library.titles(.all) == [])
        // Articles removed by retention do not return.
        try apply([remote("a", read: true)])
        #expect(try library.titles(.all) == [])
    }

    // MARK: - Deletions

    @Test("The server's deletion is applied and can be reverted")
    func deletionOnServerIsAppliedAndCanBeReverted() throws {
        try apply([remote("a", read: true), remote("b")], feeds: [feed])
        let subscription = try #require(try store.subscriptions().first).id
        try apply([RemoteArticle(id: "a"), RemoteArticle(id: "never seen")])
        #expect(try library.titles(.all) == ["b"])
        #expect(try library.counts(subscription) == [1, 1])
        try apply([remote("a", read: nil)])
        #expect(Set(try library.titles(.all)) == ["a", "b"])
        #expect(try library.counts(subscription) == [1, 2])
        try library.delete([library.id("b")])
        try apply([remote("b", read: true)])
        #expect(try library.titles(.all) == ["a"])
    }

    @Test("An article that the server restores in a removed feed waits for its feed")
    func anArticleRestoredInARemovedFeedWaitsForItsFeed() throws {
        try apply([remote("a")], feeds: [feed])
        let subscription = try #require(try store.subscriptions().first).id
        try apply([RemoteArticle(id: "a")])
        try store.remove(subscription, at: now)
        try apply([remote("a")])
        #expect(try library.titles(.all) == [])
        try store.restore(subscription)
        #expect(try library.titles(.all) == ["a"])
    }

    @Test("A feed that the server removed disappears and can return")
    func feedThatServerRemovedDisappearsAndCanReturn() throws {
        try apply([remote("a")], feeds: [feed])
        try apply([], feeds: [RemoteFeed(id: "f", isDeleted: true)])
        #expect(try store.subscriptions().isEmpty && store.accountsOfSubscriptions().isEmpty)
        try apply([], feeds: [feed])
        #expect(try library.titles(.all) == ["a"] && store.accountsOfSubscriptions().count == 1)
        var all = page([], feeds: [])
        all.listsAllFeeds = true
        _ = try store.apply(all, to: account, at: now)
        #expect(try store.subscriptions().isEmpty)
        try store.purge(before: now.addingTimeInterval(1))
        try apply([remote("b")], feeds: [feed])
        #expect(try library.titles(.all) == ["b"] && store.accountsOfSubscriptions().count == 1)
    }

    @Test("An address with and without a slash at its end is one account")
    func finalSlash() throws {
        for (url, isNew) in [("https://b.example/fever/", true), ("https://b.example/fever", false)] {
            #expect(try store.addAccount(NewAccount(kind: .fever, url: url)).isNew == isNew)
        }
        #expect(try store.addAccount(NewAccount(kind: .fever, url: "https://b.example/fever", user: "me")).isNew)
        for (url, isNew) in [("https://b.example/fever/", true), ("https://b.example/fever", false)] {
            let second = NewAccount(kind: .fever, url: url, user: "you")
            #expect(try store.addAccount(second).isNew == isNew)
        }
    }

    @Test("A feed that the server removed and that the person adds here is a local one, and no sync removes it")
    func aRemovedFeedAddedHere() throws {
        try apply([remote("a")], feeds: [feed])
        let gone = RemoteFeed(id: "f", isDeleted: true)
        try apply([], feeds: [gone])
        try store.set(.starred(true), on: [ArticleID(rawValue: 1)])
        let (id, isNew) = try store.add(NewSubscription(feedURL: "https://one.example/feed"))
        #expect(isNew)
        #expect(try store.subscriptions().map(\.id) == [id] && store.accountsOfSubscriptions().isEmpty)
        #expect(try library.titles(.starred) == ["a"] && outgoing().isEmpty)
        try apply([], feeds: [gone])
        #expect(try library.titles(.all) == ["a"])
        // The server has the feed again: the account's feed is listed beside the local one.
        try apply([remote("a")], feeds: [feed])
        #expect(try library.titles(.all) == ["a", "a"] && store.accountsOfSubscriptions().count == 1)
    }

    @Test("A feed added here after its server removed it lists each article once", arguments: [true, false])
    func addedHereWithOtherGuids(hasDate: Bool) throws {
        try apply([remote("a"), remote("b")], feeds: [feed])
        try store.set(.read(true), on: [library.id("a")])
        try apply([], feeds: [RemoteFeed(id: "f", isDeleted: true)])
        let id = try store.add(NewSubscription(feedURL: "https://one.example/feed")).id
        // The server assigned its own guids, and gave the time of the last change as the date.
        let items = ["a", "b", "c"].map { title in
            var own = item(title, guid: "own guid of \(title)")
            if !hasDate { (own.published, own.updated) = (nil, own.published) }
            return own
        }
        #expect(try library.ingest(items, into: id).new.count == 1)
        #expect(try library.titles(.all).sorted() == ["a", "b", "c"])
        #expect(try library.counts(id) == [2, 3])
    }

    @Test("A feed removed here stays removed") func feedRemovedHereStaysRemoved() throws {
        try apply([remote("a")], feeds: [feed])
        try store.remove(store.subscriptions()[0].id, at: now)
        try apply([remote("b")], feeds: [feed])
        #expect(try library.titles(.all) == [])
        try store.purge(before: now.addingTimeInterval(1))
        try apply([remote("c")], feeds: [feed])
        #expect(try library.titles(.all) == [] && store.subscriptions().isEmpty)
    }

    @Test("One process at a time syncs an account; a lease that began while the clock was ahead does not count")
    func leases() throws {
        let end = now.addingTimeInterval(600)
        #expect(try store.acquireLease(on: account, owner: "a", until: end, at: now))
        #expect(try !store.acquireLease(on: account, owner: "b", until: end, at: now))
        #expect(try store.acquireLease(on: account, owner: "b", until: end + 600, at: end))
        let ahead = end.addingTimeInterval(365 * 86_400)
        #expect(try store.acquireLease(on: account, owner: "b", until: ahead + 600, at: ahead))
        #expect(try store.acquireLease(on: account, owner: "c", until: end, at: now))
    }

    @Test("Removing an account removes its feeds") func removingAccountRemovesItsFeeds() throws {
        try library.feed("plain", [item("own")])
        try apply([remote("a")], feeds: [feed])
        try store.set(.read(true), on: [library.id("a")])
        try store.removeAccount(account, at: now)
        #expect(try store.accounts().isEmpty)
        #expect(try library.titles(.all) == ["own"])
    }

    @Test("An account that is added again has its feeds with their marks, tags and deletions")
    func accountAddedAgain() throws {
        let titles = ["a", "b", "c"]
        try apply(titles.map { remote($0) }, feeds: [feed])
        let ids = try titles.map { try library.id($0) }
        try store.set(.read(true), on: [ids[0]])
        try store.set(.tagged("sea", true), on: [ids[1]])
        try library.delete([ids[2]])
        try store.removeAccount(account, at: now)
        let again = try library.account(.greader)
        // The server sends neither the ids nor the guids of the earlier protocol.
        let articles = titles.map { title in
            var article = remote(title, id: "new \(title)")
            article.item?.id = "own guid of \(title)"
            return article
        }
        let summary = try store.apply(page(articles, feeds: [feed]), to: again, at: now)
        #expect(summary.new.isEmpty)
        #expect(try store.subscriptions().map(\.feedURL) == ["https://one.example/feed"])
        #expect(try library.titles(.all).sorted() == ["a", "b"])
        #expect(try store.article(ids[0])?.isRead == true)
        #expect(try store.ownTags(of: ids[1]) == ["sea"])
        #expect(try store.outgoingMarks(for: again, limit: 50).map(\.id) == ["new a"])
    }

    // MARK: - Resets

    @Test("After a reset articles are matched by guid, then by link")
    func afterAResetArticlesAreKnownByGuidThenByLink() throws {
        try apply([remote("a"), remote("b"), remote("c")], feeds: [feed])
        let ids = try ["a", "b", "c"].map { try library.id($0) }
        try store.set(.read(true), on: [ids[0], ids[2]])
        #expect(try store.feedsWithUnmatchedArticles(of: account) == [:])
        try store.resetAccount(account)
        #expect(try store.feedsWithUnmatchedArticles(of: account) == ["f": 3])
        #expect(try store.account(account)?.cursor == SyncCursor())
        #expect(try store.account(account)?.strandedCount == 2)
        #expect(try outgoing() == [])
        // `a` matches by its guid, `b` by its link only; `c` is not listed again.
        var b = remote("b", feed: "new f", id: "new b")
        b.item?.id = "another guid"
        var renamed = feed
        renamed.id = "new f"
        try apply([remote("a", feed: "new f", id: "new a"), b], feeds: [renamed])
        #expect(Set(try library.titles(.all)) == ["a", "b", "c"])
        #expect(try store.subscriptions().count == 1)
        #expect(try outgoing() == ["new a read(true)"])
        #expect(try store.account(account)?.strandedCount == 1)
        #expect(try store.article(ids[0])?.isRead == true)
    }
}
