import Synchronization

/// Logs refused requests: a line for each of the first few in a second, and only the number of the others, so that a
/// flood of requests cannot fill the disk. It never logs queries or fields, which may hold secrets.
final class RefusalLog: Sendable {
    private struct Second {
        var began = ContinuousClock.now
        var logged = 0
        var suppressed = 0
    }

    private let limit: Int
    private let write: @Sendable (String) -> Void
    private let second = Mutex(Second())

    init(limit: Int, write: @escaping @Sendable (String) -> Void) {
        self.limit = limit
        self.write = write
    }

    func note(_ status: Int, _ head: RequestHead?) {
        flush()
        let isLogged = second.withLock { second in
            guard second.logged < limit else {
                second.suppressed += 1
                return false
            }
            second.logged += 1
            return true
        }
        guard isLogged else { return }
        let request = head.map { "\($0.method.prefix(20)) \($0.path.prefix(100))" } ?? "unreadable request"
        write("refused with \(status): \(request)")
    }

    /// Logs the number of suppressed lines, after their second is over.
    func flush() {
        let suppressed = second.withLock { second in
            guard ContinuousClock.now - second.began > .seconds(1) else { return 0 }
            defer { second = Second() }
            return second.suppressed
        }
        if suppressed > 0 { write("refused \(suppressed) more") }
    }
}
