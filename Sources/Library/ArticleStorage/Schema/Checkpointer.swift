import GRDB
import Synchronization

/// Copies the write-ahead log into the library's file during bulk writes.
///
/// It uses its own connection: SQLite would otherwise do this at the end of a commit, and a mark that this process
/// commits would wait for the disk.
final class Checkpointer: Sendable {
    /// Bytes of text between two checkpoints (12 MiB), which take about three times as much in the log. With a larger
    /// value, a page that changes again and again is copied less often.
    private static let textBetween = 12 << 20
    /// At every fourth checkpoint the writer waits until the disk has the whole log, because only then can the log
    /// start over. At the others the writer continues, and the log grows.
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

    /// Called after each transaction that stores text, once the transaction has ended.
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
