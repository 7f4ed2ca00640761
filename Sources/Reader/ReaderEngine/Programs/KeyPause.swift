import Glibc

/// Keeps a command's output on the terminal until a key is pressed.
enum KeyPause {
    /// Writes a line below the output and waits for a key; returns at once if standard input is not a terminal.
    static func wait(_ line: String) {
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
        let text = "\r\n[\(line)]"
        _ = write(STDOUT_FILENO, text, text.utf8.count)
        var raw = settings
        cfmakeraw(&raw)
        tcsetattr(STDIN_FILENO, TCSANOW, &raw)
        var byte: UInt8 = 0
        while read(STDIN_FILENO, &byte, 1) < 0, errno == EINTR {}
        // The remaining bytes of a key sequence are not commands for the reader.
        tcflush(STDIN_FILENO, TCIFLUSH)
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
        _ = write(STDOUT_FILENO, "\r\n", 2)
    }
}
