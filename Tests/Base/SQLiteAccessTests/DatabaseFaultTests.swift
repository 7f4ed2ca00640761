import GRDB
import Testing

@testable import SQLiteAccess

@Suite struct DatabaseFaultTests {
    @Test(
        "Each result code has one meaning, with or without SQLite's extended code",
        arguments: [
            (.SQLITE_NOTADB, .foreign), (.SQLITE_CORRUPT, .damaged), (.SQLITE_CORRUPT_VTAB, .damaged),
            (.SQLITE_FULL, .full), (.SQLITE_READONLY, .unwritable), (.SQLITE_READONLY_DBMOVED, .unwritable),
            (.SQLITE_PERM, .unwritable), (.SQLITE_CANTOPEN, .unopenable), (.SQLITE_IOERR, .failing),
            (.SQLITE_IOERR_READ, .failing), (.SQLITE_BUSY, .busy), (.SQLITE_BUSY_RECOVERY, .busy),
            (.SQLITE_LOCKED, .busy), (.SQLITE_INTERRUPT, .interrupted), (.SQLITE_NOMEM, .program),
            (.SQLITE_ERROR, .other), (.SQLITE_CONSTRAINT_UNIQUE, .other),
        ] as [(ResultCode, DatabaseFault)])
    func fault(_ code: ResultCode, _ fault: DatabaseFault) {
        #expect(DatabaseError(resultCode: code).fault == fault)
    }

    @Test("Only unusable contents count against the file itself")
    func surroundings() {
        let content: [DatabaseFault] = [.foreign, .damaged, .other]
        #expect(!content.contains { $0.isEnvironmental || $0.isTransient || $0.mayBeReadable })
        let rest: [DatabaseFault] = [
            .full, .unwritable, .unopenable, .failing, .busy, .interrupted, .program,
        ]
        #expect(rest.allSatisfy { $0.isEnvironmental })
        #expect(rest.filter(\.isTransient) == [.full, .failing, .busy])
        #expect(rest.filter(\.mayBeReadable) == [.full, .unwritable, .unopenable, .failing])
    }

    @Test(
        "A write that fails while no space is left means a full disk",
        arguments: [
            (.SQLITE_IOERR_SHMSIZE, 0, .full), (.SQLITE_IOERR_SHMSIZE, 32_767, .full),
            (.SQLITE_IOERR_SHMSIZE, 32_768, .failing), (.SQLITE_IOERR_WRITE, 0, .full),
            (.SQLITE_IOERR_SHORT_READ, 0, .failing), (.SQLITE_IOERR_READ, 0, .failing), (.SQLITE_CORRUPT, 0, .damaged),
        ] as [(ResultCode, Int64, DatabaseFault)])
    func fullDisk(_ code: ResultCode, _ free: Int64, _ fault: DatabaseFault) {
        #expect(DatabaseError(resultCode: code).namingFullDisk(freeBytes: free).fault == fault)
    }

    @Test("Plain words precede SQLite's own message")
    func reason() {
        let full = DatabaseError(resultCode: .SQLITE_FULL, message: "database or disk is full")
        #expect(full.reason == "the disk is full (database or disk is full)")
        #expect(DatabaseError(resultCode: .SQLITE_ERROR, message: "no such table: a").reason == "no such table: a")
    }
}
