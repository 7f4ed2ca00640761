import Glibc

/// The file of a database before SQLite opens it.
package enum DatabaseFile {
    /// Creates an empty file of mode 600 if there is none. SQLite gives its companions (`-wal`, `-shm`) the same mode.
    ///
    /// - Returns: the system's error number if the file is missing and cannot be created, or if it cannot be read
    ///   (SQLite gives no reason for that); otherwise nil.
    package static func create(at path: String) -> Int32? {
        guard let problem = create(at: path, O_EXCL) else { return nil }
        guard problem == EEXIST else { return problem }
        guard access(path, R_OK) != 0 else { return nil }
        // A symbolic link without a target. An existing file is never opened: closing it would release SQLite's locks.
        return errno == ENOENT ? create(at: path, 0) : errno
    }

    /// Returns a name by which SQLite opens the file at a path: it reads `file:…` as an address, which may be that of
    /// another file.
    package static func plainName(_ path: String) -> String {
        path.hasPrefix("file:") ? "./" + path : path
    }

    private static func create(at path: String, _ flags: Int32) -> Int32? {
        let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC | flags, 0o600)
        guard descriptor >= 0 else { return errno }
        close(descriptor)
        return nil
    }
}
