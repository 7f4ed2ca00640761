import PackStorage
import ReaderUI

/// Reports the packed parts of each article to the reader.
struct PackMarks: Sendable {
    let packStore: LazyPackStore
    let queue: PackQueue

    func load(_ sink: @escaping Sink) {
        queue.run { report(sink) }
    }

    /// Reads the pack store on the caller's thread.
    func report(_ sink: Sink) {
        do { sink(.packs(try packStore.existing()?.marks() ?? [:])) } catch { sink(.message(.error(error))) }
    }
}
