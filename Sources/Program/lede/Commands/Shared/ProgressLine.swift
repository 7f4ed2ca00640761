import Glibc
import Synchronization

/// A progress line on standard error, if that is a terminal which can erase it.
final class ProgressLine: Sendable {
    private let lastShown = Mutex<ContinuousClock.Instant?>(nil)

    /// Updates at most ten times a second, but always shows the last state.
    func show(isLast: Bool = false, _ text: () -> String) {
        guard Console.hasErrorScreen else { return }
        let isDue = lastShown.withLock { last in
            let now = ContinuousClock.now
            if let shown = last, now - shown < .milliseconds(100), !isLast { return false }
            last = now
            return true
        }
        guard isDue else { return }
        Console.write(Array("\r\u{1B}[K\(text())".utf8), to: STDERR_FILENO)
    }

    func clear() {
        guard lastShown.withLock({ $0 != nil }) else { return }
        Console.write(Array("\r\u{1B}[K".utf8), to: STDERR_FILENO)
    }
}
