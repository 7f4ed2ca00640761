import Foundation
import GRDB
import TestFolders
import Testing

@testable import SQLiteAccess

@Suite struct WALDatabaseTests {
    private struct Rig {
        let folder: TemporaryFolder
        var path: String { folder.path + "/database.sqlite" }

        init() throws {
            folder = try TemporaryFolder()
        }

        func open(readers: Int = 2) throws -> WALDatabase {
            var configuration = Configuration()
            configuration.maximumReaderCount = readers
            return try WALDatabase(
                path: path, configuration: configuration, isUpToDate: { try $0.tableExists("word") },
                bringUpToDate: { try $0.write { try $0.execute(sql: "CREATE TABLE word (text TEXT)") } })
        }

        func bytes(of suffix: String) -> Int? {
            (try? FileManager.default.attributesOfItem(atPath: path + suffix))?[.size] as? Int
        }
    }

    private struct Refusal: Error {}

    private static func add(_ word: String, to database: Database) throws {
        try database.execute(sql: "INSERT INTO word VALUES (?)", arguments: [word])
    }

    private static func words(_ database: Database) throws -> [String] {
        try String.fetchAll(database, sql: "SELECT text FROM word ORDER BY text")
    }

    @Test("A reader and the writer see a committed transaction, even after the database is opened again")
    func commits() throws {
        let rig = try Rig()
        let database = try rig.open()
        try database.write { try Self.add("one", to: $0) }
        #expect(try database.read(Self.words) == ["one"])
        #expect(try database.readWithoutTransaction(Self.words) == ["one"])
        #expect(try database.readAsWriter(Self.words) == ["one"])
        #expect(try rig.open().read(Self.words) == ["one"])
    }

