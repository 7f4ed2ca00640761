import Glibc

/// The device and the number of a file: paths with the same identity name one file.
package struct FileIdentity: Equatable, Sendable {
    private let device: dev_t
    private let number: ino_t

    /// Nil if there is no file at the path. Follows symbolic links.
    package init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        (device, number) = (status.st_dev, status.st_ino)
    }

    /// The identity of what the path itself names, such as a symbolic link; nil if it names nothing.
    init?(ofEntry path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        (device, number) = (status.st_dev, status.st_ino)
    }

    /// The identity of an open file; nil for a descriptor that is not open.
    package init?(of descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        (device, number) = (status.st_dev, status.st_ino)
    }
}
