import Basics
package import FeedModel
import GRDB

extension ArticleStore {
    /// Returns the person's own tags of an article, in alphabetical order.
    package func ownTags(of id: ArticleID) throws(ArticleStoreError) -> [String] {
        try read { try $0.ownTags(of: id.rawValue) }
    }

    /// Returns the person's own tags of all articles, in alphabetical order; the first 1,000.
    package func ownTags() throws(ArticleStoreError) -> [String] {
        try read { try $0.ownTags() }
    }
}

extension Database {
    /// Maximum number of tags offered for completion (default 1,000).
    private static var maximumOfferedTags: Int { 1_000 }

    fileprivate func ownTags() throws -> [String] {
        try all("SELECT DISTINCT name FROM ownTag ORDER BY name LIMIT ?", [Self.maximumOfferedTags]) { $0[0] }
    }

    func ownTags(of id: Int64) throws -> [String] {
        try all("SELECT name FROM ownTag WHERE article = ? ORDER BY name", [id]) { $0[0] }
    }

    func ownTags(of ids: [ArticleID]) throws -> [ArticleID: [String]] {
        let tags = try all(
            """
            SELECT article, name FROM ownTag WHERE article IN (SELECT value FROM json_each(?))
            """, [ids.jsonArray]
        ) { (article: ArticleID(rawValue: $0[0]), name: $0[1] as String) }
        return Dictionary(grouping: tags, by: \.article).mapValues { $0.map(\.name).sorted() }
    }

    /// Adds or removes a tag; returns the articles that it changed.
    func tag(_ ids: some Sequence<ArticleID>, _ name: String, isAdded: Bool) throws -> [ArticleID] {
        let sql =
            isAdded
            ? """
            INSERT OR IGNORE INTO ownTag (article, name) SELECT id, ?1 FROM article
            WHERE id IN (SELECT value FROM json_each(?2)) RETURNING article
            """
            : "DELETE FROM ownTag WHERE name = ?1 AND article IN (SELECT value FROM json_each(?2)) RETURNING article"
        return try all(sql, [name, ids.jsonArray]) { ArticleID(rawValue: $0[0]) }
    }
}
