internal import Synchronization

/// Records that the body of a streamed reply was stored at its end: its head is delivered before.
final class StreamStorage: Sendable {
    private let state = Mutex(false)

    var isStored: Bool { state.withLock { $0 } }

    func recordStored() {
        state.withLock { $0 = true }
    }
}
