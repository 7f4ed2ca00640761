import GRDB
import Testing

@testable import SQLiteAccess

@Suite struct SchemaStateTests {
    private static let applicationID = 77

    private static func migrator(_ names: String...) -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for name in names {
            migrator.registerMigration(name) { database in
                try database.execute(sql: "CREATE TABLE \(name) (value); PRAGMA application_id = \(applicationID)")
            }
        }
        return migrator
    }

    private static func state(_ queue: DatabaseQueue, _ migrator: DatabaseMigrator) throws -> SchemaState {
        try queue.read { try migrator.state(of: $0, applicationID: applicationID) }
    }

    @Test("A database is older before its migrations, up to date after them, and newer for a program that knows fewer")
    func states() throws {
        let queue = try DatabaseQueue()
        let (first, both) = (Self.migrator("one"), Self.migrator("one", "two"))
        #expect(try Self.state(queue, both) == .older)
        try first.migrate(queue)
        #expect(try Self.state(queue, first) == .upToDate)
        #expect(try Self.state(queue, both) == .older)
        try both.migrate(queue)
        #expect(try Self.state(queue, both) == .upToDate)
        #expect(try Self.state(queue, first) == .newer)
    }

    @Test("The order in which the migrations were applied does not matter")
    func order() throws {
        let queue = try DatabaseQueue()
        try Self.migrator("two").migrate(queue)
        try Self.migrator("one", "two").migrate(queue)
        #expect(try Self.state(queue, Self.migrator("one", "two")) == .upToDate)
    }

    @Test("A database with tables, but without the number or the migrations of the program, is foreign")
    func foreign() throws {
        let queue = try DatabaseQueue()
        let migrator = Self.migrator("one")
        try queue.write { try $0.execute(sql: "CREATE TABLE other (value)") }
        #expect(try Self.state(queue, migrator) == .foreign)
        try queue.write { try $0.execute(sql: "PRAGMA application_id = \(Self.applicationID)") }
        #expect(try Self.state(queue, migrator) == .foreign)
    }

    @Test("A database is older while its first migration has not set the number yet")
    func beginning() throws {
        let queue = try DatabaseQueue()
        try queue.write { try $0.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)") }
        #expect(try Self.state(queue, Self.migrator("one")) == .older)
    }
}
