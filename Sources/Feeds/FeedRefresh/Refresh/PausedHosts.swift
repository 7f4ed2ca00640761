import ArticleStorage
import Basics
import FeedModel
import FoundationEssentials

/// The hosts that asked for a pause during a refresh.
struct PausedHosts {
    private var pauses: [String: HostPause] = [:]
    /// Maximum wait of the feeds that were not requested, in seconds (default 1 hour). A server may count the requests
    /// for each resource (RFC 6585 §4): one feed must not stop all others of a large host for days.
    private static let maximumWaitOfOthers = 3_600.0

    mutating func add(_ pause: HostPause, of host: String) {
        if pause.end > pauses[host]?.end ?? .distantPast { pauses[host] = pause }
    }

    /// Returns the pause of a host's other feeds; nil if it is over.
    func pause(of host: String, at now: Date) -> HostPause? {
        guard var pause = pauses[host], pause.end > now else { return nil }
        pause.end = min(pause.end, now + Self.maximumWaitOfOthers)
        return pause
    }

    /// Makes all feeds of a host that answered 429 wait: otherwise the next refresh would request the feeds that this
    /// refresh left out.
    func save(in store: ArticleStore, at now: Date) {
        let lasting = pauses.filter { $0.value.isFromServer && $0.value.isTooManyRequests && $0.value.end > now }
        guard !lasting.isEmpty, let feeds = try? store.subscriptions(),
            let synced = try? store.accountsOfSubscriptions()
        else { return }
        for (host, pause) in lasting {
            let waiting = feeds.filter { feed in
                synced[feed.id] == nil && feed.health.problem?.kind != .gone
                    && ShownAddress.host(of: feed.feedURL) == host
            }
            try? store.pause(waiting.map(\.id), until: min(pause.end, now + Self.maximumWaitOfOthers))
        }
    }
}
