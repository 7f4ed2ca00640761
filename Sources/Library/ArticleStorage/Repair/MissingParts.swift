import GRDB

extension Schema {
    /// Returns the tables, indexes and triggers that the library lacks although all migrations ran: another program has
    /// removed them. The list is empty for the library of an earlier version, which gets its parts when it is opened.
    static func missingParts(of database: Database) throws -> [String] {
        let migrations = try Set(String.fetchAll(database, sql: "SELECT identifier FROM grdb_migrations"))
        guard migrations == Set(migrator.migrations) else { return [] }
        let new = try DatabaseQueue()
        try migrator.migrate(new)
        return try new.read { try parts(of: $0) }.subtracting(parts(of: database)).sorted()
    }

    private static func parts(of database: Database) throws -> Set<String> {
        try Set(
            String.fetchAll(
                database, sql: "SELECT type || ' ' || name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'"))
    }
}

extension DatabaseError {
    /// True if a statement of lede names a part of the schema that the file lacks.
    var isMissingPart: Bool {
        guard resultCode == .SQLITE_ERROR, let message else { return false }
        return ["no such table: ", "no such index: ", "ON CONFLICT clause does not match any "].contains {
            message.hasPrefix($0)
        }
    }
}
