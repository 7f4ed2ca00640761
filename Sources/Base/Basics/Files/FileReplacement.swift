package import Glibc

/// Replaces a file as a whole: after a crash or a power cut, or on a full disk, it has all its old bytes or all its new
/// ones.
package enum FileReplacement {
    /// Returns the number of the error; nil once the new file and its name have reached the disk.
    ///
    /// - Parameter mode: the mode of the new file.
    package static func write(_ bytes: [UInt8], to path: String, mode: mode_t) -> Int32? {
        let temporary = "\(path).\(UInt32.random(in: .min ... .max))"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return errno }
        var problem = WholeWrite.write(bytes, to: descriptor)
        if problem == nil, fchmod(descriptor, mode) != 0 || fsync(descriptor) != 0 { problem = errno }
        problem = WholeWrite.close(descriptor, after: problem)
        if problem == nil, rename(temporary, path) != 0 { problem = errno }
        guard problem == nil else {
            unlink(temporary)
            return problem
        }
        syncFolder(of: path)
        return nil
    }

    /// Waits until the names in the file's folder have reached the disk.
    package static func syncFolder(of path: String) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}
