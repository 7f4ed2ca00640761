import Glibc

/// The way a child process has ended.
package enum ExitStatus: Equatable, Sendable {
    case exited(Int32)
    /// Ended by the signal of this number.
    case signal(Int32)
    /// The system kept no status, as happens in a process that ignores SIGCHLD; lede never does (`InheritedSignals`).
    case unknown

    /// The code that shells return if a program cannot be found.
    package static let notFound: Int32 = 127

    /// Waits until the program ends.
    package init(waitingFor child: Int32) {
        self = Self.wait(for: child, 0) ?? .unknown
    }

    /// Nil while the program runs.
    package init?(ofEnded child: Int32) {
        guard let status = Self.wait(for: child, WNOHANG) else { return nil }
        self = status
    }

    /// The status as shells report it: 128 plus the signal's number if a signal ended the program.
    package var code: Int32 {
        switch self {
        case .exited(let code): code
        case .signal(let number): 128 + number
        case .unknown: Self.notFound
        }
    }

    private static func wait(for child: Int32, _ options: Int32) -> ExitStatus? {
        var status: Int32 = 0
        var ended = waitpid(child, &status, options)
        while ended < 0, errno == EINTR { ended = waitpid(child, &status, options) }
        guard ended != 0 else { return nil }
        guard ended == child else { return .unknown }
        // The low seven bits name a signal, the next eight the exit status.
        return status & 0x7F == 0 ? .exited((status >> 8) & 0xFF) : .signal(status & 0x7F)
    }
}
