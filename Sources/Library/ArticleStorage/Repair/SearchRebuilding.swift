import GRDB

extension ArticleStore {
    /// Empties the full-text index, which is then filled as after an import: it can be rebuilt from the articles.
    func rebuildSearch() throws(ArticleStoreError) {
        try writeWithoutRepair { try $0.rebuildSearch() }
    }
}

extension Database {
    func rebuildSearch() throws {
        let definition = try first("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = 'search'") {
            $0[0] as String
        }
        guard let definition else { return }
        let settings: [(String, Int64)]
        do {
            settings = try all("SELECT k, v FROM search_config WHERE k <> 'version'") { ($0[0], $0[1]) }
        } catch {
            // SQLite may have ended the transaction, without which the index could not be rebuilt all at once.
            guard isInsideTransaction else { throw error }
            settings = []
        }
        do {
            try execute(sql: "DROP TABLE search")
        } catch let error as DatabaseError where error.isSearchCorruption {
            try forgetSearch()
        }
        try execute(sql: definition)
        for (name, value) in settings {
            try execute(sql: "INSERT INTO search (search, rank) VALUES (?, ?)", arguments: [name, value])
        }
        try execute(sql: "UPDATE searchProgress SET indexedThrough = 0, version = version + 1")
        try execute(sql: "DELETE FROM reindex")
    }
}

extension Database {
    /// Removes an index whose own tables cannot be read. SQLite cannot drop it, because it cannot open it.
    private func forgetSearch() throws {
        try execute(sql: "PRAGMA writable_schema = ON")
        defer { try? execute(sql: "PRAGMA writable_schema = RESET") }
        try execute(sql: "DELETE FROM sqlite_master WHERE type = 'table' AND name = 'search'")
        // This makes SQLite read the schema again.
        try execute(sql: "PRAGMA writable_schema = RESET")
        for part in ["data", "idx", "content", "docsize", "config"] {
            try execute(sql: "DROP TABLE IF EXISTS search_\(part)")
        }
    }
}

extension DatabaseError {
    /// True if only the full-text index is damaged.
    var isSearchCorruption: Bool { extendedResultCode == .SQLITE_CORRUPT_VTAB }
}
