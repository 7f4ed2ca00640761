import Glibc

/// Keeps a command's output on the terminal until a key is pressed.
enum KeyPause {
    /// Time between two checks for a signal that ends this process (default 500 ms).
    private static let signalInterval: Int32 = 500

    /// Writes a line below the output and waits for a key, or for a signal that ends this process; returns at once if
    /// standard input is not a terminal.
    static func wait(_ line: String, on terminal: any ReaderTerminal) {
        var settings = termios()
        guard !terminal.isAskedToEnd, tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
        let text = "\r\n[\(line)]"
        _ = write(STDOUT_FILENO, text, text.utf8.count)
        var raw = settings
        cfmakeraw(&raw)
        tcsetattr(STDIN_FILENO, TCSANOW, &raw)
        var keys = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        while !terminal.isAskedToEnd {
            let count = poll(&keys, 1, signalInterval)
            guard count == 0 || (count < 0 && errno == EINTR) else { break }
        }
        // The bytes of a key sequence are not commands for the reader.
        tcflush(STDIN_FILENO, TCIFLUSH)
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
        _ = write(STDOUT_FILENO, "\r\n", 2)
    }
}
