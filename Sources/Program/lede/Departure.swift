import ArgumentParser
import CHeap

/// The end of the process. By now all that was asked for is stored; other threads, curl's among them, may still run.
///
/// `exit` would run the exit handlers of libraries beside those threads: OpenSSL's frees its tables, and a thread in the
/// middle of a TLS handshake crashes.
enum Departure {
    static func leave(_ status: ExitCode = .success) -> Never {
        cheap_leave(status.rawValue)
    }
}
