#if canImport(Glibc)
    private import Glibc
#elseif canImport(Darwin)
    private import Darwin
#endif

/// All system calls of this module; a port to another platform changes only this file.
enum SystemCalls {
    /// Seconds since 1970 by the system's clock, without the cost of `Date`.
    static var wallClock: Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    static func pause(milliseconds: UInt32) {
        usleep(milliseconds * 1000)
    }

    static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }

    /// Creates a folder, and the missing folders above it, for their owner only.
    ///
    /// - Returns: the number of the error; nil if the folder exists now.
    static func makeFolder(_ path: String) -> Int32? {
        guard !exists(path), mkdir(path, 0o700) != 0, errno != EEXIST else { return nil }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return errno }
        if let problem = makeFolder(String(path[..<slash])) { return problem }
        return mkdir(path, 0o700) == 0 || errno == EEXIST ? nil : errno
    }

    /// Returns the size of a file in bytes; 0 if it is missing.
    static func fileSize(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    static func rename(_ path: String, to other: String) {
        #if canImport(Glibc)
            _ = Glibc.rename(path, other)
        #else
            _ = Darwin.rename(path, other)
        #endif
    }

    static func removeFile(_ path: String) {
        unlink(path)
    }

    /// Removes other users' access to a file.
    static func makePrivate(_ path: String) {
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 != 0 {
            chmod(path, status.st_mode & 0o700)
        }
    }

    /// Runs `body` under an exclusive lock on a file, which is created if missing and never removed. On a file system
    /// without locks, `body` runs without one.
    ///
    /// - Returns: nil if another process keeps the lock for longer than `timeout`.
    static func locking<Value>(_ path: String, timeout: Duration, _ body: () throws -> Value) rethrows -> Value? {
        let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        defer { if descriptor >= 0 { close(descriptor) } }
        let end = ContinuousClock.now + timeout
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR {
            guard ContinuousClock.now < end else { return nil }
            Self.pause(milliseconds: 10)
        }
        return try body()
    }

    /// Size and time of the last change of an open file.
    struct FileStamp: Equatable {
        let size: Int
        let seconds: Int
        let nanoseconds: Int
    }

    /// - Returns: the descriptor; negative if the file cannot be opened.
    static func openForReading(_ path: String) -> Int32 {
        open(path, O_RDONLY | O_CLOEXEC)
    }

    static func closeFile(_ descriptor: Int32) {
        close(descriptor)
    }

    static func stamp(_ descriptor: Int32) -> FileStamp? {
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else { return nil }
        #if canImport(Glibc)
            let time = status.st_mtim
        #else
            let time = status.st_mtimespec
        #endif
        return FileStamp(size: Int(status.st_size), seconds: time.tv_sec, nanoseconds: time.tv_nsec)
    }
}

extension SystemCalls {
    /// Returns some bytes of a file; fewer or none if it is shorter or unreadable.
    static func bytes(of path: String, from offset: Int, count: Int) -> [UInt8] {
        let descriptor = openForReading(path)
        guard descriptor >= 0 else { return [] }
        defer { closeFile(descriptor) }
        var bytes = [UInt8](repeating: 0, count: count)
        let read = pread(descriptor, &bytes, count, off_t(offset))
        return Array(bytes.prefix(max(0, read)))
    }
}
