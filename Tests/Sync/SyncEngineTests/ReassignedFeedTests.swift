import ArticleStorage
import FeedModel
import Synchronization
import Testing

/// A server that gives the ids of feeds to other feeds, or changes the addresses of feeds.
@Suite struct ReassignedFeedTests {
    /// Returns the guids of the articles of each listed feed, by its title.
    private func guids(_ rig: SyncRig) throws -> [String: Set<String>] {
        let feeds = try rig.store.subscriptions()
        let titles = Dictionary(feeds.map { ($0.id, $0.title) }, uniquingKeysWith: { first, _ in first })
        return try rig.articles().reduce(into: [:]) { guids, article in
            guids[titles[article.subscription] ?? "no feed", default: []].insert(article.item.id)
        }
    }

    private func ids(_ rig: SyncRig) throws -> [String: SubscriptionID] {
        let feeds = try rig.store.subscriptions()
        return Dictionary(feeds.map { ($0.title, $0.id) }, uniquingKeysWith: { first, _ in first })
    }

    private func feed(_ id: String, _ name: String) -> RemoteFeed {
        RemoteFeed(id: id, title: name, feedURL: "http://\(name).test/feed", folder: ["News"])
    }

    @Test(
        "If a reinstalled server gives the ids of feeds to others, no article enters another feed",
        arguments: [true, false])
    func setUpAnew(reportsChanges: Bool) async throws {
        let rig = try SyncRig(ModelServer(reportsChanges: reportsChanges, feeds: ["f1", "f2", "f3"]))
        for number in 1...4 {
            for feed in ["f1", "f2", "f3"] { rig.server.publish("\(feed) \(number)", in: feed) }
        }
        try await rig.sync()
        try rig.mark("f1 4", .starred(true))
        try await rig.sync()
        let before = try ids(rig)
        rig.server.world.withLock { world in
            world.feeds = [feed("f1", "f2"), feed("f2", "f1"), feed("f3", "new")]
            (world.articles, world.nextID) = ([], 1)
        }
        for number in 3...5 {
            for (id, name) in [("f1", "f2"), ("f2", "f1"), ("f3", "new")] {
                rig.server.publish("\(name) \(number)", in: id)
            }
        }
        for _ in 1...2 {
            try await rig.sync()
            let expected = [
                "f1": Set((1...5).map { "f1 \($0)" }), "f2": Set((1...5).map { "f2 \($0)" }),
                "new": Set((3...5).map { "new \($0)" }),
            ]
            #expect(try guids(rig) == expected)
            let after = try ids(rig)
            #expect(after["f1"] == before["f1"] && after["f2"] == before["f2"] && after.count == 3)
            #expect(rig.server.states["f1 4"] == [false, true])
            #expect(rig.server.states.values.count { $0 == [false, false] } == 8)
        }
        #expect(try rig.outgoing == 0)
    }

    @Test("Two feeds with the same title are kept apart if a reinstalled server gives the id of one to the other")
    func equalTitles() async throws {
        let rig = try SyncRig(ModelServer(reportsChanges: true))
        let address = "http://f2.test/feed"
        func blog(_ id: String, at url: String) -> RemoteFeed {
            RemoteFeed(id: id, title: "Blog", feedURL: url, folder: ["News"])
        }
        rig.server.world.withLock { $0.feeds = [blog("f1", at: "http://f1.test/feed"), blog("f2", at: address)] }
        rig.server.publish("a1", in: "f1")
        rig.server.publish("b1", in: "f2")
        try await rig.sync()
        let before = try #require(try rig.store.subscription(feedURL: address)).id
        rig.server.world.withLock { world in
            world.feeds = [blog("f1", at: address)]
            (world.articles, world.nextID) = ([], 1)
        }
        for guid in ["b1", "b2"] { rig.server.publish(guid, in: "f1") }
        for _ in 1...2 {
            try await rig.sync()
            #expect(try rig.store.subscriptions().map(\.id) == [before])
            #expect(try rig.articles().map(\.item.id).sorted() == ["b1", "b2"])
        }
    }

    /// Returns two feeds, and their ids; the server has removed the second one since the last sync.
    private func withRemovedFeed() async throws -> (rig: SyncRig, before: [String: SubscriptionID]) {
        let rig = try SyncRig(ModelServer(reportsChanges: true))
        rig.server.publish("a1", in: "f1")
        rig.server.publish("b1", in: "f2")
        try await rig.sync()
        let before = try ids(rig)
        rig.server.unsubscribe("f2")
        return (rig, before)
    }

    @Test("A removed feed whose id another feed gets leaves the lists, and returns under a new id")
    func reusedID() async throws {
        let (rig, before) = try await withRemovedFeed()
        rig.server.world.withLock { $0.feeds.append(feed("f2", "new")) }
        rig.server.publish("c1", in: "f2")
        try await rig.sync()
        #expect(try guids(rig) == ["f1": ["a1"], "new": ["c1"]])
        let calls = try await rig.calls { try await rig.sync() }
        #expect(calls == ["feeds", "changes", "lists"])
        rig.server.world.withLock { $0.feeds.append(feed("f3", "f2")) }
        rig.server.publish("b2", in: "f3")
        try await rig.sync()
        #expect(try guids(rig) == ["f1": ["a1"], "new": ["c1"], "f2": ["b1", "b2"]])
        #expect(try ids(rig)["f2"] == before["f2"])
    }

    @Test(
        "A feed whose address changes on the server stays the same feed if its title or its site stays the same",
        arguments: [
            ("https://f2.test/feed", "f2", "http://other.test"), ("http://moved.test/feed", "Moved", "http://f2.test"),
            ("HTTP://F2.test:80/feed#top", "Moved", "http://other.test"),
        ])
    func moved(url: String, title: String, site: String) async throws {
        let rig = try SyncRig(ModelServer(reportsChanges: true))
        rig.server.world.withLock { $0.feeds[1].homePageURL = "http://f2.test" }
        rig.server.publish("b1", in: "f2")
        try await rig.sync()
        let before = try ids(rig)
        rig.server.world.withLock { world in
            (world.feeds[1].title, world.feeds[1].homePageURL, world.feeds[1].feedURL) = (title, site, url)
        }
        rig.server.publish("b2", in: "f2")
        for _ in 1...2 {
            let calls = try await rig.calls { try await rig.sync() }
            #expect(calls == ["feeds", "changes", "lists"])
            #expect(try guids(rig) == [title: ["b1", "b2"]])
            #expect(try ids(rig)[title] == before["f2"] && ids(rig).count == 2)
            #expect(try rig.store.subscriptions().map(\.feedURL).contains(url))
        }
    }

    @Test("A feed that gets the address of a removed feed keeps its articles if its title stays the same")
    func addressOfRemovedFeed() async throws {
        let (rig, before) = try await withRemovedFeed()
        rig.server.world.withLock { $0.feeds[0].feedURL = "http://f2.test/feed" }
        for _ in 1...2 {
            try await rig.sync()
            #expect(try guids(rig) == ["f1": ["a1"]])
            #expect(try ids(rig)["f1"] == before["f1"])
        }
    }

    @Test("Two feeds of a server with the same address keep their ids and their articles")
    func oneAddress() async throws {
        let rig = try SyncRig(ModelServer(reportsChanges: true))
        rig.server.world.withLock { $0.feeds[1].feedURL = $0.feeds[0].feedURL }
        rig.server.publish("a1", in: "f1")
        rig.server.publish("b1", in: "f2")
        for _ in 1...3 {
            try await rig.sync()
            #expect(try guids(rig) == ["f1": ["a1"], "f2": ["b1"]])
        }
    }
}
