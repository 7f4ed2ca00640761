import Dispatch
import GRDB
import Glibc
import Synchronization

/// The reading connections of a database. A connection is opened when a read finds no idle one, and stays open.
final class ReaderConnections: Sendable {
    private let path: String
    private let configuration: Configuration
    /// Counts the connections that may still be taken.
    private let free: DispatchSemaphore
    private let state = Mutex(State())

    private struct State {
        var idle: [DatabaseQueue] = []
        /// The connections in use, each with the thread that reads.
        var taken: [(thread: pthread_t, connection: DatabaseQueue)] = []
    }

    init(path: String, configuration: Configuration) {
        self.path = path
        var configuration = configuration
        configuration.readonly = true
        configuration.foreignKeysEnabled = false
        configuration.busyMode = .timeout(LockRetry.timeout / .seconds(1))
        configuration.prepareDatabase { $0.endStatementRecords() }
        self.configuration = configuration
        free = DispatchSemaphore(value: configuration.maximumReaderCount)
    }

    /// The connection that this thread is reading from; nil if it is not reading.
    var ofThisThread: DatabaseQueue? {
        let thread = pthread_self()
        return state.withLock { $0.taken.first { $0.thread == thread }?.connection }
    }

    /// Closes all connections; none may be in use.
    func close() {
        state.withLock { $0.idle = [] }
    }

    /// Lends a connection, waiting while all are in use. Calls must not nest: a nested one could wait forever.
    func use<Value>(_ body: (DatabaseQueue) throws -> Value) throws -> Value {
        precondition(ofThisThread == nil, "a read within another one")
        free.wait()
        defer { free.signal() }
        let connection =
            try state.withLock { $0.idle.popLast() } ?? DatabaseQueue(path: path, configuration: configuration)
        let thread = pthread_self()
        state.withLock { $0.taken.append((thread, connection)) }
        defer {
            state.withLock { state in
                state.taken.removeAll { $0.connection === connection }
                state.idle.append(connection)
            }
        }
        return try body(connection)
    }
}
