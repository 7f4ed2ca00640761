package import Glibc

/// The file beside the target that a download is written to until it is complete. It is locked: two downloads writing
/// to the same part would mix their bytes, or rename an unfinished part as if it were complete.
package final class LockedPart {
    package let path: String
    private let descriptor: Int32

    /// The reason why a part cannot be opened, written or completed.
    package enum Failure: Error, Equatable, CustomStringConvertible {
        /// The system's error number.
        case system(Int32)
        case notRegular
        case locked
        case replaced

        package var description: String {
            switch self {
            case .system(let number): SystemError.words(number)
            case .notRegular: "not a regular file"
            case .locked: "another download is writing it"
            case .replaced: "its part was removed or replaced"
            }
        }
    }

    /// - Parameters:
    ///   - path: the file of the part.
    ///   - mode: for a new part.
    package init(_ path: String, mode: mode_t) throws(Failure) {
        self.path = path
        while true {
            let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, mode)
            guard descriptor >= 0 else { throw .system(errno) }
            let isOwn: Bool
            do throws(Failure) {
                isOwn = try Self.lock(descriptor, at: path)
            } catch {
                close(descriptor)
                throw error
            }
            if isOwn {
                self.descriptor = descriptor
                return
            }
            close(descriptor)
        }
    }

    deinit {
        // An empty part is useless. After the rename the name no longer exists, or belongs to another process.
        if size == 0, isNamed { unlink(path) }
        FileLock.close(descriptor)
    }

    /// Returns false if the path has to be opened again.
    private static func lock(_ descriptor: Int32, at path: String) throws(Failure) -> Bool {
        // Any other error means that the file system has no locks, so no other process holds a lock.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else { throw .locked }
        guard let opened = status(of: descriptor), opened.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
        // The process that had the lock may have renamed or removed it.
        guard isFile(descriptor, at: path) else { return false }
        guard opened.st_nlink > 1 else { return true }
        // A second hard link may be a file of the person's own.
        guard unlink(path) == 0 || errno == ENOENT else { throw .system(errno) }
        return false
    }

    private static func status(of descriptor: Int32) -> stat? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status : nil
    }

    /// True if the path names the open file.
    private static func isFile(_ descriptor: Int32, at path: String) -> Bool {
        guard let opened = FileIdentity(of: descriptor) else { return false }
        return FileIdentity(ofEntry: path) == opened
    }

    private var isNamed: Bool { Self.isFile(descriptor, at: path) }
}

// MARK: - Writing

extension LockedPart {
    /// The length in bytes.
    package var size: Int64 {
        Self.status(of: descriptor).map { Int64($0.st_size) } ?? 0
    }

    /// Truncates the part at an offset in bytes, where the next write continues.
    package func cut(at offset: Int64) throws(Failure) {
        guard ftruncate(descriptor, off_t(offset)) == 0, lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else {
            throw .system(errno)
        }
    }

    package func write(_ piece: [UInt8]) throws(Failure) {
        if let problem = WholeWrite.write(piece, to: descriptor) { throw .system(problem) }
    }

    /// Renames the complete part to its final name once its bytes have reached the disk.
    ///
    /// - Parameter mode: the mode of the file; nil means the mode of the part.
    package func complete(as file: String, mode: mode_t? = nil) throws(Failure) {
        if let mode { fchmod(descriptor, mode) }
        guard fsync(descriptor) == 0 else { throw .system(errno) }
        // Another file under the name of the part may be incomplete.
        guard isNamed else { throw .replaced }
        guard rename(path, file) == 0 else { throw .system(errno) }
        FileReplacement.syncFolder(of: file)
    }
}
