import GRDB

extension ArticleStore {
    /// Empties the full-text index; it fills as after an import. Everything in it can be rebuilt from the articles.
    package func rebuildSearch() throws(ArticleStoreError) {
        try writeWithoutHealing { try $0.rebuildSearch() }
    }
}

extension Database {
    func rebuildSearch() throws {
        let definition = try first("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = 'search'") {
            $0[0] as String
        }
        guard let definition else { return }
        let settings =
            (try? all("SELECT k, v FROM search_config WHERE k <> 'version'") { ($0[0] as String, $0[1] as Int64) })
            ?? []
        try execute(sql: "DROP TABLE search")
        try execute(sql: definition)
        for (name, value) in settings {
            try execute(sql: "INSERT INTO search (search, rank) VALUES (?, ?)", arguments: [name, value])
        }
        try execute(sql: "UPDATE searchProgress SET indexedThrough = 0, version = version + 1")
        try execute(sql: "DELETE FROM reindex")
    }
}

extension DatabaseError {
    /// True if the full-text index alone is damaged.
    var isOfSearch: Bool { extendedResultCode == .SQLITE_CORRUPT_VTAB }
}
