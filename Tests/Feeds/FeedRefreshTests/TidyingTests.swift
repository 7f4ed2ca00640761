import ArticleStorage
import Basics
import FeedModel
import Foundation
import ScriptedOrigin
import Testing

@testable import FeedRefresh

@Suite struct TidyingTests {
    @Test("A refresh keeps the maximum number of articles and the unread ones; deleted ones do not return")
    func keepsCount() async throws {
        let rig = try ServiceRig(retention: RetentionPolicy(maximumCount: 2))
        rig.origin.route("/feed", inOrder: [.response(body: atomFeed(1...4)), .response(body: atomFeed(1...5))])
        let id = try rig.subscribe()
        _ = try await rig.service.refresh(reason: .everything)
        #expect(try rig.titles(id).count == 4)
        let listing = ArticleListing(.feed(id), midnight: rig.now)
        let oldest = try rig.store.page(of: listing, at: .end, limit: 1).rows
        _ = try rig.store.set(.read(true), on: oldest.map(\.id))
        for _ in 0..<2 { _ = try await rig.service.refresh(reason: .everything) }
        #expect(try rig.titles(id) == ["Number 5", "Number 4", "Number 3", "Number 2"])
    }

    @Test("A feed's own limit and interval override the general ones")
    func ownLimits() async throws {
        let rig = try ServiceRig(retention: RetentionPolicy(maximumCount: 4))
        rig.origin.route("/feed", .response(body: atomFeed(1...6)))
        rig.origin.route("/other", .response(body: atomFeed(1...6)))
        let feeds = try ["/feed", "/other"].map { try rig.subscribe($0) }
        var preferences = FeedPreferences()
        preferences.maximumCount = 2
        preferences.refreshMinutes = 300
        try rig.store.setPreferences(preferences, of: feeds[0])
        _ = try await rig.service.refresh(reason: .everything)
        for id in feeds {
            let rows = try rig.rows(id)
            _ = try rig.store.set(.read(true), on: rows.map(\.id))
        }
        #expect(try rig.store.pollingState(of: feeds[0])?.health.nextAttempt == rig.now + 300 * 60)
        _ = try await rig.service.refresh(reason: .everything)
        #expect(try feeds.map { try rig.titles($0).count } == [2, 4])
    }

    @Test("The articles of a removed feed are kept for thirty days")
    func purges() async throws {
        let rig = try ServiceRig()
        for path in ["/feed", "/other"] { rig.origin.route(path, .response(body: atomFeed(1...2))) }
        let (id, other) = (try rig.subscribe(), try rig.subscribe("/other"))
        _ = try await rig.service.refresh(reason: .everything)
        let deleted = try #require(try rig.rows(id).first?.id)
        try rig.store.remove(id, at: rig.now)
        rig.pass(seconds: 29 * 86_400)
        _ = try await rig.service.refresh(reason: .everything)
        #expect(try rig.store.article(deleted) != nil)
        rig.pass(seconds: 2 * 86_400)
        _ = try await rig.service.refresh(reason: .everything)
        #expect(try rig.store.article(deleted) == nil)
        #expect(try rig.titles(other) == ["Number 2", "Number 1"])
    }

    @Test("Feeds and articles that were deleted while the clock was behind are kept for thirty days")
    func distrustsAClockThatWasBehind() async throws {
        let rig = try ServiceRig()
        for path in ["/feed", "/other"] { rig.origin.route(path, .response(body: atomFeed(1...2))) }
        let feeds = try ["/feed", "/other"].map { try rig.subscribe($0) }
        _ = try await rig.service.refresh(reason: .everything)
        let articles = try feeds.map { id in
            return try #require(try rig.rows(id).first?.id)
        }
        let past = Date(timeIntervalSince1970: 86_400)
        try rig.store.remove(feeds[0], at: past)
        _ = try rig.store.delete([articles[1]], at: past)
        _ = try await rig.service.refresh(reason: .everything)
        #expect(try articles.allSatisfy { try rig.store.article($0) != nil })
        rig.pass(seconds: 31 * 86_400)
        _ = try await rig.service.refresh(reason: .everything)
        #expect(try articles.allSatisfy { try rig.store.article($0) == nil })
    }

    @Test("Responses that were unused for the time in the setting are removed; the articles stay")
    func cleansTheCacheByAge() async throws {
        let rig = try ServiceRig(cacheAge: 30 * 86_400)
        // The cache records uses by the system's clock.
        rig.pass(seconds: Date().timeIntervalSince(rig.now))
        rig.origin.route("/old", .response(fields: ["ETag": "\"1\""], body: atomFeed(1...2)))
        rig.origin.route("/new", .response(body: atomFeed(1...2)))
        let old = try rig.subscribe("/old")
        let new = try rig.subscribe("/new")
        _ = try await rig.service.refresh(reason: .everything)
        let between = Date()
        _ = try await rig.service.refresh(.feeds([new]), reason: .insisted)
        rig.pass(seconds: 30 * 86_400 + between.timeIntervalSince(rig.now))
        // Visits would use both responses. Another process holds the leases of the feeds, so this refresh only tidies.
        _ = try rig.store.acquireLeases(on: [old, new], owner: "another", until: rig.now + 600, at: rig.now)
        #expect(try await rig.service.refresh(reason: .everything).leasedElsewhere == 2)
        try rig.service.setOffline(true)
        #expect(try await rig.service.open(old, events: { _ in }) == .notAvailableOffline)
        #expect(try await rig.service.open(new, events: { _ in }) == .unchanged)
        #expect(try rig.titles(old).count == 2)
    }