    @Test("A database notices that its file was deleted or replaced")
    func moved() throws {
        let rig = try Rig()
        let database = try rig.open()
        #expect(!database.hasMoved)
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: rig.path + suffix) }
        #expect(database.hasMoved)
        let new = try rig.open()
        #expect(database.hasMoved && !new.hasMoved)
    }

    @Test("A transaction whose body throws changes nothing, and the next one works")
    func rollback() throws {
        let rig = try Rig()
        let database = try rig.open()
        #expect(throws: Refusal.self) {
            try database.write {
                try Self.add("one", to: $0)
                throw Refusal()
            }
        }
        #expect(throws: Refusal.self) { try database.read { _ in throw Refusal() } }
        try database.write { try Self.add("two", to: $0) }
        #expect(try database.read(Self.words) == ["two"])
    }

    @Test("A read keeps its snapshot while the writer commits; a read without a transaction does not")
    func snapshot() throws {
        let rig = try Rig()
        let database = try rig.open()
        try database.read { reader in
            #expect(try Self.words(reader).isEmpty)
            try database.write { try Self.add("one", to: $0) }
            #expect(try Self.words(reader).isEmpty)
        }
        try database.readWithoutTransaction { reader in
            #expect(try Self.words(reader) == ["one"])
            try database.write { try Self.add("two", to: $0) }
            #expect(try Self.words(reader) == ["one", "two"])
        }
    }

    @Test("A read within another one has its connection and snapshot")
    func readWithin() throws {
        let rig = try Rig()
        let database = try rig.open(readers: 1)
        try database.read { reader in
            #expect(try Self.words(reader).isEmpty)
            try database.write { try Self.add("one", to: $0) }
            let inner = try database.readWithin { ($0 === reader, try Self.words($0)) }
            #expect(inner == (true, []))
        }
        #expect(try database.readWithin(Self.words) == ["one"])
    }

    @Test("A read waits while the maximum number of reads is running")
    func limit() async throws {
        let rig = try Rig()
        let database = try rig.open(readers: 1)
        let (began, mayEnd, second) = (Signal(), Signal(), Signal())
        Thread.detachNewThread {
            try? database.read { _ in
                began.send()
                _ = mayEnd.comes(within: 20)
            }
        }
        #expect(began.comes(within: 20))
        Thread.detachNewThread {
            try? database.read { _ in second.send() }
        }
        #expect(!second.comes(within: 0.2))
        mayEnd.send()
        #expect(second.comes(within: 20))
    }

    @Test("A reader cannot write")
    func readOnly() throws {
        let rig = try Rig()
        let database = try rig.open()
        #expect(throws: DatabaseError.self) { try database.read { try Self.add("one", to: $0) } }
        #expect(throws: DatabaseError.self) { try database.readWithoutTransaction { try Self.add("one", to: $0) } }
    }

    @Test("A new database has a log as soon as it is open")
    func newLog() throws {
        let rig = try Rig()
        let database = try rig.open()
        #expect(rig.bytes(of: "-wal") != nil)
        #expect(rig.bytes(of: "-shm") != nil)
        #expect(try database.read(Self.words) == [])
    }

    @Test("A database that was read leaves no log when it is closed")
    func closing() throws {
        let rig = try Rig()
        do {
            let database = try rig.open()
            try database.write { try Self.add("one", to: $0) }
            #expect(try database.read(Self.words) == ["one"])
            #expect(rig.bytes(of: "-wal") != nil)
        }
        #expect(rig.bytes(of: "-wal") == nil)
        #expect(try rig.open().read(Self.words) == ["one"])
    }

    @Test("Opening and reading an existing database writes nothing to it")
    func openingWritesNothing() throws {
        let rig = try Rig()
        try rig.open().write { try Self.add("one", to: $0) }
        let before = try Data(contentsOf: URL(filePath: rig.path))
        let database = try rig.open()
        #expect(try database.read(Self.words) == ["one"])
        #expect(rig.bytes(of: "-wal") == 0)
        #expect(try Data(contentsOf: URL(filePath: rig.path)) == before)
    }

    @Test("A database in memory, which can have no log, is refused")
    func inMemory() {
        #expect(throws: DatabaseError.self) {
            try WALDatabase(
                path: ":memory:", configuration: Configuration(), isUpToDate: { _ in true }, bringUpToDate: { _ in })
        }
    }

    @Test("Commits, even commits of the schema, wait for the disk only while the log is copied")
    func synchronous() throws {
        let rig = try Rig()
        var ofSchema: Int?
        let database = try WALDatabase(
            path: rig.path, configuration: Configuration(), isUpToDate: { _ in false },
            bringUpToDate: { ofSchema = try $0.inDatabase { try $0.property("synchronous") } })
        #expect(ofSchema == 1)
        #expect(try database.writeWithoutTransaction { try $0.property("synchronous") } == 1)
        #expect(try database.writeWithoutTransaction { try $0.property("foreign_keys") } == 1)
    }

    @Test("Opening fails at once if a migration fails, even if only another process's lock is the cause")
    func busySchema() throws {
        let rig = try Rig()
        var attempts = 0
        #expect(throws: DatabaseError.self) {
            try WALDatabase(
                path: rig.path, configuration: Configuration(), isUpToDate: { _ in false },
                bringUpToDate: { _ in
                    attempts += 1
                    throw DatabaseError(resultCode: .SQLITE_BUSY)
                })
        }
        #expect(attempts == 1)
    }

    @Test("Opening waits for another process that creates the database, but no longer than its timeout")
    func busyLog() throws {
        let rig = try Rig()
        var patient = Configuration()
        // Its COMMIT may collide with a read of the connection that is being opened.
        patient.busyMode = .timeout(20)
        let other = try DatabaseQueue(path: rig.path, configuration: patient)
        let began = Signal()
        let mayEnd = Signal()
        Thread.detachNewThread {
            try? other.inDatabase { database in
                // Other connections may read, but cannot change the journal mode.
                try database.execute(sql: "CREATE TABLE word (text TEXT); BEGIN IMMEDIATE")
                began.send()
                _ = mayEnd.comes(within: 20)
                try database.execute(sql: "COMMIT")
            }
        }
        #expect(began.comes(within: 20))
        let open = { (timeout: Duration) in
            try WALDatabase(
                path: rig.path, configuration: Configuration(), timeout: timeout, isUpToDate: { _ in true },
                bringUpToDate: { _ in })
        }
        #expect(throws: DatabaseError.self) { try open(.milliseconds(20)) }
        Thread.detachNewThread {
            usleep(100_000)
            mayEnd.send()
        }
        #expect(try open(.seconds(20)).read(Self.words) == [])
    }

    @Test("A reader that cannot be opened frees its place for the next one")
    func failedReader() throws {
        let rig = try Rig()
        let database = try rig.open(readers: 1)
        let hidden = rig.path + ".hidden"
        try FileManager.default.moveItem(atPath: rig.path, toPath: hidden)
        for _ in 0..<2 {
            #expect(throws: DatabaseError.self) { try database.read(Self.words) }
        }
        try FileManager.default.moveItem(atPath: hidden, toPath: rig.path)
        #expect(try database.read(Self.words) == [])
    }

    @Test("No connection records the tables and columns that its statements use")
    func records() throws {
        let rig = try Rig()
        let database = try rig.open()
        let check: (Database) throws -> Bool = {
            try $0.makeStatement(sql: "SELECT text FROM word").databaseRegion.isEmpty
        }
        #expect(try database.read(check))
        #expect(try database.readAsWriter(check))
    }

    /// A signal from one thread to another.
    private final class Signal: Sendable {
        private let semaphore = DispatchSemaphore(value: 0)

        func send() { semaphore.signal() }
        func comes(within seconds: Double) -> Bool { semaphore.wait(timeout: .now() + seconds) == .success }
    }
}
