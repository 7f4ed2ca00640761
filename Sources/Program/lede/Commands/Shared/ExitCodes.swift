import ArgumentParser

/// The exit statuses that scripts may rely on; the argument parser exits with 64 (EX_USAGE) after a usage error.
extension ExitCode {
    /// Some or all feeds failed.
    static let feedsFailed = ExitCode(1)
    /// EX_TEMPFAIL: lede is switched offline; the same command will work later.
    static let offline = ExitCode(75)
    /// Ended by Ctrl-C, SIGTERM or SIGHUP: 128 plus the signal's number, as in shells.
    static var interrupted: ExitCode { Interruption.shared.exitCode }
}