    @Test("A clock that is years ahead of the servers does not remove articles or deleted feeds")
    func distrustsTheClock() async throws {
        let rig = try ServiceRig(retention: RetentionPolicy(maximumAge: 1_000 * 86_400))
        let date = HTTPDate.format(rig.now.timeIntervalSince1970)
        for path in ["/feed", "/other"] {
            rig.origin.route(path, .response(fields: ["Date": date], body: atomFeed(1...2)))
        }
        let (id, other) = (try rig.subscribe(), try rig.subscribe("/other"))
        _ = try await rig.service.refresh(reason: .everything)
        let rows = try rig.rows(id)
        let kept = try rig.rows(other)
        _ = try rig.store.set(.read(true), on: rows.map(\.id))
        try rig.store.remove(other, at: rig.now)
        rig.pass(seconds: 12 * 365 * 86_400)
        _ = try await rig.service.refresh(reason: .everything)
        #expect(try rig.titles(id) == ["Number 2", "Number 1"])
        #expect(try rig.store.article(try #require(kept.first?.id)) != nil)
    }

    @Test("A clock that is years behind all servers does not date new articles back")
    func datesArticlesByTheServers() async throws {
        let rig = try ServiceRig()
        let date = HTTPDate.format(rig.now.timeIntervalSince1970)
        rig.origin.route("/feed", .response(fields: ["Date": date], body: atomFeed(1...2)))
        let id = try rig.subscribe()
        let midnight = rig.now
        rig.pass(seconds: -3_000 * 86_400)
        _ = try await rig.service.refresh(reason: .everything)
        let rows = try rig.store.page(of: ArticleListing(.feed(id), midnight: midnight), at: .start, limit: 9).rows
        // 2 and 1 January 2026.
        #expect(rows.map(\.date.timeIntervalSince1970) == [1_767_312_000, 1_767_225_600])
    }

    @Test("A server whose clock is years ahead does not end the rules that hide articles until a date")
    func keepsRules() async throws {
        let rig = try ServiceRig()
        let date = HTTPDate.format(rig.now.timeIntervalSince1970 + 3_000 * 86_400)
        rig.origin.route("/feed", .response(fields: ["Date": date], body: atomFeed(1...2)))
        let id = try rig.subscribe()
        _ = try rig.store.add(Mute(.title, "Number 1", until: rig.now + 86_400), at: rig.now)
        _ = try await rig.service.refresh(reason: .everything)
        #expect(try rig.titles(id) == ["Number 2"])
    }

    @Test("A refresh that contacts no server does not remove articles", arguments: [false, true])
    func asksNobody(hasLocalFeed: Bool) async throws {
        let policy = RetentionPolicy(maximumAge: 1_000 * 86_400)
        let rig = try ServiceRig()
        rig.origin.route("/feed", .response(body: atomFeed(1...3)))
        let id = try rig.subscribe()
        _ = try await rig.service.refresh(reason: .everything)
        let rows = try rig.rows(id)
        _ = try rig.store.set(.read(true), on: rows.map(\.id))
        _ = try rig.store.delete([rows[0].id], at: rig.now)
        var preferences = FeedPreferences()
        preferences.isPaused = true
        try rig.store.setPreferences(preferences, of: id)
        if hasLocalFeed {
            let file = rig.folder.appendingPathComponent("feed.xml")
            try rig.write(atomFeed(4...4), to: file)
            _ = try rig.store.add(NewSubscription(feedURL: file.absoluteString))
        }
        rig.pass(seconds: 12 * 365 * 86_400)
        let later = try rig.anotherService(cache: "later.sqlite", retention: policy)
        _ = try await later.refresh(reason: .everything)
        #expect(try rig.origin.requests.count == 1 && rig.titles(id) == ["Number 2", "Number 1"])
        #expect(try rig.store.article(rows[0].id) != nil, "a deletion can still be undone")
    }

    @Test("Articles of local feeds are removed by age if no feed has a server")
    func localFeeds() async throws {
        let rig = try ServiceRig(retention: RetentionPolicy(maximumAge: 1_000 * 86_400))
        let file = rig.folder.appendingPathComponent("feed.xml")
        try rig.write(atomFeed(1...2), to: file)
        let id = try rig.store.add(NewSubscription(feedURL: file.absoluteString)).id
        _ = try await rig.service.refresh(reason: .everything)
        let rows = try rig.rows(id)
        _ = try rig.store.set(.read(true), on: rows.map(\.id))
        rig.pass(seconds: 1_500 * 86_400)
        _ = try await rig.service.refresh(reason: .everything)
        #expect(try rig.titles(id).isEmpty)
    }

    @Test("A refresh in which no server answers does not remove articles; after the next response they are removed")
    func waitsForAnAnswer() async throws {
        let rig = try ServiceRig(retention: RetentionPolicy(maximumAge: 1_000 * 86_400))
        rig.origin.route("/feed", .response(body: atomFeed(1...2)))
        let id = try rig.subscribe()
        _ = try await rig.service.refresh(reason: .everything)
        let rows = try rig.rows(id)
        _ = try rig.store.set(.read(true), on: rows.map(\.id))
        rig.pass(seconds: 12 * 365 * 86_400)
        let later = try rig.anotherService(
            cache: "later.sqlite", retention: RetentionPolicy(maximumAge: 1_000 * 86_400))
        rig.origin.route("/feed", Reply([.close]))
        _ = try await later.refresh(reason: .everything)
        #expect(try rig.titles(id) == ["Number 2", "Number 1"])
        rig.origin.route("/feed", .response(body: atomFeed(1...2)))
        _ = try await later.refresh(reason: .everything)
        #expect(try rig.titles(id).isEmpty)
    }
}
