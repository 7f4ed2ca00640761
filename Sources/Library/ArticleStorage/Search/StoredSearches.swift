package import FeedModel
import GRDB

extension ArticleStore {
    /// Returns the saved searches in the order in which they were first saved.
    package func savedSearches() throws(ArticleStoreError) -> [SavedSearch] {
        try read { try $0.savedSearches() }
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
            let searches = try database.savedSearches()
            let first = names.compactMap { name in searches.first { $0.name == name } }
            try database.replaceSavedSearches(with: first + searches.filter { !names.contains($0.name) })
        }
    }

    /// Restores a removed search at its former index; false if another search has its name now.
    package func restoreSearch(_ search: SavedSearch, at index: Int) throws(ArticleStoreError) -> Bool {
        try write { database in
            var searches = try database.savedSearches()
            guard !searches.contains(where: { $0.name == search.name }) else { return false }
            searches.insert(search, at: min(index, searches.count))
            try database.replaceSavedSearches(with: searches)
            return true
        }
    }

    package func removeSavedSearch(named name: String) throws(ArticleStoreError) {
        try write { try $0.run("DELETE FROM savedSearch WHERE name = ?", [name]) }
    }
}

extension Database {
    fileprivate func savedSearches() throws -> [SavedSearch] {
        try all("SELECT name, query FROM savedSearch ORDER BY position") { SavedSearch(name: $0[0], query: $0[1]) }
    }

    fileprivate func replaceSavedSearches(with searches: [SavedSearch]) throws {
        try run("DELETE FROM savedSearch")
        for search in searches {
            try run("INSERT INTO savedSearch (name, query) VALUES (?, ?)", [search.name, search.query])
        }
    }
}
