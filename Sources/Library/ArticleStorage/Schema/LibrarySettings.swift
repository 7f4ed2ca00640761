import GRDB

extension ArticleStore {
    /// Returns a setting that all processes on this library share, such as the offline switch.
    package func setting(_ name: String) throws(ArticleStoreError) -> String? {
        try read { try $0.setting(name) }
    }

    /// Stores a setting; `nil` removes it.
    package func setSetting(_ value: String?, for name: String) throws(ArticleStoreError) {
        try writeFewRows { try $0.setSetting(value, for: name) }
    }

    /// Adds to numeric settings in one transaction; a missing setting counts as 0. No sum exceeds 2^62, so that it
    /// stays an integer.
    package func increase(_ amounts: [String: Int64]) throws(ArticleStoreError) {
        try writeFewRows { database in
            for (name, amount) in amounts {
                try database.run(
                    """
                    INSERT INTO setting (name, value) VALUES (?, ?)
                    ON CONFLICT (name) DO UPDATE
                    SET value = min(CAST(value AS INTEGER) + CAST(excluded.value AS INTEGER), 4611686018427387904)
                    """,
                    [name, String(amount)])
            }
        }
    }
}

extension Database {
    func setting(_ name: String) throws -> String? {
        try first("SELECT value FROM setting WHERE name = ?", [name]) { $0[0] }
    }

    /// Stores a setting; `nil` removes it.
    func setSetting(_ value: String?, for name: String) throws {
        guard let value else { return try run("DELETE FROM setting WHERE name = ?", [name]) }
        try run("INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)", [name, value])
    }
}
