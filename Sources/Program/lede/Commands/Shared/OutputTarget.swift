import Basics
import Glibc

/// The target of `-o`: a regular file, which is replaced as a whole, or a device, a FIFO or a socket, which is written
/// to.
enum OutputTarget {
    /// A new file, or a regular one that the complete download replaces, with its mode but without the bits that would
    /// let others run a server's bytes as its owner.
    case file(mode: mode_t?)
    /// A device, a FIFO or a socket: nothing can be read back, resumed, replaced or renamed.
    case stream

    init(_ path: String) throws(OutputError) {
        // For an empty name the system reports "no such file", which would count as a new file.
        guard !path.isEmpty else { throw OutputError("-o names no file") }
        var status = stat()
        guard lstat(path, &status) == 0 else {
            guard errno == ENOENT else { throw Self.failure(path) }
            self = .file(mode: nil)
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: self = .file(mode: status.st_mode & 0o777)
        case S_IFLNK:
            // Write to links to devices, and to /dev/stdout whatever it is; do not follow a link to a file.
            guard stat(path, &status) == 0, Self.isStream(status.st_mode) || path.hasPrefix("/dev/") else {
                throw OutputError("\(path): a symbolic link is not replaced; name the file itself")
            }
            self = .stream
        case S_IFDIR: throw OutputError("\(path): \(SystemError.words(EISDIR))")
        default: self = .stream
        }
    }

    /// Opens a stream for writing; throws the error of the system. Standard output keeps its position: it may be a file
    /// to which a shell appends.
    static func openStream(_ path: String) throws(OutputError) -> Int32 {
        let isOutput = path == "/dev/stdout"
        let descriptor = isOutput ? fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3) : open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        return descriptor
    }

    /// Writes all bytes to a descriptor of a file with that path.
    static func write(_ bytes: [UInt8], to descriptor: Int32, _ path: String) throws(OutputError) {
        guard let problem = WholeWrite.write(bytes, to: descriptor) else { return }
        throw failure(path, problem)
    }

    private static func isStream(_ mode: mode_t) -> Bool {
        [S_IFCHR, S_IFBLK, S_IFIFO, S_IFSOCK].contains(mode & S_IFMT)
    }

    static func failure(_ path: String, _ number: Int32 = errno) -> OutputError {
        OutputError("\(path): \(SystemError.words(number))")
    }
}

/// The reason why a file is not written, in one line.
struct OutputError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
