import CProgram
import Glibc

/// The signals that this process blocks or ignores because of the process that started it, and those that would kill it.
enum InheritedSignals {
    /// True if the process that started this one ignores SIGPIPE, as systemd does for its services: a write to a pipe
    /// without a reader then only fails. `lede serve` and the reader ignore the signal later, by themselves.
    static let ignoreBrokenPipes = cprogram_ignores_broken_pipes()

    /// Unblocks every signal, and stops ignoring SIGCHLD.
    ///
    /// A process inherits the mask of the thread that starts it (POSIX, `exec`), and a thread of a task pool blocks
    /// most signals: SIGTERM would stay pending forever, and the reader would never end. With SIGCHLD ignored, the
    /// system forgets the exit statuses of children: every program would count as failed.
    ///
    /// If a file may not grow (RLIMIT_FSIZE), writing fails instead of killing the program: the reader would not restore
    /// its terminal.
    static func clear() {
        _ = ignoreBrokenPipes
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        signal(SIGCHLD, SIG_DFL)
        signal(SIGXFSZ, SIG_IGN)
    }
}
