import JourneyHold
import ReaderUI

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
