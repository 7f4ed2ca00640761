import GRDB
import Synchronization

/// Carries the write-ahead log over into the library's file while much is written.
///
/// On a connection of its own: SQLite would do it at the end of some commit, and whoever has a mark to commit in this process
/// would wait for the disk.
final class Checkpointer: Sendable {
    /// In bytes of text (12 MiB), for which the log takes some three times as much. The more, the oftener a page that changes
    /// again and again is carried over once.
    private static let textBetween = 12 << 20
    /// Every so many times (4) whoever writes waits until the disk has all of it, as only then the log can begin anew. The other
    /// times it goes on meanwhile, and the log grows.
    private static let timesUntilNewLog = 4

    private struct State {
        var text = 0
        var times = 0
        var connection: DatabaseQueue?
    }

    private let path: String
    private let state = Mutex(State())

    init(path: String) {
        self.path = path
    }

    /// To be called after each transaction that takes in text, outside of it.
    func took(text bytes: Int) {
        let due = state.withLock { state -> (connection: DatabaseQueue, mustWait: Bool)? in
            state.text += bytes
            guard state.text >= Self.textBetween else { return nil }
            state.text = 0
            // Where it cannot be done now, the log grows until it can.
            guard let connection = try? state.connection ?? LibraryFile.openForCheckpoints(path: path) else {
                return nil
            }
            state.connection = connection
            state.times += 1
            return (connection, state.times.isMultiple(of: Self.timesUntilNewLog))
        }
        guard let (connection, mustWait) = due else { return }
        if mustWait {
            _ = try? connection.inDatabase { try $0.checkpoint(.passive) }
        } else {
            connection.asyncWriteWithoutTransaction { _ = try? $0.checkpoint(.passive) }
        }
    }

    /// Returns once nothing is carried over any more: only one connection may do it at a time, and others are refused.
    func finish() {
        state.withLock { $0.connection }?.inDatabase { _ in }
    }
}
