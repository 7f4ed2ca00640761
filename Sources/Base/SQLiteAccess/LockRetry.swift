package import GRDB
import Glibc

/// Waits for a lock of another process. SQLite's own back-off sleeps up to 100 ms: too long for a mark while a refresh
/// writes many transactions in a row.
package enum LockRetry {
    /// The pause between two attempts (1 ms).
    package static let pause = Duration.milliseconds(1)
    /// The time after which the caller gives up on the lock (10 s).
    static let timeout = Duration.seconds(10)

    package static var busyMode: Database.BusyMode { .callback { wait(after: $0) } }

    static func sleepOnce() { usleep(UInt32(pause / .microseconds(1))) }

    /// Sleeps before the next attempt; returns false once `timeout` has run out.
    package static func wait(after attempts: some BinaryInteger) -> Bool {
        sleepOnce()
        return attempts < Int(timeout / pause)
    }
}
