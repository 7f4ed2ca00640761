package import FeedModel
import GRDB

/// A reading position in an article: a block of its text and a byte in that block.
package struct StoredReadingPosition: Equatable, Sendable {
    package var block: Int
    package var offset: Int
    /// True if the text is the text of the article's page.
    package var isPage: Bool

    package init(block: Int, offset: Int, isPage: Bool) {
        self.block = block
        self.offset = offset
        self.isPage = isPage
    }
}

extension ArticleStore {
    /// Stores a reading position; `nil` removes it. Lists do not show it, so the change token stays the same.
    package func setReadingPosition(_ position: StoredReadingPosition?, of id: ArticleID) throws(ArticleStoreError) {
        try writeKnown { database in
            guard let position else {
                return try database.run("DELETE FROM readingPlace WHERE article = ?", [id.rawValue])
            }
            try database.run(
                """
                INSERT OR REPLACE INTO readingPlace (article, block, offset, isPage)
                SELECT id, ?, ?, ? FROM article WHERE id = ?
                """,
                [position.block, position.offset, position.isPage, id.rawValue])
        }
    }
}

extension Database {
    func readingPosition(of id: Int64) throws -> StoredReadingPosition? {
        try first("SELECT block, offset, isPage FROM readingPlace WHERE article = ?", [id]) {
            StoredReadingPosition(block: $0[0], offset: $0[1], isPage: $0[2])
        }
    }
}
