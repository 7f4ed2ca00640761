import GRDB

extension Database {
    /// Runs `body` in a transaction. GRDB's own transactions compile their BEGIN and COMMIT each time.
    ///
    /// `body` must rethrow statement errors: some, such as a full disk, end the transaction, and later statements would
    /// commit alone.
    func inCompiledTransaction<Value>(
        _ kind: TransactionKind, _ body: (Database) throws -> Value
    ) throws -> Value {
        try cachedStatement(sql: "BEGIN \(kind.rawValue) TRANSACTION").execute()
        do {
            let value = try body(self)
            try cachedStatement(sql: "COMMIT TRANSACTION").execute()
            return value
        } catch {
            // SQLite may have rolled back on its own.
            if isInsideTransaction { try? rollback() }
            throw error
        }
    }
}
