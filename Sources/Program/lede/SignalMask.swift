import Glibc

/// The signals that this process blocks.
enum SignalMask {
    /// Unblocks every signal. A process inherits the mask of the thread that starts it (POSIX, `exec`), and a thread of
    /// a task pool blocks most signals: SIGTERM would stay pending for ever, and the reader would never end.
    static func clear() {
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
    }
}
