import ArticleStorage
import Basics
import FeedModel
import FoundationEssentials
import HTTPCache
import HTTPTransport

/// One request at the end of a refresh whose last hosts have all failed, or after two objects of a journey have failed
/// in a row: its response shows that the hosts are dead, and not the connection. It revalidates a stored feed, and
/// stores nothing.
struct ConnectionProbe: Sendable {
    let context: VisitContext

    /// Maximum time of the request, in seconds (20).
    static let timeout = 20

    /// Returns true if a server has answered; nil if no feed may be requested.
    ///
    /// - Parameters:
    ///   - dead: the hosts that may be dead; no request goes to them.
    ///   - paused: the hosts that do not want a request.
    func isAnswered(besides dead: Set<String>, _ paused: PausedHosts) async -> Bool? {
        guard let plan = try? plan(besides: dead, paused) else { return nil }
        let request = Task { await isAnswered(plan) }
        let offlineSwitch = context.network.offlineSwitch
        offlineSwitch.listen(ObjectIdentifier(plan)) { request.cancel() }
        defer { offlineSwitch.forget(ObjectIdentifier(plan)) }
        return await withTaskCancellationHandler {
            await request.value
        } onCancel: {
            request.cancel()
        }
    }

    /// Returns the feed that answered last and may be requested.
    private func plan(besides dead: Set<String>, _ paused: PausedHosts) throws -> PlannedVisit? {
        let now = context.settings.now()
        let synced = try context.store.accountsOfSubscriptions()
        let mayBeNearby = dead.allSatisfy(Self.isNearby)
        let answering = try context.store.subscriptions().filter { feed in
            let host = ShownAddress.host(of: feed.feedURL)
            return synced[feed.id] == nil && hasAnswered(feed, at: now) && !dead.contains(host)
                && (mayBeNearby || !Self.isNearby(host))
                && paused.pause(of: host, at: now) == nil && HotspotProbe.mayAsk(feed.feedURL)
                && !context.settings.keyring.covers(feed.feedURL)
        }
        for feed in answering.sorted(by: { ($0.health.lastSuccess ?? now) > ($1.health.lastSuccess ?? now) }) {
            guard let state = try context.store.pollingState(of: feed.id) else { continue }
            let end = state.corrected(at: now).retryAfter
            if end.map({ $0 > now }) != true { return PlannedVisit(feed, state) }
        }
        return nil
    }

    /// True for a host, with or without a port, of this machine or of the local network: it answers while the internet
    /// cannot be reached.
    static func isNearby(_ host: String) -> Bool {
        let name = host.lowercased().prefix { $0 != ":" }
        let isAddress = ["127.", "10.", "192.168."].contains { name.hasPrefix($0) }
        return isAddress || name.hasSuffix(".local") || name.hasSuffix(".lan") || !name.contains(".")
    }

    private func hasAnswered(_ feed: Subscription, at now: Date) -> Bool {
        guard !feed.preferences.isPaused, feed.health.problem == nil, let last = feed.health.lastSuccess else {
            return false
        }
        return (0..<HotspotProbe.maximumSilence).contains(now.timeIntervalSince(last))
    }

    private func isAnswered(_ plan: PlannedVisit) async -> Bool {
        let network = context.network
        let policy = CachePolicy.reloadRevalidatingCacheData
        let url = plan.subscription.feedURL
        do throws(CacheError) {
            let reply = try await network.client.response(for: request(plan), policy: policy)
            network.record(reply, for: "probe", policy)
            guard reply.failure == nil, reply.source != .cache else { return false }
            network.forgetUnreachable()
            return true
        } catch {
            network.record(.cache(error), for: "probe", policy, asked: url)
            if ExchangeFailure(error) == .disconnected { network.count(.unanswered) }
            return false
        }
    }

    private func request(_ plan: PlannedVisit) -> CacheRequest {
        var request = FeedRequest.make(
            url: plan.subscription.feedURL, settings: context.settings, credentials: RequestCredentials(),
            userAgent: plan.subscription.preferences.userAgent)
        FeedRequest.addValidators(of: plan, to: &request)
        request.limits.totalTimeout = Self.timeout
        request.probeNetwork()
        return request
    }
}

extension FeedService {
    /// Requests a feed of another host after a journey's requests to this one have failed: if nobody answers, nothing
    /// can be reached. Without such a feed, the state of the connection stays.
    ///
    /// - Parameter hasJustAnswered: true if such a request was answered a moment ago. Then none is sent, and the failures
    ///   are the hosts' own.
    /// - Returns: true if the feed's host has answered.
    package func probeConnection(besides host: String, hasJustAnswered: Bool) async -> Bool {
        guard !hasJustAnswered else {
            network.forgetUnreachable()
            return false
        }
        guard connectivity == .online else { return false }
        let isAnswered = await ConnectionProbe(context: visitContext).isAnswered(besides: [host], PausedHosts())
        if isAnswered == false, !isOffline, !Task.isCancelled { network.noteFailure(of: host, knownHosts: 1) }
        return isAnswered == true
    }
}
