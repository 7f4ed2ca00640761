import Glibc

/// Distinguishes folders from other paths.
package enum FolderCheck {
    /// True if the path names a folder, or a symbolic link to one.
    package static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
