import FeedModel
import FoundationEssentials
import Testing

@testable import ArticleStorage

@Suite struct SubscriptionsTests {
    let library: Library
    let store: ArticleStore

    init() throws {
        library = try Library()
        store = library.store
    }

    func add(_ names: String..., folder: [String] = []) throws -> [SubscriptionID] {
        try store.add(names.map { NewSubscription(feedURL: "https://\($0).example", folder: folder) }).map(\.id)
    }

    @Test("Feeds are in the order of subscription") func feedsAreInOrderOfSubscription() throws {
        _ = try add("b", "a")
        _ = try add("c")
        #expect(
            try store.subscriptions().map(\.feedURL) == ["https://b.example", "https://a.example", "https://c.example"])
    }

    @Test("A feed can be subscribed only once") func aFeedIsSubscribedOnce() throws {
        let first = try store.add(NewSubscription(feedURL: "https://a.example", customTitle: "Mine"))
        let second = try store.add(NewSubscription(feedURL: "https://a.example", customTitle: "Yours"))
        #expect(first.isNew && !second.isNew)
        #expect(first.id == second.id)
        #expect(try store.subscriptions().map(\.name) == ["Mine"])
    }

    @Test("Paths differ by every byte, but hosts not by the case of letters") func spellingsOfAddresses() throws {
        let addresses = ["https://a.example/x", "https://a.example/X", "https://A.example/x"]
        let feeds = try store.add(addresses.map { NewSubscription(feedURL: $0) })
        #expect(feeds.map(\.isNew) == [true, true, false] && feeds[2].id == feeds[0].id)
        #expect(try !store.add(NewSubscription(feedURL: "HTTPS://a.example:443/x")).isNew)
    }

    @Test("A feed can be renamed, and its own name restored") func renamingAndTheFeedsOwnNameAgain() throws {
        let id = try add("a")[0]
        try store.rename(id, to: "Mine")
        #expect(try store.subscription(id)?.title == "Mine")
        try store.rename(id, to: nil)
        #expect(try store.subscription(id)?.title == "https://a.example")
    }

    @Test("A feed can move into nested folders") func movingIntoFoldersWithinFolders() throws {
        let id = try add("a")[0]
        try store.move(id, to: ["Tech", "Swift"])
        #expect(try store.subscription(id)?.folder == ["Tech", "Swift"])
        try store.move(id, to: [])
        #expect(try store.subscription(id)?.folder == [])
    }

    @Test("A folder moves with its contents") func folderMovesWithItsContents() throws {
        let inside = try add("a", folder: ["Tech"])[0]
        let below = try add("b", folder: ["Tech", "Swift"])[0]
        let beside = try add("c", folder: ["Technique"])[0]
        try store.moveFolder(["Tech"], to: ["Work", "Computers"])
        #expect(try store.subscription(inside)?.folder == ["Work", "Computers"])
        #expect(try store.subscription(below)?.folder == ["Work", "Computers", "Swift"])
        #expect(try store.subscription(beside)?.folder == ["Technique"])
    }

    @Test("Reordering a feed keeps the others in order") func reorderingFeedKeepsOthersInOrder() throws {
        let ids = try add("a", "b", "c", "d")
        try store.reorder([ids[3], ids[1], ids[0]])
        #expect(try store.subscriptions().map(\.id) == [ids[3], ids[1], ids[2], ids[0]])
    }

    @Test("A new address is adopted unless another feed has it")
    func anAddressIsAdoptedUnlessAnotherFeedHasIt() throws {
        let ids = try add("a", "b")
        #expect(try store.setFeedURL("https://moved.example", of: ids[0]))
        #expect(try !store.setFeedURL("https://b.example", of: ids[0]))
        #expect(try store.subscription(ids[0])?.feedURL == "https://moved.example")
        #expect(try store.subscription(feedURL: "https://moved.example")?.id == ids[0])
    }

    @Test("A list finds a feed by the address that it had before permanent redirects")
    func formerAddresses() throws {
        let ids = try add("a", "b")
        let (old, moved) = (try #require(try store.subscription(ids[0])).feedURL, "https://moved.example/feed")
        try store.moveFeed(ids[0], to: "https://between.example/feed")
        try store.moveFeed(ids[0], to: moved)
        // Another feed has this address.
        try store.moveFeed(ids[1], to: moved)
        let outlines = [old, "HTTPS://Between.example/feed"].map { OPMLOutline(title: "A", feedURL: $0) }
        #expect(try store.add(OPMLDocument(outlines: outlines)) == 0)
        #expect(try store.add([NewSubscription(feedURL: old)]).map(\.id) == [ids[0]])
        #expect(try store.known([old, moved, "https://new.example/feed"]) == [ids[0], ids[0], nil])
        #expect(try store.subscriptions().map(\.id) == ids && store.subscription(feedURL: moved)?.id == ids[0])
        // The address may be another feed now.
        let added = try store.add(NewSubscription(feedURL: old))
        #expect(try added.isNew && store.known([old]) == [added.id])
        try store.remove(ids[0], at: now)
        #expect(try store.known(["https://between.example/feed"]) == [nil])
    }

    @Test("Removing a feed hides it and its articles everywhere")
    func removingFeedHidesItAndItsArticlesEverywhere() throws {
        let id = try library.feed("one", [item("a"), item("b")])
        try library.feed("two", [item("c")])
        try store.set(.starred(true), on: [library.id("a")])
        try store.remove(id, at: now)
        #expect(try store.subscriptions().count == 1 && store.subscriptionCount() == 1)
        #expect(try store.subscription(id) == nil)
        #expect(try store.pollingStates().count == 1)
        #expect(try library.titles(.all) == ["c"])
        #expect(try library.titles(.starred) == [])
        let overview = try store.overview(midnight: midnight)
        #expect(
            [overview.articleCount, overview.unreadCount, overview.starredCount, overview.unreadTodayCount] == [
                1, 1, 0, 1,
            ])
    }

    @Test("Restoring a feed restores its articles, marks and position")
    func restoringBringsBackArticlesMarksAndPosition() throws {
        let id = try library.feed("one", [item("a"), item("b"), item("gone")])
        try library.feed("two", [item("c")])
        try store.set(.read(true), on: [library.id("a")])
        try store.set(.starred(true), on: [library.id("b")])
        try library.delete([library.id("gone")])
        let before = try store.overview(midnight: midnight)
        try store.remove(id, at: now)
        try store.restore(id)
        #expect(try store.overview(midnight: midnight) == before)
        #expect(try library.titles(.feed(id)) == ["a", "b"])
        #expect(try library.titles(.starred) == ["b"])
    }

    @Test("Subscribing again restores a recently removed feed")
    func subscribingAgainRestoresRecentlyRemovedFeed() throws {
        let id = try library.feed("one", [item("a")])
        try store.set(.read(true), on: [library.id("a")])
        try store.remove(id, at: now)
        let again = try store.add(NewSubscription(feedURL: "https://one.example/feed"))
        #expect(again.id == id && again.isNew)
        #expect(try library.counts(id) == [0, 1])
    }

    @Test("A removed feed that is subscribed again takes a new name and folder if given, else keeps the old ones")
    func subscribingAgainWithNameAndFolder() throws {
        let id = try library.feed("one", folder: ["Old"], [item("a")])
        try store.rename(id, to: "First")
        try store.remove(id, at: now)
        try store.add(NewSubscription(feedURL: "https://one.example/feed"))
        #expect(try store.subscription(id)?.title == "First")
        #expect(try store.subscription(id)?.folder == ["Old"])
        try store.remove(id, at: now)
        try store.add(
            NewSubscription(feedURL: "https://one.example/feed", customTitle: "Second", folder: ["New", "Deep"]))
        #expect(try store.subscription(id)?.title == "Second")
        #expect(try store.subscription(id)?.folder == ["New", "Deep"])
    }

    @Test("A purge makes earlier removals permanent") func purgingRemovesForGoodWhatWasRemovedBefore() throws {
        let id = try library.feed("one", (0..<250).map { item("\($0)") })
        try library.feed("two", [item("kept")])
        try library.indexAll()
        try store.remove(id, at: now)
        try store.purge(before: now)
        #expect(try store.pollingState(of: id) != nil)
        try store.purge(before: now.addingTimeInterval(1))
        #expect(try store.pollingState(of: id) == nil)
        #expect(try store.article(ArticleID(rawValue: 1)) == nil)
        #expect(try library.titles(.all) == ["kept"])
        let again = try store.add(NewSubscription(feedURL: "https://one.example/feed"))
        #expect(again.id != id)
        try library.ingest([item("0")], into: again.id)
        #expect(try library.titles(.feed(again.id)) == ["0"])
    }

    @Test("Preferences are stored") func preferencesAreKept() throws {
        let id = try add("a")[0]
        var preferences = FeedPreferences()
        #expect(try store.subscription(id)?.preferences == preferences)
        preferences.order = .oldestFirst
        preferences.opening = .browser
        preferences.refreshMinutes = 30
        try store.setPreferences(preferences, of: id)
        #expect(try store.subscriptions().map(\.preferences) == [preferences])
        try store.setPreferences(FeedPreferences(), of: id)
        #expect(try store.subscription(id)?.preferences == FeedPreferences())
    }
}
