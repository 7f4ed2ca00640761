import JourneyHold
import ReaderUI
import Synchronization

/// Reports the packed parts of each article to the reader.
struct PackMarks: Sendable {
    let hold: LazyHold
    let queue: PackQueue

    func load(_ sink: @escaping Sink) {
        queue.run { tell(sink) }
    }

    /// Reads the hold on the caller's thread.
    func tell(_ sink: Sink) {
        do { sink(.packs(try hold.existing()?.marks() ?? [:])) } catch { sink(.message(.error("\(error)"))) }
    }
}

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
