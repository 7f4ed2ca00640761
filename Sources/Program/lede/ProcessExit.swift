import ArgumentParser
import Basics
import Glibc
import SQLiteAccess

/// Ends the process. All requested changes are stored by now; other threads, such as curl's, may still run.
///
/// `exit` would run the exit handlers of libraries while those threads run: OpenSSL's handler frees its tables, and a
/// thread in the middle of a TLS handshake crashes.
enum ProcessExit {
    static func exit(_ status: ExitCode = .success) -> Never {
        ReadOnlyCopy.removeAll()
        guard let problem = Console.finish() else { _exit(status.rawValue) }
        Console.printError("standard output: \(SystemError.words(problem))")
        _exit((status == .success ? .failure : status).rawValue)
    }
}
