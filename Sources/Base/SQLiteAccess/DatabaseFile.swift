import Glibc

/// The file of a database before SQLite opens it.
package enum DatabaseFile {
    /// Creates an empty file of mode 600 if there is none. SQLite gives its companions (`-wal`, `-shm`) the same mode.
    ///
    /// - Returns: the system's error number if there is no file and none can be created; otherwise nil.
    package static func create(at path: String) -> Int32? {
        let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor < 0 else {
            close(descriptor)
            return nil
        }
        return errno == EEXIST ? nil : errno
    }
}
