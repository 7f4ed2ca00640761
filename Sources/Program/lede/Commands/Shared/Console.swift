import Glibc
import Synchronization

/// Writes bytes to the standard streams, unbuffered.
enum Console {
    /// A pipe accepts long lines in pieces: one writer at a time keeps them whole.
    private static let turn = Mutex(())

    static func write(_ bytes: [UInt8], to descriptor: Int32 = STDOUT_FILENO) {
        turn.withLock { _ in
            bytes.withUnsafeBytes { bytes in
                var rest = bytes[...]
                while !rest.isEmpty {
                    let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                    // The reader of the pipe has closed it.
                    guard count > 0 || errno == EINTR else { return }
                    rest = rest.dropFirst(max(0, count))
                }
            }
        }
    }

    /// Writes an error on standard error, after the program's name.
    static func complain(_ line: String) {
        note(line.hasPrefix("lede: ") ? line : "lede: " + line)
    }

    /// Writes a line on standard error unchanged.
    static func note(_ line: String) {
        write(Array((line + "\n").utf8), to: STDERR_FILENO)
    }

    /// True if progress can be shown.
    static let hasErrorScreen = isatty(STDERR_FILENO) == 1
}
