internal import FeedModel

/// The feed's own hints about the interval between fetches.
struct FeedHints {
    var timeToLive: Int?
    var skipHours: Set<Int> = []
    var updatePeriod: String?
    var updateFrequency: Int?

    var pollingHints: PollingHints {
        var hints = PollingHints()
        hints.ttl = timeToLive.flatMap { $0 > 0 ? min($0, FeedLimits.timeToLive) : nil }
        hints.skipHours = skipHours
        let frequency = max(updateFrequency ?? 1, 1)
        hints.updateInterval = updatePeriod.flatMap { Self.periods[$0.lowercased()] }.map { $0 / frequency }
        return hints
    }

    /// Accepted values of `sy:updateFrequency`.
    static let frequencies = 1...1_000_000

    /// In seconds (RSS 1.0, syndication module).
    private static let periods = [
        "hourly": 3_600, "daily": 86_400, "weekly": 604_800, "monthly": 2_592_000, "yearly": 31_536_000,
    ]
}
