import Glibc

/// The signals that this program holds back.
enum SignalMask {
    /// Lets every signal arrive. A program inherits the mask of whoever starts it (POSIX, `exec`), and a thread of a task
    /// pool blocks most signals: SIGTERM would wait for ever, and the reader would never end.
    static func clear() {
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
    }
}
