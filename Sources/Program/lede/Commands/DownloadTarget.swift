#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Where a download goes: a regular file by way of `FILE.part`, or straight into a device, a FIFO or a socket.
enum DownloadTarget {
    /// There is no such file yet, or a regular one that the whole download replaces.
    case file(mode: mode_t?)
    /// Bytes written there are gone: nothing can be resumed, replaced or renamed.
    case stream

    init(_ path: String) throws(DownloadError) {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            guard errno == ENOENT else { throw Self.failure(path) }
            self = .file(mode: nil)
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: self = .file(mode: status.st_mode & 0o7777)
        case S_IFLNK:
            // A link to a device is written to, and so is /dev/stdout, whatever that is; one to a file is not followed.
            guard stat(path, &status) == 0, Self.isStream(status.st_mode) || path.hasPrefix("/dev/") else {
                throw DownloadError("\(path): a symbolic link is not replaced; name the file itself")
            }
            self = .stream
        case S_IFDIR: throw DownloadError("\(path): \(String(cString: strerror(EISDIR)))")
        default: self = .stream
        }
    }

    private static func isStream(_ mode: mode_t) -> Bool {
        [S_IFCHR, S_IFBLK, S_IFIFO, S_IFSOCK].contains(mode & S_IFMT)
    }

    static func failure(_ path: String) -> DownloadError {
        DownloadError("\(path): \(String(cString: strerror(errno)))")
    }
}

/// Why a download is not written: one line for a person.
struct DownloadError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
