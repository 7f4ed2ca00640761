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

    /// Prints what the error says: a help text on standard output, a failure on standard error.
    static func leave(reporting error: any Error) -> Never {
        let status = Lede.exitCode(for: error)
        let message = Lede.fullMessage(for: error)
        if !message.isEmpty {
            if status.isSuccess { print(message) } else { Console.complain(message) }
        }
        leave(status)
    }
}
