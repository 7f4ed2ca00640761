import FeedModel
import FoundationEssentials
import Testing

@testable import ArticleStorage

@Suite struct PollingTests {
    let library: Library
    let store: ArticleStore
    let ids: [SubscriptionID]

    init() throws {
        library = try Library()
        store = library.store
        ids = try store.add((0..<3).map { NewSubscription(feedURL: "https://\($0).example") }).map(\.id)
    }

    @Test("A feed that was never polled has an empty state") func feedThatWasNeverPolledHasEmptyState() throws {
        #expect(try store.pollingStates() == ids.map { PollingState(subscription: $0) })
    }

    @Test("The library stores the complete state") func libraryStoresCompleteState() throws {
        var hints = PollingHints()
        (hints.ttl, hints.updateInterval, hints.skipHours) = (60, 86_400, [0, 7, 23])
        let state = PollingState(
            subscription: ids[1], digest: Array(0...31), etag: "W/\"\u{E9}\"",
            lastModified: "Tue, 10 Mar 2026 12:00:00 GMT",
            validatorsSince: now.addingTimeInterval(-1),
            health: FeedHealth(
                lastSuccess: now, lastAttempt: now.addingTimeInterval(2.5), nextAttempt: now.addingTimeInterval(3),
                consecutiveFailures: 4, problem: FeedProblem(kind: .waiting, message: "until noon")),
            retryAfter: now.addingTimeInterval(5), freshUntil: now.addingTimeInterval(6),
            redirect: PermanentRedirect(target: "https://new.example", visits: 2), loginPages: 3,
            olderPages: OlderPages(url: "https://0.example/?page=2", taken: 7),
            pace: PublishingPace(articleGap: 1.5, hints: hints))
        try store.record([state])
        #expect(try store.pollingState(of: ids[1]) == state)
        #expect(try store.subscription(ids[1])?.health == state.health)
        try store.record([PollingState(subscription: ids[1])])
        #expect(try store.pollingState(of: ids[1]) == PollingState(subscription: ids[1]))
    }

    @Test("One process at a time leases a feed") func oneFeedIsLeasedToOneProcessAtATime() throws {
        let other = try ArticleStore(path: library.path)
        let end = now.addingTimeInterval(60)
        #expect(try store.acquireLeases(on: [ids[0], ids[1]], owner: "a", until: end, at: now) == [ids[0], ids[1]])
        #expect(try other.acquireLeases(on: ids, owner: "b", until: end, at: now) == [ids[2]])
        #expect(try store.acquireLeases(on: [ids[0]], owner: "a", until: end, at: now) == [ids[0]])
        #expect(try other.acquireLeases(on: [ids[0]], owner: "b", until: end, at: end.addingTimeInterval(-1)) == [])
        #expect(try other.acquireLeases(on: [ids[0]], owner: "b", until: end + 60, at: end) == [ids[0]])
    }

    @Test("A result ends a lease") func anOutcomeEndsALease() throws {
        let end = now.addingTimeInterval(60)
        _ = try store.acquireLeases(on: ids, owner: "a", until: end, at: now)
        try store.record([PollingState(subscription: ids[0])])
        try library.ingest([item("x")], into: ids[1])
        #expect(try store.acquireLeases(on: ids, owner: "b", until: end, at: now) == [ids[0], ids[1]])
    }

    @Test("Leases can be returned together") func leasesAreGivenBackTogether() throws {
        let end = now.addingTimeInterval(60)
        _ = try store.acquireLeases(on: ids, owner: "a", until: end, at: now)
        try store.releaseLeases(of: "b")
        #expect(try store.acquireLeases(on: ids, owner: "b", until: end, at: now) == [])
        try store.releaseLeases(of: "a")
        #expect(try store.acquireLeases(on: ids, owner: "b", until: end, at: now) == Set(ids))
    }

    @Test("The library returns the newest dates of each feed") func theNewestDatesOfAFeed() throws {
        try library.ingest([item("a", hoursAgo: 1), item("c", hoursAgo: 9), item("b", hoursAgo: 3)], into: ids[0])
        #expect(
            try store.recentArticleDates(of: [ids[0]], limit: 2)[ids[0]]
                == [now.addingTimeInterval(-3_600), now.addingTimeInterval(-3 * 3_600)])
        #expect(try store.recentArticleDates(of: [ids[1]], limit: 2) == [ids[1]: []])
    }
}
