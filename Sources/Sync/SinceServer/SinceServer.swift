package import ArticleStorage
internal import Basics
import Dispatch
import FlyingSocks
import Glibc

/// Offers a library to other copies of lede, as a since-id endpoint over HTTP/1.1.
///
/// FlyingSocks provides sockets and their readiness. This module reads the requests itself: FlyingFox, the HTTP server
/// on top of FlyingSocks, accepts lines of any length, waits for a request without limit, and ends when the descriptors
/// run out.
package final class SinceServer: Sendable {
    private let endpoint: Endpoint
    private let readiness: Readiness
    private let listener: Socket
    private let table: ConnectionTable
    private let limits: ServerLimits
    private let log: RefusalLog
    /// Reads of the library run here, since they take milliseconds and would block the cooperative pool.
    private let library = DispatchQueue(label: "lede.serve", qos: .userInitiated)

    /// The address of the server, with its real port if port 0 was requested.
    package let address: ListenAddress

    /// The usual number of simultaneous connections.
    package static let connections = ServerLimits().connections

    /// Opens the port; requests are answered only after `run`, which also brings the change log up to date.
    ///
    /// - Parameters:
    ///   - token: the secret of the clients. Without one the address must be a loopback address.
    ///   - positions: a file that keeps the position of the change log, apart from the library.
    ///   - connections: the number of simultaneous connections.
    ///   - log: receives a line for each refused request, without secrets, and for the progress of a long preparation.
    /// - Throws: `SinceServerError` if the address is unavailable, `ArticleStoreError` if the library is.
    package init(
        store: ArticleStore, address: ListenAddress, token: AccessToken?, positions: String,
        connections: Int, log: @escaping @Sendable (String) -> Void
    ) throws {
        guard token != nil || address.isLoopback else { throw SinceServerError.needsToken(address) }
        var limits = ServerLimits()
        limits.connections = connections
        self.limits = limits
        let record = try PositionRecord(path: positions, store: store)
        readiness = Readiness(store: store, record: record, report: log)
        endpoint = Endpoint(
            store: store, gate: RequestGate(token: token), limits: limits, record: record, readiness: readiness)
        self.log = RefusalLog(limit: limits.refusalsLogged, write: log)
        table = ConnectionTable(limits: limits)
        // A client that disconnects during a response must not end the process.
        signal(SIGPIPE, SIG_IGN)
        do {
            let socketAddress = try address.socketAddress
            listener = try Socket(domain: Int32(type(of: socketAddress).family), type: .stream)
            try listener.setValue(true, for: .localAddressReuse)
            try Self.bind(listener, to: socketAddress)
            try listener.listen()
        } catch SocketError.failed(_, _, let message) {
            throw SinceServerError.cannotListen(address, reason: message.prefix(1).lowercased() + message.dropFirst())
        }
        var bound = address
        switch try? listener.sockname() {
        case .ip4(_, let port), .ip6(_, let port): bound.port = port
        case .unix, nil: break
        }
        self.address = bound
    }

    private static func bind(_ socket: Socket, to address: some SocketAddress) throws {
        try socket.bind(to: address)
    }

    deinit {
        try? listener.close()
    }

    /// Serves until its task is cancelled; running requests then have a few seconds to end.
    package func run() async throws {
        let pool = SocketPool.make()
        try await pool.prepare()
        let listening = try AsyncSocket(socket: listener, pool: pool)
        let watching = Task { try await pool.run() }
        let sweeping = Task { [table, log] in
            while !Task.isCancelled {
                try? await Pause.sleep(for: .milliseconds(500))
                table.sweep()
                log.flush()
            }
        }
        readiness.begin()
        let accepting = Task { await accept(on: listening) }
        await withTaskCancellationHandler {
            await accepting.value
        } onCancel: {
            accepting.cancel()
        }
        readiness.cancel()
        await end()
        sweeping.cancel()
        watching.cancel()
        log.flush()
    }

    private func accept(on listening: AsyncSocket) async {
        while !Task.isCancelled {
            do {
                let socket = try await listening.accept()
                guard let id = table.add(socket.socket.file.rawValue) else {
                    try? socket.close()
                    continue
                }
                Task { await serve(socket, id) }
            } catch {
                // No descriptor is left, or the client has already disconnected; try again shortly.
                try? await Pause.sleep(for: .milliseconds(50))
            }
        }
    }

    private func serve(_ socket: AsyncSocket, _ id: ConnectionTable.ID) async {
        let (endpoint, library, log) = (endpoint, library, log)
        let connection = Connection(
            socket: socket, id: id, table: table, limits: limits, gate: endpoint.gate,
            respond: { head, body in
                await withCheckedContinuation { continuation in
                    library.async { continuation.resume(returning: endpoint.response(to: head, body: body)) }
                }
            },
            refused: { status, head in log.note(status, head) })
        await connection.serve()
        table.remove(id)
        try? socket.close()
    }

    private func end() async {
        table.stop()
        let deadline = ContinuousClock.now + .seconds(limits.graceSeconds)
        let waiting = Task.detached { [table] in
            while table.count > 0, ContinuousClock.now < deadline { try? await Pause.sleep(for: .milliseconds(20)) }
            table.stopAll()
            while table.count > 0, ContinuousClock.now < deadline + .seconds(1) {
                try? await Pause.sleep(for: .milliseconds(20))
            }
        }
        await waiting.value
    }
}

/// The reason why the server cannot start.
enum SinceServerError: Error, Equatable, Sendable, CustomStringConvertible {
    case needsToken(ListenAddress)
    case cannotListen(ListenAddress, reason: String)

    var description: String {
        switch self {
        case .needsToken(let address): "\(address) can be reached from elsewhere: a token is needed"
        case .cannotListen(let address, let reason): "cannot listen on \(address): \(reason)"
        }
    }
}
