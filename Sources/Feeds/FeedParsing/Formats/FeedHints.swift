internal import FeedModel

/// What a feed says about how often to ask, as it says it.
struct FeedHints {
    var timeToLive: Int?
    var skipHours: Set<Int> = []
    var updatePeriod: String?
    var updateFrequency: Int?

    var pollingHints: PollingHints {
        var hints = PollingHints()
        hints.ttl = timeToLive.flatMap { $0 > 0 ? $0 : nil }
        // RSS 0.91 counts hours 1–24, RSS 2.0 0–23.
        hints.skipHours = Set(skipHours.filter { 0...24 ~= $0 }.map { $0 % 24 })
        let frequency = max(updateFrequency ?? 1, 1)
        hints.updateInterval = updatePeriod.flatMap { Self.periods[$0.lowercased()] }.map { $0 / frequency }
        return hints
    }

    /// Values of `ttl` that are believed, in minutes (up to a year).
    static let minutes = 0...525_600
    /// Values of `sy:updateFrequency` that are believed.
    static let frequencies = 1...1_000_000

    /// In seconds (RSS 1.0, syndication module).
    private static let periods = [
        "hourly": 3_600, "daily": 86_400, "weekly": 604_800, "monthly": 2_592_000, "yearly": 31_536_000,
    ]
}
