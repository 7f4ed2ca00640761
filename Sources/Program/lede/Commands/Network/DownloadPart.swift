import Glibc

/// The file beside the target that a download is written to until it is complete. It is locked: two processes that
/// write to one part would mix their bytes, or name an unfinished part as complete.
final class DownloadPart {
    let path: String
    private let descriptor: Int32

    /// - Parameters:
    ///   - path: the file of the part.
    ///   - mode: for a new part.
    init(_ path: String, mode: mode_t) throws(OutputError) {
        self.path = path
        while true {
            let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, mode)
            guard descriptor >= 0 else { throw OutputTarget.failure(path) }
            var (opened, named) = (stat(), stat())
            guard fstat(descriptor, &opened) == 0, opened.st_mode & S_IFMT == S_IFREG else {
                close(descriptor)
                throw OutputError("\(path): is not a regular file")
            }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                close(descriptor)
                throw OutputError("\(path): another lede is fetching this file")
            }
            // The process that had the lock may have renamed or removed it.
            if lstat(path, &named) == 0, named.st_ino == opened.st_ino, named.st_dev == opened.st_dev {
                // Another name for the bytes may be the person's file.
                if opened.st_nlink == 1 {
                    self.descriptor = descriptor
                    return
                }
                unlink(path)
            }
            close(descriptor)
        }
    }

    deinit {
        // An empty part is useless. After the rename the name no longer exists, or belongs to another process.
        if size == 0, isNamed { unlink(path) }
        close(descriptor)
    }

    var size: Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    private var isNamed: Bool {
        var (opened, named) = (stat(), stat())
        return fstat(descriptor, &opened) == 0 && lstat(path, &named) == 0 && named.st_ino == opened.st_ino
    }

    /// Truncates the part at an offset in bytes, where the next write continues.
    func cut(at offset: Int) throws(OutputError) {
        guard ftruncate(descriptor, off_t(offset)) == 0, lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else {
            throw OutputTarget.failure(path)
        }
    }

    func write(_ piece: [UInt8]) throws(OutputError) {
        try OutputTarget.write(piece, to: descriptor, path)
    }

    /// Renames the complete part to its final name once its bytes have reached the disk.
    func complete(as file: String, mode: mode_t?) throws(OutputError) {
        if let mode { fchmod(descriptor, mode) }
        guard fsync(descriptor) == 0 else { throw OutputTarget.failure(path) }
        guard rename(path, file) == 0 else { throw OutputTarget.failure(file) }
    }
}
