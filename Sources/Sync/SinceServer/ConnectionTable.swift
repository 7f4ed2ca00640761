import Glibc
import Synchronization

/// All connections of a server, and the time limit of each phase. Shuts down connections that are too slow or too many;
/// the task of such a connection then reads the end of its stream.
final class ConnectionTable: Sendable {
    typealias ID = Int

    /// The current phase of a connection.
    enum Phase: Sendable {
        /// The connection is between two requests.
        case idle
        /// A request is arriving.
        case receiving
        /// A request is being served.
        case answering
    }

    private struct Entry {
        var descriptor: Int32
        var phase: Phase
        var since: ContinuousClock.Instant
        var deadline: ContinuousClock.Instant
    }

    private struct Entries {
        var table: [ID: Entry] = [:]
        var next = 0
        var isStopping = false
    }

    private let limits: ServerLimits
    private let entries = Mutex(Entries())

    init(limits: ServerLimits) {
        self.limits = limits
    }

    /// Adds a connection; nil while the server is stopping. Above the limit, ends the connection that has kept the
    /// server waiting longest.
    func add(_ descriptor: Int32) -> ID? {
        entries.withLock { entries in
            guard !entries.isStopping else { return nil }
            if entries.table.count >= limits.connections {
                let waiting = entries.table.filter { $0.value.phase != .answering }.min {
                    $0.value.since < $1.value.since
                }
                guard let waiting else { return nil }
                // The connection's own task removes it later; from now on it does not count.
                shutdown(waiting.value.descriptor, Int32(SHUT_RDWR))
                entries.table[waiting.key]?.phase = .answering
            }
            entries.next += 1
            let now = ContinuousClock.now
            entries.table[entries.next] = Entry(
                descriptor: descriptor, phase: .receiving, since: now, deadline: now + .seconds(limits.requestSeconds))
            return entries.next
        }
    }

    /// - Returns: false if the connection must end because the server stops.
    @discardableResult
    func set(_ phase: Phase, of id: ID) -> Bool {
        entries.withLock { entries in
            let now = ContinuousClock.now
            let timeout =
                switch phase {
                case .idle: limits.idleSeconds
                case .receiving: limits.requestSeconds
                case .answering: limits.responseSeconds
                }
            entries.table[id]?.phase = phase
            entries.table[id]?.since = now
            entries.table[id]?.deadline = now + .seconds(timeout)
            return !entries.isStopping
        }
    }

    /// Called before the descriptor is closed, because another connection may get its number at once.
    func remove(_ id: ID) {
        entries.withLock { _ = $0.table.removeValue(forKey: id) }
    }

    var count: Int {
        entries.withLock { $0.table.count }
    }

    /// Ends connections whose phase has lasted too long.
    func sweep() {
        let now = ContinuousClock.now
        shutDown { $0.deadline < now }
    }

    /// Accepts no more connections, and ends those without a request under way.
    func stop() {
        entries.withLock { $0.isStopping = true }
        shutDown { $0.phase != .answering }
    }

    func stopAll() {
        shutDown { _ in true }
    }

    private func shutDown(_ isDue: (Entry) -> Bool) {
        entries.withLock { entries in
            for entry in entries.table.values where isDue(entry) { shutdown(entry.descriptor, Int32(SHUT_RDWR)) }
        }
    }
}
