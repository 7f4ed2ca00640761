import GRDB
import Synchronization

/// Copies the write-ahead log into the library's file while much is written.
///
/// It uses its own connection: SQLite would otherwise do this at the end of some commit, and a mark to commit in this
/// process would wait for the disk.
final class Checkpointer: Sendable {
    /// In bytes of text (12 MiB), for which the log needs some three times as much. With a larger value, a page that
    /// changes again and again is copied less often.
    private static let textBetween = 12 << 20
    /// After this many checkpoints (4) the writer waits until the disk has all of the log, because only then can the
    /// log start over. At the others the writer continues, and the log grows.
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

    /// Called after each transaction that stores text, outside of it.
    func count(text bytes: Int) {
        let due = state.withLock { state -> (connection: DatabaseQueue, mustWait: Bool)? in
            state.text += bytes
            guard state.text >= Self.textBetween else { return nil }
            state.text = 0
            // If a checkpoint is not possible now, the log grows until it is.
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

    /// Returns after a running checkpoint ends: only one connection may do it at a time, and others are refused.
    func finish() {
        state.withLock { $0.connection }?.inDatabase { _ in }
    }
}
