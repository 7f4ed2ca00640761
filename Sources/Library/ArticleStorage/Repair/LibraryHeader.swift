import GRDB
import Glibc
import SQLiteAccess

/// The first 100 bytes of a library's file. If they are damaged, SQLite cannot read the file at all.
enum LibraryHeader {
    /// The sizes of pages, in bytes, of new libraries and of old ones.
    private static let pageSizes = [LibraryFile.pageSize, 4_096]

    /// Returns the number of pages that the file should have.
    static func pages(of file: Int32) -> Int {
        DatabaseHeader(present(in: file)).pages
    }

    /// Opens the file with a new header; nil if it is still not a library. Throws if another process has it open. The
    /// caller puts the former header back.
    static func openWithNewHeader(path: String, _ file: Int32) throws -> DatabaseQueue? {
        var status = stat()
        guard present(in: file).count == DatabaseHeader.length, fstat(file, &status) == 0 else { return nil }
        for pageSize in pageSizes {
            // The connection that found the other page size wrong released the lock when it was closed.
            guard lock(file) else { throw LibraryRepair.isOpenElsewhere }
            guard put(new(pageSize: pageSize, pages: status.st_size / pageSize), in: file) else { return nil }
            if let damaged = try openLibrary(path: path) { return damaged }
        }
        return nil
    }

    /// Opens the file with the header that it has; nil if it is not a library.
    private static func openLibrary(path: String) throws -> DatabaseQueue? {
        do {
            let connection = try LibraryFile.openExclusively(path: path)
            try connection.inDatabase { database in
                try database.inTransaction(.deferred) {
                    _ = try LibraryFile.isUpToDate(database, path: path)
                    return .commit
                }
            }
            return connection
        } catch let error as DatabaseError where error.fault == .busy {
            throw error
        } catch {
            return nil
        }
    }

    /// Locks all the bytes that SQLite uses for its locks. Returns false if another process has the library open: each
    /// connection with a log holds a lock on some of them.
    ///
    /// SQLite in this process is not locked out; when it closes a connection, it releases this lock too.
    static func lock(_ file: Int32) -> Bool {
        var region = flock()
        region.l_type = Int16(F_WRLCK)
        region.l_whence = Int16(SEEK_SET)
        (region.l_start, region.l_len) = (0x4000_0000, 512)
        return fcntl(file, F_SETLK, &region) == 0
    }

    /// Puts a former header back. Returns false if another process has the library open, or the file cannot be written.
    static func restore(_ header: [UInt8], in file: Int32) -> Bool {
        lock(file) && put(header, in: file)
    }

    static func present(in file: Int32) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: DatabaseHeader.length) { buffer, count in
            count = max(0, pread(file, buffer.baseAddress, DatabaseHeader.length, 0))
        }
    }

    /// Returns false if the file cannot be written. Needs the lock, which SQLite takes for its own writes only.
    private static func put(_ header: [UInt8], in file: Int32) -> Bool {
        pwrite(file, header, header.count, 0) == header.count
    }

    /// Returns a header without a list of free pages and without a log.
    private static func new(pageSize: Int, pages: Int) -> [UInt8] {
        var header = Array("SQLite format 3\0".utf8) + bigEndian(pageSize, bytes: 2)
        // A rollback journal for writing and reading, no bytes reserved in a page, and three fixed fractions.
        header += [1, 1, 0, 64, 32, 32]
        let numbers = [
            1,  // the count of changes
            pages,
            0, 0,  // the first free page, and the count of free pages
            1, 4,  // the schema's version, and its format
            0,  // the suggested size of the cache
            0,  // no vacuum at each commit
            1,  // UTF-8
            0,  // the user's version
            0,  // no incremental vacuum
            LibraryFile.applicationID,
        ]
        for number in numbers { header += bigEndian(number, bytes: 4) }
        header += [UInt8](repeating: 0, count: 20)
        // The change at which the number of pages was written, and SQLite's version.
        return header + bigEndian(1, bytes: 4) + bigEndian(3_040_000, bytes: 4)
    }

    private static func bigEndian(_ number: Int, bytes count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
