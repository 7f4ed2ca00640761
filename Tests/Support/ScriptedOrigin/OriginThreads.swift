internal import Foundation
internal import Synchronization

/// The threads and sockets of an origin: one thread per listening address and per connection.
final class OriginThreads: Sendable {
    let log = RequestLog()
    private let listeners: [ListeningSocket]
    private let threads = DispatchGroup()
    private let state = Mutex(State())

    private struct State {
        var isStopped = false
        var connections: [Int: Connection] = [:]
    }

    init(listeners: [ListeningSocket]) {
        self.listeners = listeners
    }

    var isStopped: Bool {
        state.withLock { $0.isStopped }
    }

    func startThread(_ body: @escaping @Sendable () -> Void) {
        threads.enter()
        let thread = Thread { [threads] in
            body()
            threads.leave()
        }
        thread.stackSize = 512 << 10
        thread.start()
    }

    func accept(on listener: ListeningSocket) {
        while let socket = listener.accept() {
            let connection = Connection(
                number: log.openConnection(), socket: socket, address: listener.address, threads: self)
            let isWelcome = state.withLock { state in
                guard !state.isStopped else { return false }
                state.connections[connection.number] = connection
                return true
            }
            guard isWelcome else { return connection.close() }
            startThread {
                connection.serve()
                self.state.withLock { $0.connections[connection.number] = nil }
                connection.close()
                self.log.closeConnection()
            }
        }
    }

    func stop() {
        let connections = state.withLock { state in
            state.isStopped = true
            return Array(state.connections.values)
        }
        for listener in listeners { listener.shut() }
        for connection in connections { connection.interrupt() }
        threads.wait()
    }
}
