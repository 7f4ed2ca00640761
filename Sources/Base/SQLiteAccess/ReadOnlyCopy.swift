import FoundationEssentials
import Glibc
import Synchronization

/// A copy of a database in memory, for reading if SQLite cannot open the file itself: SQLite needs to create files
/// beside it, and the disk is full or read-only.
///
/// It takes as much memory as the database until it is removed, by `deinit` or by `removeAll`.
package final class ReadOnlyCopy: Sendable {
    /// The path of the copy.
    package let path: String
    private let folder: String

    /// Nil if there is no database to copy, or no memory for it.
    package init?(of database: String) {
        var status = stat()
        guard stat(database, &status) == 0, status.st_size > 0 else { return nil }
        Self.removeOrphans()
        folder = "\(Self.prefix)\(getpid())-\(UInt32.random(in: .min ... .max))"
        path = folder + "/copy.sqlite"
        guard mkdir(folder, 0o700) == 0 else { return nil }
        Self.present.withLock { _ = $0.insert(folder) }
        for _ in 0..<Self.attempts {
            let before = Self.state(of: database)
            guard copy(database) else { break }
            if Self.state(of: database) == before { return }
        }
        Self.removeFolder(folder)
        return nil
    }

    /// Another process may write, or checkpoint the log, while file and log are copied; then both are copied again.
    private static let attempts = 3

    /// Returns the sizes and times of the file and its log.
    private static func state(of database: String) -> [Int] {
        ["", "-wal"].flatMap { suffix in
            var status = stat()
            guard stat(database + suffix, &status) == 0 else { return [0] }
            return [Int(status.st_ino), Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
        }
    }

    private func copy(_ database: String) -> Bool {
        do {
            for suffix in ["", "-wal"] {
                unlink(path + suffix)
                guard access(database + suffix, R_OK) == 0 else {
                    // If an unreadable file were skipped, the copy would be empty or out of date.
                    guard errno == ENOENT else { return false }
                    continue
                }
                try FileManager.default.copyItem(atPath: database + suffix, toPath: path + suffix)
            }
            return true
        } catch {
            return false
        }
    }

    deinit {
        Self.removeFolder(folder)
    }

    /// The folders of the copies that this process has made.
    private static let present = Mutex<Set<String>>([])

    /// Removes all copies of this process; to be called before `_exit`, which deinitialises nothing and runs no exit
    /// handler.
    package static func removeAll() {
        present.withLock { $0 }.forEach(removeFolder)
    }

    private static func removeFolder(_ folder: String) {
        present.withLock { _ = $0.remove(folder) }
        try? FileManager.default.removeItem(atPath: folder)
    }

    private static let memory = "/dev/shm"
    private static var prefix: String { "\(memory)/lede-\(getuid())-" }

    /// Removes the copies of processes that were killed.
    private static func removeOrphans() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: memory)) ?? []
        for name in names {
            let parts = name.split(separator: "-")
            guard parts.count == 4, parts[0] == "lede", parts[1] == "\(getuid())", let process = pid_t(parts[2]),
                kill(process, 0) != 0, errno == ESRCH
            else { continue }
            try? FileManager.default.removeItem(atPath: "\(memory)/\(name)")
        }
    }
}
