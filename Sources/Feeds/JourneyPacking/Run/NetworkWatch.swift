import ArticleStorage
import FeedModel
import FeedRefresh
import FoundationEssentials
import Synchronization

/// Tracks the network's state and the length of an outage.
struct NetworkWatch {
    private let limits: JourneyLimits
    private var downSince: ContinuousClock.Instant?
    private var nextTry: Date?

    init(limits: JourneyLimits) {
        self.limits = limits
    }

    var isDown: Bool { downSince != nil }

    /// While nothing can be reached, true only when the next probe is due.
    var mayAsk: Bool { nextTry.map { $0 <= Date() } ?? true }

    var hasWaitedLongEnough: Bool { downSince.map { ContinuousClock.now - $0 > limits.networkWait } ?? false }

    mutating func update(_ connectivity: Connectivity) {
        guard case .unreachable(let next) = connectivity else {
            downSince = nil
            nextTry = nil
            return
        }
        downSince = downSince ?? .now
        nextTry = next
    }
}

extension JourneyPacker {
    /// Fetches an object. If it is the second one to fail in a row, a request to another host shows if the network is
    /// lost: the journey may need fewer hosts than have to fail until this is certain.
    func fetchOrNoticeOutage(_ job: JourneyRun.Job, _ owners: [PageOwner]) async -> Fetched {
        let fetched = await fetch(job, owners)
        guard job.isAfterFailure, case .connectionFailed = fetched.end else { return fetched }
        // Many dead servers must not cost the feed's host one request each.
        let hasJustAnswered = probeAnswered.withLock { $0.map { .now - $0 < limits.pagePause } ?? false }
        if await service.probeConnection(besides: job.host, hasJustAnswered: hasJustAnswered) {
            probeAnswered.withLock { $0 = .now }
        }
        return fetched
    }
}
