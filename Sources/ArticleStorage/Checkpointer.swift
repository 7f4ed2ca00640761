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

    private struct State {
        var text = 0
        var connection: DatabaseQueue?
    }

    private let path: String
    private let state = Mutex(State())

    init(path: String) {
        self.path = path
    }

    /// To be called after each transaction that takes in text, outside of it.
    func took(text bytes: Int) {
        state.withLock { state in
            state.text += bytes
            guard state.text >= Self.textBetween else { return }
            state.text = 0
            // Where it cannot be done now, the log grows until it can.
            guard let connection = try? state.connection ?? LibraryFile.openForCheckpoints(path: path) else { return }
            state.connection = connection
            _ = try? connection.inDatabase { try $0.checkpoint(.passive) }
        }
    }
}
