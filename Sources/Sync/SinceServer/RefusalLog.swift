import Synchronization

/// Logs refused requests: one line for each of the first in a second, and only the number of the rest, so that a flood
/// cannot fill the disk. It never logs queries or fields, which may hold secrets.
final class RefusalLog: Sendable {
    private struct Second {
        var began = ContinuousClock.now
        var told = 0
        var untold = 0
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
        let isTold = second.withLock { second in
            guard second.told < limit else {
                second.untold += 1
                return false
            }
            second.told += 1
            return true
        }
        guard isTold else { return }
        let request = head.map { "\($0.method.prefix(20)) \($0.path.prefix(100))" } ?? "unreadable request"
        write("refused with \(status): \(request)")
    }

    /// Logs the number of suppressed lines, after their second is over.
    func flush() {
        let untold = second.withLock { second in
            guard ContinuousClock.now - second.began > .seconds(1) else { return 0 }
            defer { second = Second() }
            return second.untold
        }
        if untold > 0 { write("refused \(untold) more") }
    }
}
