import GRDB
import Glibc

/// The first 100 bytes of a library's file. SQLite reads nothing of a file in which they are damaged.
enum LibraryHeader {
    private static let length = 100
    /// The sizes of pages, in bytes, of new libraries and of old ones.
    private static let pageSizes = [LibraryFile.pageSize, 4_096]

    /// The number of pages that the file should have.
    static func pages(of file: Int32) -> Int {
        present(in: file).dropFirst(28).prefix(4).reduce(0) { $0 << 8 | Int($1) }
    }

    /// Opens the file with a new header. If it is no library then, puts the former one back and returns nil.
    static func openWithNewOne(path: String, _ file: Int32) -> DatabaseQueue? {
        let former = present(in: file)
        var status = stat()
        guard former.count == length, fstat(file, &status) == 0 else { return nil }
        for pageSize in pageSizes {
            put(new(pageSize: pageSize, pages: status.st_size / pageSize), in: file)
            if let damaged = try? LibraryFile.openAlone(path: path), isLibrary(damaged, path: path) { return damaged }
        }
        put(former, in: file)
        return nil
    }

    private static func isLibrary(_ connection: DatabaseQueue, path: String) -> Bool {
        do {
            try connection.inDatabase { database in
                try database.inTransaction(.deferred) {
                    _ = try LibraryFile.isUpToDate(database, path: path)
                    return .commit
                }
            }
            return true
        } catch {
            return false
        }
    }

    static func present(in file: Int32) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            count = max(0, pread(file, buffer.baseAddress, length, 0))
        }
    }

    /// Returns false if the file cannot be written.
    @discardableResult
    static func put(_ header: [UInt8], in file: Int32) -> Bool {
        pwrite(file, header, header.count, 0) == header.count
    }

    /// A header without a list of free pages and without a log.
    private static func new(pageSize: Int, pages: Int) -> [UInt8] {
        var header = Array("SQLite format 3\0".utf8) + bigEndian(pageSize, bytes: 2)
        // A rollback journal for writing and reading, no bytes reserved in a page, and three fixed fractions.
        header += [1, 1, 0, 64, 32, 32]
        // The count of changes, the pages, no free ones, the schema's version and format, the cache's size, no vacuum,
        // UTF-8, the user's version, no vacuum.
        for number in [1, pages, 0, 0, 1, 4, 0, 0, 1, 0, 0, LibraryFile.applicationID] {
            header += bigEndian(number, bytes: 4)
        }
        header += [UInt8](repeating: 0, count: 20)
        // The change at which the number of pages was written, and SQLite's version.
        return header + bigEndian(1, bytes: 4) + bigEndian(3_040_000, bytes: 4)
    }

    private static func bigEndian(_ number: Int, bytes count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
