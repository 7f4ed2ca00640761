import ArticleStorage
import Basics
import FeedModel
import FoundationEssentials

/// The polling states that a refresh has not stored yet: it stores many at once. Articles have their own transactions.
struct UnsavedStates {
    /// The number of states that are stored together.
    private static let batch = 64
    /// Maximum number of failures between two requests that test the connection (50): it may have died meanwhile.
    private static let maximumBetweenProbes = 50

    private var states: [PollingState] = []
    /// Failures that may be the connection's: a dead connection must not count against the feeds.
    private var suspected: [PollingState] = []
    /// Failures that may be a hotspot's, with the feeds' numbers of failures before them.
    private var pages: [(state: PollingState, failuresBefore: Int)] = []
    /// The number of states at which they are stored; larger after a failure.
    private var limit = Self.batch
    /// The number of suspected failures at which another request tests the connection.
    private var suspectedBeforeProbe = 0

    mutating func add(_ visit: FeedVisit) {
        guard let state = visit.unsavedState else { return }
        if visit.contact == .disconnected {
            suspected.append(state)
        } else if visit.isPage {
            pages.append((state, visit.failuresBefore))
        } else {
            states.append(state)
        }
    }

    /// True if failures may be the connection's.
    var hasSuspectedFailures: Bool { !suspected.isEmpty }

    /// Returns true if a feed of another host answers one more request: the hosts of the suspected failures are dead,
    /// and not the connection.
    ///
    /// Hundreds of dead servers must not cost that host a request for every three. So its response also holds for as
    /// many further failures, up to a limit, except at the end of the refresh.
    mutating func areHostsDead(_ context: VisitContext, _ paused: PausedHosts, isQueueDone: Bool) async -> Bool {
        guard isQueueDone || suspected.count >= suspectedBeforeProbe else {
            context.network.forgetUnreachable()
            return true
        }
        suspectedBeforeProbe = suspected.count + min(suspected.count, Self.maximumBetweenProbes)
        let ids = Set(suspectedFeeds)
        let feeds = ((try? context.store.subscriptions()) ?? []).filter { ids.contains($0.id) }
        let hosts = Set(feeds.map { ShownAddress.host(of: $0.feedURL) })
        return await ConnectionProbe(context: context).isAnswered(besides: hosts, paused) == true
    }

    /// The feeds whose failures may be the connection's.
    private var suspectedFeeds: [SubscriptionID] { suspected.map(\.subscription) }

    /// Decides at the end of a refresh whether its failures are the feeds' own, and corrects its report. The failures
    /// of a dead connection are not stored: the next probe may be any of these feeds.
    mutating func attributeFailures(of report: inout RefreshReport, _ context: VisitContext) {
        // The person may have gone offline since.
        if context.network.isUnreachable {
            report.correctAttempts(of: suspectedFeeds, to: report.unreachableUntil)
        } else {
            states += suspected
            suspected = []
        }
        if report.isFromHotspot { forgivePages(&report, context.settings) }
        states += pages.map(\.state)
        pages = []
    }

    /// Keeps the waits short for feeds in whose place a hotspot answered.
    private mutating func forgivePages(_ report: inout RefreshReport, _ settings: FeedServiceSettings) {
        let end = settings.now() + settings.schedule.backOff.wait(after: 1, jitter: settings.jitter())
        for index in pages.indices {
            pages[index].state.health.consecutiveFailures = max(1, pages[index].failuresBefore)
            pages[index].state.health.nextAttempt = end
        }
        report.correctAttempts(of: pages.map(\.state.subscription), to: end)
    }

    /// Stores the states if there are many.
    mutating func saveIfMany(in store: ArticleStore) {
        if states.count >= limit { save(in: store) }
    }

    /// Stores the states at regular intervals, so that a killed process loses few of the waits that servers have asked
    /// for. After a failure, which may have waited for a lock, it waits for more states.
    mutating func saveIfDue(in store: ArticleStore) {
        if limit == Self.batch { save(in: store) }
    }

    mutating func save(in store: ArticleStore) {
        guard !states.isEmpty else { return }
        do {
            try store.record(states)
            (states, limit) = ([], Self.batch)
        } catch {
            limit = states.count + Self.batch
        }
    }
}
