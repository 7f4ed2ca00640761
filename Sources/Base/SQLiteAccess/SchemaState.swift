package import GRDB

/// The schema of a database, compared with the program's.
package enum SchemaState: Sendable {
    case upToDate
    /// The database is new, or migrations are missing.
    case older
    /// A newer version of the program has written it.
    case newer
    /// Another program has written it.
    case foreign
}

extension DatabaseMigrator {
    /// Compares the migrations that a database has had with the migrations of this migrator; must run in a transaction.
    /// Each of GRDB's own checks reads the names and makes a set of them, which takes ten times the instructions if the
    /// schema is up to date.
    /// - Parameter applicationID: the number in the header of the program's databases (SQLite's `application_id`).
    package func state(of database: Database, applicationID: Int) throws -> SchemaState {
        let tables = try database.makeStatement(
            sql: """
                SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE tbl_name <> 'grdb_migrations'),
                    EXISTS (SELECT 1 FROM sqlite_master WHERE tbl_name = 'grdb_migrations')
                """)
        let found = try Row.fetchOne(tables)
        let (hasOthers, hasMigrations) = (found?[0] == true, found?[1] == true)
        // GRDB's table of migrations exists before the first migration has set the application id.
        guard hasOthers else { return .older }
        guard hasMigrations, try database.property("application_id") == applicationID else { return .foreign }
        let names = try String.fetchAll(
            database.makeStatement(sql: "SELECT identifier FROM grdb_migrations ORDER BY rowid"))
        guard names != migrations else { return .upToDate }
        // A migration may have been inserted before others that a database had already.
        let (ran, known) = (Set(names), Set(migrations))
        return ran == known ? .upToDate : ran.isSubset(of: known) ? .older : .newer
    }

    /// Applies the missing migrations, even while another process applies them.
    package func bringUpToDate(_ writer: DatabaseQueue, applicationID: Int) throws {
        func isUpToDate() throws -> Bool {
            try writer.read { try state(of: $0, applicationID: applicationID) == .upToDate }
        }
        var failure: (any Error)?
        for _ in migrations {
            guard try !isUpToDate() else { return }
            // Another process that opened the database at the same moment may have finished the same step first.
            do {
                return try migrate(writer)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                throw error
            } catch {
                failure = error
            }
        }
        if let failure, try !isUpToDate() { throw failure }
    }
}
