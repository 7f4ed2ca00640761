import FoundationEssentials

/// The waits after consecutive failures; each wait is twice the previous one. Times are in seconds.
struct BackOff: Sendable {
    /// The wait after the first failure.
    let first: TimeInterval
    /// Maximum wait, without jitter.
    let maximum: TimeInterval

    func wait(after failures: Int) -> TimeInterval {
        min(first * Double(1 << min(max(failures, 1) - 1, 20)), maximum)
    }

    /// Returns a wait that varies randomly by up to a fifth, so that many clients do not retry at the same moment.
    ///
    /// - Parameter jitter: a number in 0..<1.
    func wait(after failures: Int, jitter: Double) -> TimeInterval {
        wait(after: failures) * Self.share(jitter)
    }

    /// Maximum wait, jitter included, in seconds.
    var maximumWithJitter: TimeInterval { maximum * Self.share(1) }

    private static func share(_ jitter: Double) -> Double {
        0.8 + 0.4 * jitter
    }
}
