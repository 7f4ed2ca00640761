import Basics
import GRDB
import Glibc
import SQLiteAccess

/// Checks a library, and repairs it if nothing else has it open.
package struct LibraryRepair {
    private let path: String

    package init(path: String) {
        // SQLite keeps the log beside the file itself, which is replaced, not a symbolic link to it.
        let found = realpath(path, nil)
        defer { free(found) }
        self.path = found.map { String(cString: $0) } ?? path
    }

    /// The outcome of a repair.
    package struct Outcome: Equatable, Sendable {
        /// The path of the copy of the damaged library; nil if another process had repaired it before.
        package let copy: String?
        /// Everything that could not be read, one line for each part.
        package let losses: [String]
    }

    /// The error of a repair while another connection is open, which would continue to write into the replaced file and
    /// lose everything it writes.
    static let isOpenElsewhere = ArticleStoreError.database(
        .busy, message: "another process has it open; end the reader, `lede serve` and all other commands first")

    /// Returns the problems found, one line each; empty if there are none.
    package func problems() throws(ArticleStoreError) -> [String] {
        do {
            try checkLength()
            return try LibraryFile.openForCheckpoints(path: path).inDatabase { database in
                try checkOwner(database)
                return try Self.problems(database)
            }
        } catch let error as DatabaseError where error.isUnreadableRow {
            return ["the library is damaged: \(error.reason)"]
        } catch let error as DatabaseError where error.fault == .unopenable && access(path, R_OK) != 0 {
            // SQLite does not say why.
            throw unusable()
        } catch let error as DatabaseError {
            throw ArticleStoreError(error.namingFullDisk(of: path))
        } catch {
            throw ArticleStoreError(error)
        }
    }

    /// Repairs the library and keeps the damaged one beside it. Throws `isOpenElsewhere` if another connection is open.
    package func repair() throws(ArticleStoreError) -> Outcome {
        let copy = DamagedCopy(of: path)
        do {
            return try repair(keeping: copy)
        } catch {
            // Otherwise the next attempt has less room on the disk.
            if !copy.isOnly { copy.remove() }
            throw failure(error, copy)
        }
    }

    private func repair(keeping copy: DamagedCopy) throws -> Outcome {
        try checkLength()
        let file = open(path, O_RDWR | O_CLOEXEC)
        guard file >= 0 else { throw unusable() }
        // Closed after the connection: closing any descriptor of the file releases this process's locks on it.
        defer { FileLock.close(file) }
        // SQLite's lock is taken too late to stop a second repair: a damaged header is replaced before it.
        guard flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK, isAtPath(file) else {
            throw Self.isOpenElsewhere
        }
        do {
            return try repair(file, keeping: copy)
        } catch {
            copy.undoChange()
            throw error
        }
    }

    private func repair(_ file: Int32, keeping copy: DamagedCopy) throws -> Outcome {
        let damaged = try openDamaged(file, copy)
        defer { try? damaged.close() }
        try damaged.inDatabase { database in
            try checkOwner(database)
            try LibraryFile.lock(database)
        }
        guard isAtPath(file) else { throw Self.isOpenElsewhere }
        if try !copy.isFilled && damaged.inDatabase(isUndamaged) { return Outcome(copy: nil, losses: []) }
        do {
            let losses = try repair(damaged, file, copy)
            return Outcome(copy: copy.path, losses: losses)
        } catch {
            // While the library is locked: without the lock these files belong to the repair of another process.
            removeNewFiles()
            copy.undoChange()
            throw error
        }
    }

    /// Repairs the file, or replaces it with a new one. Returns the losses, one line each.
    private func repair(_ damaged: DatabaseQueue, _ file: Int32, _ copy: DamagedCopy) throws -> [String] {
        let isExtended = try damaged.inDatabase { database in
            try copy.fill(from: file)
            return try endLog(database, file, copy)
        }
        var losses = isExtended ? ["the end of the file was missing: some texts may end early"] : []
        guard try !repairInPlace(damaged) else { return losses }
        removeNewFiles()
        losses += try Salvage(damaged: damaged, path: newPath).run()
        try publish()
        return losses
    }

    /// False if another repair has replaced the open file of the library.
    private func isAtPath(_ file: Int32) -> Bool {
        guard let opened = FileIdentity(of: file) else { return false }
        return FileIdentity(of: path) == opened
    }

    /// True if another process has repaired the library since its problems were found.
    private func isUndamaged(_ database: Database) throws -> Bool {
        // While the schema is writable, SQLite overlooks that the end of the file is missing.
        try database.set("writable_schema = RESET")
        var isUndamaged = false
        do {
            // The check of the search index counts as a write, and its commit would change a file that was cut short.
            try database.inTransaction(.exclusive) {
                isUndamaged = try Self.problems(database).isEmpty
                return .rollback
            }
        } catch let error as DatabaseError where error.isUnreadableRow {
            // Not even a transaction can begin.
        }
        // Forgets everything that was read for the check.
        try database.set("writable_schema = RESET")
        try database.set("writable_schema = ON")
        return isUndamaged
    }

    private func failure(_ error: any Error, _ copy: DamagedCopy) -> ArticleStoreError {
        let cause = cause(of: error, copy)
        guard copy.isOnly, case .database(let fault, let message) = cause else { return cause }
        return .database(fault, message: "\(message); its earlier state is kept as \(copy.path)")
    }

    private func cause(of error: any Error, _ copy: DamagedCopy) -> ArticleStoreError {
        guard let error = error as? DatabaseError else { return ArticleStoreError(error) }
        if error.fault == .busy { return Self.isOpenElsewhere }
        guard !error.fault.isEnvironmental else { return ArticleStoreError(error) }
        let older = copy.newestOther.map { ", or the newest copy that a repair has kept, \($0)" } ?? ""
        return .database(
            error.fault, message: "it cannot be repaired (\(error.reason)); restore a backup of \(path)\(older)")
    }

    /// Opens the library, with a new header if its own is damaged.
    private func openDamaged(_ file: Int32, _ copy: DamagedCopy) throws -> DatabaseQueue {
        let former = LibraryHeader.present(in: file)
        do {
            return try LibraryFile.openExclusively(path: path)
        } catch let error as DatabaseError where error.fault == .foreign {
            // Another process may have opened it before the damage, or may have repaired it just now.
            guard LibraryHeader.lock(file), isAtPath(file), LibraryHeader.present(in: file) == former else {
                throw Self.isOpenElsewhere
            }
            try copy.fill(from: file)
            let log = path + "-wal"
            let hasLog = access(log, F_OK) == 0
            copy.noteChange {
                // SQLite copies the log into the file, and deletes it, when the last connection is closed.
                LibraryHeader.restore(former, in: file) && (!hasLog || access(log, F_OK) == 0)
            }
            guard let damaged = try LibraryHeader.openWithNewHeader(path: path, file) else { throw error }
            return damaged
        }
    }

    /// Copies the log into the file and deletes it. Returns true if pages were missing, which are zeros then.
    private func endLog(_ database: Database, _ file: Int32, _ copy: DamagedCopy) throws -> Bool {
        guard try String.fetchOne(database, sql: "PRAGMA journal_mode") == "wal" else { return false }
        let pageSize = try database.property("page_size") ?? LibraryFile.pageSize
        let length = try (database.property("page_count") ?? 0).multipliedSaturating(by: pageSize)
        var status = stat()
        guard fstat(file, &status) == 0 else { throw unusable() }
        // SQLite does not copy a log into a file from which more is missing than the log holds.
        let isExtended = status.st_size < length && status.st_size / pageSize < LibraryHeader.pages(of: file)
        if isExtended {
            let former = status.st_size
            copy.noteChange { ftruncate(file, former) == 0 }
            guard ftruncate(file, length) == 0 else { throw unusable() }
        }
        try database.set("journal_mode = DELETE")
        // Pages of the log may now lie beyond the former end.
        copy.keepChange()
        return isExtended
    }

    /// Returns the error after a failed system call.
    private func unusable() -> ArticleStoreError {
        .database(.unopenable, message: "\(path): \(SystemError.words())")
    }

    /// Rebuilds the search index and the other indexes. Changes nothing and returns false if problems remain.
    private func repairInPlace(_ damaged: DatabaseQueue) throws -> Bool {
        do {
            return try damaged.inDatabase { database in
                var isRepaired = false
                try database.inTransaction(.exclusive) {
                    try database.rebuildSearch()
                    try database.execute(sql: "REINDEX")
                    isRepaired = try Self.problems(database).isEmpty
                    return isRepaired ? .commit : .rollback
                }
                return isRepaired
            }
        } catch let error as DatabaseError where error.isUnreadableRow {
            return false
        }
    }

    // MARK: - The new library

    private var newPath: String { path + ".new" }

    private func removeNewFiles() {
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(newPath + suffix) }
    }

    /// Puts the new library in the place of the damaged one, which is still locked.
    private func publish() throws {
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
        guard rename(newPath, path) == 0 else { throw unusable() }
        removeNewFiles()
    }

    // MARK: - Problems

    /// Throws if the file is empty: either a first start found the disk full, or everything was lost. A repair cannot
    /// distinguish the two, and has nothing to read.
    private func checkLength() throws {
        try LibraryFile.checkLog(path: path)
        var file = stat()
        guard stat(path, &file) == 0, file.st_size == 0 else { return }
        let way = "restore a backup, or start lede to begin with an empty library"
        throw ArticleStoreError.database(.program, message: "\(path) is empty; \(way)")
    }

    /// Throws if another program or a newer version has written the file: its layout may look like damage.
    private func checkOwner(_ database: Database) throws {
        do {
            try database.inTransaction(.deferred) {
                _ = try LibraryFile.isUpToDate(database, path: path)
                return .commit
            }
        } catch let error as ArticleStoreError {
            throw error
        } catch let error as DatabaseError where !error.isUnreadableRow {
            throw error
        } catch {
            // This error is damage, which the check reports.
        }
    }

    /// True if no start has created the tables yet, as on a full disk. Damage may empty the table of contents too, but
    /// leaves the pages of the tables.
    private static func isNew(_ database: Database) throws -> Bool {
        let count = "SELECT count(*) FROM sqlite_master"
        let own = try Int.fetchOne(database, sql: "\(count) WHERE tbl_name = 'grdb_migrations'") ?? 0
        guard try Int.fetchOne(database, sql: count) == own else { return false }
        // The first page, and one for the table of migrations and each of its indexes.
        return try database.property("page_count") ?? 0 <= own + 1
    }

    private static func problems(_ database: Database) throws -> [String] {
        var problems: [String] = []
        do {
            if (try? isNew(database)) == true { return [] }
            problems += try String.fetchAll(database, sql: "PRAGMA integrity_check(20)").filter { $0 != "ok" }
            let orphans = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").count
            if orphans > 0 { problems.append("\(orphans) rows refer to rows that no longer exist") }
            problems += try Schema.missingParts(of: database).map { "the \($0) is missing" }
        } catch let error as DatabaseError where error.isUnreadableRow {
            problems.append("the library is damaged: \(error.message ?? "")")
        }
        do {
            try database.execute(sql: "INSERT INTO search (search, rank) VALUES ('integrity-check', 0)")
        } catch let error as DatabaseError where error.isUnreadableRow {
            problems.append("the search index is damaged: \(error.message ?? "")")
        }
        return problems
    }
}
