import Glibc

enum FilePermissions {
    /// True if only the file's owner may read or change it.
    static func arePrivate(of path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & 0o077 == 0
    }
}
