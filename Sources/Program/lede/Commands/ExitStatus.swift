import ArgumentParser

/// The exit statuses that scripts may rely on; wrong use is 64 by the argument parser.
extension ExitCode {
    /// Some or all feeds failed.
    static let feedsFailed = ExitCode(1)
    /// EX_TEMPFAIL: offline by the person's choice; the same will work later.
    static let offline = ExitCode(75)
    /// Ended by Ctrl-C, as shells tell it.
    static let interrupted = ExitCode(130)
}
