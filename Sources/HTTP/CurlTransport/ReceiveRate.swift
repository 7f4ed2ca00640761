/// The limit for the body bytes that all transfers together receive. Transfers above it pause and take turns. It lives on
/// the curl thread.
///
/// curl's own limit is one for each transfer, and libcurl 7.88 lets 2 MB at 100 kB/s arrive within a second.
final class ReceiveRate {
    private var allowance: ByteAllowance
    private var waiting: [Transfer] = []

    init(bytesPerSecond: Int) {
        allowance = ByteAllowance(bytesPerSecond: bytesPerSecond, at: .now)
    }

    /// Returns false if the transfer must pause; it is resumed in its turn.
    func admits(_ transfer: Transfer) -> Bool {
        if allowance.wait(at: .now) == .zero { return true }
        waiting.append(transfer)
        return false
    }

    func spend(_ bytes: Int) {
        allowance.spend(bytes, at: .now)
    }

    func forget(_ transfer: Transfer) {
        waiting.removeAll { $0 === transfer }
    }

    /// Resumes paused transfers in turn. Returns the time until the next one may continue; nil if none waits.
    func resumeWaiting() -> Duration? {
        while let first = waiting.first {
            let wait = allowance.wait(at: .now)
            guard wait == .zero else { return wait }
            waiting.removeFirst()
            first.resume(from: .rate)
        }
        return nil
    }
}

/// The body bytes that may arrive now, at a rate.
struct ByteAllowance {
    private let bytesPerSecond: Double
    /// Bytes; negative after a piece that was larger than the rest.
    private var rest: Double
    private var moment: ContinuousClock.Instant

    init(bytesPerSecond: Int, at now: ContinuousClock.Instant) {
        self.bytesPerSecond = Double(max(1, bytesPerSecond))
        rest = self.bytesPerSecond * Self.burst
        moment = now
    }

    /// The longest unused time that counts, in seconds.
    private static let burst = 0.125

    /// Returns the time until the next bytes may arrive; zero if they may arrive now.
    func wait(at now: ContinuousClock.Instant) -> Duration {
        let rest = rest(at: now)
        return rest > 0 ? .zero : .seconds(-rest / bytesPerSecond) + .milliseconds(1)
    }

    mutating func spend(_ bytes: Int, at now: ContinuousClock.Instant) {
        rest = rest(at: now) - Double(bytes)
        moment = now
    }

    private func rest(at now: ContinuousClock.Instant) -> Double {
        min(bytesPerSecond * Self.burst, rest + (now - moment) / .seconds(1) * bytesPerSecond)
    }
}
