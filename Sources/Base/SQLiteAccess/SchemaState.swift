package import GRDB

/// The schema of a database, compared with the program's.
package enum SchemaState: Sendable {
    case upToDate
    /// The database is new, or migrations are missing.
    case older
    /// A newer version of the program has written it.
    case newer
}

extension DatabaseMigrator {
    /// Compares the migrations that a database has with these. GRDB's own questions make sets of the names and read them
    /// once for each question, which takes ten times as long as this read for a database that is up to date.
    package func state(of database: Database) throws -> SchemaState {
        let table = try database.makeStatement(sql: "SELECT 1 FROM sqlite_master WHERE tbl_name = 'grdb_migrations'")
        guard try Row.fetchOne(table) != nil else { return .older }
        let names = try String.fetchAll(database, sql: "SELECT identifier FROM grdb_migrations ORDER BY rowid")
        guard names != migrations else { return .upToDate }
        return Set(names).isSubset(of: migrations) ? .older : .newer
    }
}
