import FeedModel
import FoundationEssentials

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
