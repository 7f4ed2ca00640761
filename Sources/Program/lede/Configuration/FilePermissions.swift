import Glibc

enum FilePermissions {
    /// True if only the file's owner may read or change it.
    static func arePrivate(of path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & 0o077 == 0
    }

    /// Creates the file if it is missing, and removes all rights of other users; SQLite gives its log files the same
    /// mode.
    static func makePrivate(_ path: String) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return }
        fchmod(descriptor, 0o600)
        close(descriptor)
    }
}
