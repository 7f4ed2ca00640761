import Synchronization

/// Limits how often marks are reread while packing runs (1 s).
final class MarkPace: Sendable {
    private let last = Mutex<ContinuousClock.Instant?>(nil)

    var isDue: Bool {
        last.withLock { last in
            let now = ContinuousClock.now
            if let before = last, now - before < .seconds(1) { return false }
            last = now
            return true
        }
    }
}
