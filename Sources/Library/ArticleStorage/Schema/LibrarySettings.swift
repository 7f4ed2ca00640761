package import FeedModel
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

    /// Returns the saved searches in the order in which they were first saved.
    package func savedSearches() throws(ArticleStoreError) -> [SavedSearch] {
        try read {
            try $0.all("SELECT name, query FROM savedSearch ORDER BY position") {
                SavedSearch(name: $0[0], query: $0[1])
            }
        }
    }

    /// Saves a search; an existing one of the same name gets the new query and keeps its position.
    package func saveSearch(_ search: SavedSearch) throws(ArticleStoreError) {
        try write {
            try $0.run(
                """
                INSERT INTO savedSearch (name, query) VALUES (?, ?)
                ON CONFLICT (name) DO UPDATE SET query = excluded.query
                """,
                [search.name, search.query])
        }
    }

    /// Renames a saved search, which keeps its position; false if another search has that name.
    package func renameSearch(_ name: String, to newName: String) throws(ArticleStoreError) -> Bool {
        try write { database in
            try database.run("UPDATE OR IGNORE savedSearch SET name = ? WHERE name = ?", [newName, name])
            return try !database.hasRow("SELECT 1 FROM savedSearch WHERE name = ?", [name])
        }
    }

    /// Sorts the saved searches into the order of these names; others follow in their current order.
    package func orderSearches(_ names: [String]) throws(ArticleStoreError) {
        try write { database in
            let searches = try database.all("SELECT name, query FROM savedSearch ORDER BY position") {
                SavedSearch(name: $0[0], query: $0[1])
            }
            let first = names.compactMap { name in searches.first { $0.name == name } }
            try database.run("DELETE FROM savedSearch")
            for search in first + searches.filter({ !names.contains($0.name) }) {
                try database.run("INSERT INTO savedSearch (name, query) VALUES (?, ?)", [search.name, search.query])
            }
        }
    }

    package func removeSavedSearch(named name: String) throws(ArticleStoreError) {
        try write { try $0.run("DELETE FROM savedSearch WHERE name = ?", [name]) }
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
