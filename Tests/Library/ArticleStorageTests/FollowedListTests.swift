import FeedModel
import FoundationEssentials
import Testing

@testable import ArticleStorage

@Suite struct FollowedListTests {
    let library: Library
    let store: ArticleStore

    init() throws {
        library = try Library()
        store = library.store
    }

    private func follow(_ name: String = "planet") throws -> FollowedListID {
        let url = "https://\(name).example/feeds.opml"
        try store.follow(url)
        return try #require(try store.followedLists().first { $0.url == url }).id
    }

    /// Applies a list of these feeds, and returns their titles: those added, removed and kept.
    @discardableResult
    private func apply(_ names: String..., to list: FollowedListID) throws -> [[String]] {
        let outlines = names.map { OPMLOutline(title: $0, feedURL: "https://\($0).example/feed", folder: ["Planet"]) }
        let changes = try store.apply(OPMLDocument(outlines: outlines), preferences: [:], to: list, at: now)
        return [changes.added, changes.removed, changes.kept].map { $0.map(\.title) }
    }

    private func feeds() throws -> [String] { try store.subscriptions().map(\.title) }

    private func id(_ name: String) throws -> SubscriptionID {
        try #require(try store.subscription(feedURL: "https://\(name).example/feed")).id
    }

    @Test("A list is followed once, however its address is spelled") func followedOnce() throws {
        _ = try follow()
        #expect(try !store.follow("HTTPS://Planet.example:443/feeds.opml#x"))
        #expect(try store.follow("https://planet.example/others.opml"))
        #expect(try store.followedLists().count == 2)
    }

    @Test("Feeds that are new in the list are added, and those that the list lacks are removed")
    func changes() throws {
        let list = try follow()
        #expect(try apply("a", "b", to: list) == [["a", "b"], [], []])
        #expect(try apply("a", "b", to: list) == [[], [], []])
        #expect(try apply("b", "c", to: list) == [["c"], ["a"], []])
        #expect(try feeds() == ["b", "c"])
        #expect(try store.followedLists().map(\.feedCount) == [2])
        #expect(try store.subscription(id("b"))?.folder == ["Planet"])
    }

    @Test("A feed that the list has again returns with its articles", arguments: [false, true])
    func restored(_ isPurged: Bool) throws {
        let list = try follow()
        try apply("a", "b", to: list)
        try library.ingest([item("one")], into: id("a"))
        try store.set(.read(true), on: [library.id("one")])
        try apply("b", to: list)
        if isPurged { try store.purge(before: now + 1) }
        #expect(try apply("a", "b", to: list) == [["a"], [], []])
        #expect(try library.titles(.feed(id("a"))) == (isPurged ? [] : ["one"]))
    }

    @Test("A feed that returns keeps the person's name, folder and settings")
    func settingsOfRestored() throws {
        let list = try follow()
        try apply("a", "b", to: list)
        try store.rename(id("a"), to: "Mine")
        try store.move(id("a"), to: ["Own"])
        var preferences = FeedPreferences()
        preferences.tags = ["own"]
        try store.setPreferences(preferences, of: id("a"))
        try apply("b", to: list)
        let outline = OPMLOutline(title: "a", feedURL: "https://a.example/feed", folder: ["Planet"])
        var listed = FeedPreferences()
        listed.isHidden = true
        let changes = try store.apply(
            OPMLDocument(outlines: [outline]), preferences: ["https://a.example/feed": listed], to: list, at: now)
        #expect(changes.added.map(\.title) == ["Mine"])
        let feed = try #require(try store.subscription(id("a")))
        #expect(feed.title == "Mine" && feed.folder == ["Own"] && feed.preferences == preferences)
    }

    @Test("A feed with unread, starred or tagged articles stays, and stays when the list has had it once more")
    func keptArticles() throws {
        let list = try follow()
        try apply("unread", "starred", "tagged", "read", "last", to: list)
        for name in ["unread", "starred", "tagged", "read"] { try library.ingest([item(name)], into: id(name)) }
        try store.set(.read(true), on: ["starred", "tagged", "read"].map { try library.id($0) })
        try store.set(.starred(true), on: [library.id("starred")])
        try store.set(.tagged("keep", true), on: [library.id("tagged")])
        #expect(try apply("last", to: list) == [[], ["read"], ["starred", "tagged", "unread"]])
        try store.set(.read(true), on: [library.id("unread")])
        #expect(try apply("unread", "last", to: list) == [[], [], []])
        #expect(try apply("last", to: list) == [[], [], []])
        #expect(try feeds() == ["unread", "starred", "tagged", "last"])
    }

    @Test("A feed that the person had before, or has restored, is not removed")
    func ownFeeds() throws {
        try library.feed("a")
        let list = try follow()
        #expect(try apply("a", "b", "c", to: list) == [["b", "c"], [], []])
        try store.remove(id("b"), at: now)
        try store.add(NewSubscription(feedURL: "https://b.example/feed"))
        #expect(try apply("c", to: list) == [[], [], []])
        #expect(try feeds() == ["https://a.example/feed", "b", "c"])
    }

    @Test("A feed that the person has removed does not return while the list has it", arguments: [false, true])
    func removedByHand(_ isPurged: Bool) throws {
        let list = try follow()
        try apply("a", "b", to: list)
        try store.remove(id("a"), at: now)
        if isPurged { try store.purge(before: now + 1) }
        #expect(try apply("a", "b", to: list) == [[], [], []])
        try apply("b", to: list)
        #expect(try apply("a", "b", to: list) == [[], [], []])
        #expect(try feeds() == ["b"])
    }

    @Test("A feed stays while another list has it")
    func twoLists() throws {
        let (first, second) = (try follow("one"), try follow("two"))
        try apply("a", "b", to: first)
        #expect(try apply("a", "c", to: second) == [["c"], [], []])
        #expect(try store.listAddresses(of: id("a")).count == 2)
        #expect(try apply("b", to: first) == [[], [], []])
        #expect(try store.listAddresses(of: id("a")) == ["https://two.example/feeds.opml"])
        #expect(try apply("c", to: second) == [[], ["a"], []])
    }

    @Test("Spellings of an address, and a former address, are one feed")
    func spellings() throws {
        let list = try follow()
        try apply("a", "b", to: list)
        try store.moveFeed(id("a"), to: "https://moved.example/feed")
        let outlines = ["HTTPS://A.example:443/feed", "https://b.example/feed", "https://b.example/feed#x"].map {
            OPMLOutline(title: $0, feedURL: $0)
        }
        let document = OPMLDocument(outlines: outlines)
        #expect(try store.apply(document, preferences: [:], to: list, at: now) == ListChanges())
        let other = try follow("two")
        #expect(try store.apply(document, preferences: [:], to: other, at: now) == ListChanges())
    }

    @Test("The feeds of a list that is no longer followed stay, and an answer that arrives late adds nothing")
    func unfollowed() throws {
        let list = try follow()
        try apply("a", to: list)
        #expect(try !store.follow("https://planet.example/feeds.opml"))
        try store.unfollow(list)
        #expect(try apply("a", "b", to: list) == [[], [], []])
        #expect(try feeds() == ["a"] && store.followedLists().isEmpty)
        let again = try follow()
        try apply("a", "b", to: again)
        #expect(try apply("b", to: again) == [[], [], []])
    }
}
