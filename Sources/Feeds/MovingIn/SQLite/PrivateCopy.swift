import Basics
import Glibc

/// Copies another program's SQLite file and its journals, and changes nothing in their folder.
///
/// SQLite itself would write there: it plays a journal back, creates the index of a write-ahead log, and takes locks.
/// The copy is made under a shared lock of SQLite's own kind, so that it holds one state of the file; a journal is
/// played back in the copy.
struct PrivateCopy {
    let path: String

    /// The wait for another program's commit, in milliseconds.
    private static let lockTimeout = 2_000
    private static let step = 50

    /// - Parameter folder: a private folder for the copy.
    init(of original: String, program: String, into folder: String) throws(MovingInError) {
        path = folder + "/copy.sqlite"
        let descriptor = Self.openWithoutAccessTime(original)
        guard descriptor >= 0 else { throw .noCopy(path: original, reason: SystemError.words()) }
        // Closing the file releases its locks.
        defer { close(descriptor) }
        try Self.lock(descriptor, original, program)
        try Self.copy(descriptor, original, to: path)
        for companion in ["-journal", "-wal"] {
            let companionDescriptor = Self.openWithoutAccessTime(original + companion)
            guard companionDescriptor >= 0 else { continue }
            defer { close(companionDescriptor) }
            try Self.copy(companionDescriptor, original + companion, to: path + companion)
        }
    }

    /// Removes the files; connections that have them open continue to read.
    func remove() {
        for suffix in ["", "-journal", "-wal", "-shm"] { unlink(path + suffix) }
    }

    /// Opens the file without changing its access time, if the system permits that.
    private static func openWithoutAccessTime(_ path: String) -> Int32 {
        let noAccessTime: Int32 = 0o1_000_000
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | noAccessTime)
        return descriptor >= 0 || errno != EPERM ? descriptor : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    }

    /// Takes a reader's lock (SQLite's file format, "File Locking And Concurrency"): first on the pending byte, which
    /// a waiting writer holds, then on the shared range.
    private static func lock(_ descriptor: Int32, _ original: String, _ program: String) throws(MovingInError) {
        let pendingByte: Int = 0x4000_0000
        for _ in 0..<lockTimeout / step {
            if set(F_RDLCK, descriptor, at: pendingByte, length: 1) {
                let isShared = set(F_RDLCK, descriptor, at: pendingByte + 2, length: 510)
                _ = set(F_UNLCK, descriptor, at: pendingByte, length: 1)
                if isShared { return }
            }
            // On a file system without locks, no other program can hold one.
            guard errno == EAGAIN || errno == EACCES else { return }
            usleep(UInt32(step) * 1_000)
        }
        throw .locked(path: original, program: program)
    }

    private static func set(_ type: Int32, _ descriptor: Int32, at offset: Int, length: Int) -> Bool {
        var region = flock()
        region.l_type = Int16(type)
        region.l_whence = Int16(SEEK_SET)
        region.l_start = off_t(offset)
        region.l_len = off_t(length)
        return fcntl(descriptor, F_SETLK, &region) == 0
    }

    private static func copy(_ source: Int32, _ name: String, to path: String) throws(MovingInError) {
        let target = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard target >= 0 else { throw .noCopy(path: name, reason: SystemError.words()) }
        defer { close(target) }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = read(source, &buffer, buffer.count)
            if count == 0 { return }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .noCopy(path: name, reason: SystemError.words()) }
            let problem = buffer[..<count].withUnsafeBytes { WholeWrite.write($0, to: target) }
            if let problem { throw .noCopy(path: name, reason: SystemError.words(problem)) }
        }
    }
}
